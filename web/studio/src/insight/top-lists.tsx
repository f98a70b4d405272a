import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Period } from '#contract/periods.ts'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useFiltered } from '../api/read.ts'
import { Shown } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { Scope } from './scope.ts'

interface TopListProps {
  scope: Scope
  period: Period
}

const nameLook = 'line-clamp-2 wrap-anywhere hover:underline'

/** The codes with the most scans. Each links to its own insight for the same period. */
export const TopCodeList = ({ scope: { organization_id }, period }: TopListProps) => {
  const { insight: words } = useWords()
  const { slug } = useOrganization()
  const query = useFiltered(qpr.analytics.codes, { organization_id, period })
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
export const TopQuestionList = ({ scope, period }: TopListProps) => {
  const { insight: words } = useWords()
  const { slug } = useOrganization()
  const query = useFiltered(qpr.analytics.questions, { ...scope, period })
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

interface BarListProps {
  title: string
  text?: string
  items: readonly { key: string; label: ReactNode; value: number }[]
  /** Shown without items. */
  empty?: string
}

/** Names with bars as long as their numbers, largest first: countries, devices, questions, codes. */
export const BarList = ({ title, text, items, empty }: BarListProps) => {
  const { ui } = useWords()
  const { number } = useFormat()
  const maximum = Math.max(1, ...items.map(({ value }) => value))
  return (
    <section aria-label={title} className="card p-4 sm:p-6">
      <h2 className="font-medium">{title}</h2>
      {text !== undefined && <p className="text-small text-muted">{text}</p>}
      {items.length === 0 && <p className="py-6 text-center text-muted">{empty ?? ui.noData}</p>}
      <ol aria-label={title} className="mt-3 flex flex-col gap-1">
        {items.map(({ key, label, value }) => (
          <li key={key} className="relative flex justify-between gap-4 px-3 py-1.5">
            <span
              aria-hidden="true"
              className="absolute inset-y-0 left-0 rounded-field bg-accent-soft"
              style={{ width: `${(value / maximum) * 100}%` }}
            />
            <span className="relative min-w-0 wrap-anywhere">{label}</span>
            <span className="relative">{number(value)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
