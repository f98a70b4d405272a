import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Period } from '#contract/periods.ts'
import { useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { ErrorPanel } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import type { Scope } from './scope.ts'
import { ShareList } from './share-list.tsx'

/** What visitors want to know; each leads to the conversation in which it was last asked. */
export const TopQuestions = ({ scope, period }: { scope: Scope; period: Period }) => {
  const { insight: words } = useWords()
  const { slug } = useOrganization()
  const { data, error, refetch } = useApi(
    '/v1/analytics/questions',
    { params: { query: { ...scope, period } } },
    { placeholderData: keepPreviousData },
  )
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <CardSkeleton className="h-120" />
  return (
    <ShareList
      title={words.questions}
      text={words.questionsText}
      empty={words.noQuestions}
      items={data.questions.map(({ question, conversations, conversation_id: id }) => ({
        key: id + question,
        label: (
          <Link
            to="/$slug/conversations/$id"
            params={{ slug, id }}
            className="hover:underline"
            preload={false}
          >
            <bdi className="line-clamp-2 wrap-anywhere">{question}</bdi>
          </Link>
        ),
        value: conversations,
      }))}
    />
  )
}
