import { useNavigate } from '@tanstack/react-router'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { useTellProblem } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

/** Leads to the box in which the question of an answer is answered. */
export const CorrectAnswer = ({ messageId }: { messageId: string }) => {
  const { questions: words } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const navigate = useNavigate()
  const onError = useTellProblem()
  const report = useChange(qpr.questions.report, {
    changes: ['/v1/questions', '/v1/conversations'],
    onDone: ({ id }) => void navigate({ to: '/$slug/questions/$id', params: { slug, id } }),
  })
  if (!may('knowledge:write')) return null
  return (
    <Button
      kind="quiet"
      className="mt-1 -ml-3.5 text-small text-muted"
      isPending={report.isPending}
      onClick={() => report.mutate([{ message_id: messageId }], { onError })}
    >
      {words.correct}
    </Button>
  )
}
