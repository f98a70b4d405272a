import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Period } from '#contract/periods.ts'
import { useOrganization } from '../api/organization.ts'
import { useApi } from '../api/query.ts'
import { BarList } from '../ui/chart.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'
import type { Scope } from './scope.ts'

interface TopListProps {
  scope: Scope
  period: Period
}

const nameLook = 'line-clamp-2 wrap-anywhere hover:underline'

/** The codes with the most scans. Each links to its own insight for the same period. */
export const TopCodes = ({ scope: { organization_id }, period }: TopListProps) => {
  const { insight: words } = useWords()
  const { slug } = useOrganization()
  const query = useApi(
    '/v1/analytics/codes',
    { params: { query: { organization_id, period } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Shown query={query} height="h-120">
      {({ codes }) => (
        <BarList
          title={words.codes}
          text={words.codesText}
          items={codes.map(({ qpr_code_id: id, name, scans }) => ({
            key: id,
            label: (
              <Link
                to="/$slug/codes/$id/insight"
                params={{ slug, id }}
                search={({ period }) => ({ period })}
              >
                <bdi className={nameLook}>{name}</bdi>
              </Link>
            ),
            value: scans,
          }))}
        />
      )}
    </Shown>
  )
}

/** The questions that visitors ask most. Each links to the conversation that asked it last. */
export const TopQuestions = ({ scope, period }: TopListProps) => {
  const { insight: words } = useWords()
  const { slug } = useOrganization()
  const query = useApi(
    '/v1/analytics/questions',
    { params: { query: { ...scope, period } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Shown query={query} height="h-120">
      {({ questions }) => (
        <BarList
          title={words.questions}
          text={words.questionsText}
          empty={words.noQuestions}
          items={questions.map(({ question, conversations, conversation_id: id }) => ({
            key: id + question,
            label: (
              <Link to="/$slug/conversations/$id" params={{ slug, id }} preload={false}>
                <bdi className={nameLook}>{question}</bdi>
              </Link>
            ),
            value: conversations,
          }))}
        />
      )}
    </Shown>
  )
}
