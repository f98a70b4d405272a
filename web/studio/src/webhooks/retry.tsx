import type { Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { ProblemLine } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'

type Facts = Pick<Schema<'Delivery'>, 'id' | 'event'>

const useRetry = () => {
  const { webhooks } = useWords()
  const tell = useToast()
  return useChange('post', '/v1/deliveries/{id}/retry', {
    changes: ['/v1/deliveries/{id}', '/v1/webhooks'],
    onDone: () => tell(webhooks.isRetried),
  })
}

/** In a row of the log. */
export const RetryIcon = ({ delivery: { id, event } }: { delivery: Facts }) => {
  const words = useWords()
  const tell = useToast()
  const retry = useRetry()
  return (
    <IconButton
      icon="refresh"
      label={words.webhooks.retryOf(event)}
      onClick={() =>
        retry.mutate(
          { params: { path: { id } } },
          { onError: (problem) => tell(problemText(words, problem)) },
        )
      }
    />
  )
}

/** On the page of a delivery. */
export const RetryButton = ({ delivery: { id } }: { delivery: Facts }) => {
  const { webhooks } = useWords()
  const retry = useRetry()
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        kind="primary"
        icon="refresh"
        isPending={retry.isPending}
        onClick={() => retry.mutate({ params: { path: { id } } })}
      >
        {webhooks.retry}
      </Button>
      <ProblemLine error={retry.error} />
    </div>
  )
}
