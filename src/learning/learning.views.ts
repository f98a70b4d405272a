import { isoTime, isoTimeOrNull } from '../kit/clock.ts'
import type { AskedRow, ListedGroup } from './learning.store.ts'

/** The rows of all groups of a page, read together. */
export interface QuestionParts {
  organizationId: string
  newest: AskedRow[]
  spread: { group_id: string; language: string; code_id: string; asked: number }[]
}

const shownCodes = 20

/** Distinct values, the most frequent first. */
const mostFrequent = (counts: [string, number][]): string[] => {
  const sums = new Map<string, number>()
  for (const [value, count] of counts) sums.set(value, (sums.get(value) ?? 0) + count)
  return [...sums]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([value]) => value)
}

export const asQuestion = (
  group: ListedGroup,
  { organizationId, newest, spread }: QuestionParts,
) => {
  const here = spread.filter(({ group_id }) => group_id === group.id)
  return {
    id: group.id,
    organization_id: organizationId,
    status: group.status,
    question: shown(newest.find(({ group_id }) => group_id === group.id)?.text ?? ''),
    asked: group.asked,
    conversations: group.conversations,
    languages: mostFrequent(here.map(({ language, asked }) => [language, asked])),
    asked_code_ids: mostFrequent(here.map(({ code_id, asked }) => [code_id, asked])).slice(
      0,
      shownCodes,
    ),
    code_ids: (group.code_ids && JSON.parse(group.code_ids)) as string[] | null,
    source_id: group.source_id,
    first_asked_at: isoTime(group.first_asked_at),
    last_asked_at: isoTime(group.last_asked_at),
    answered_at: isoTimeOrNull(group.answered_at),
  }
}

export const questionOf = (row: AskedRow) => ({
  message_id: row.answer_id,
  conversation_id: row.conversation_id,
  qpr_code_id: row.code_id,
  code_name: row.code_name,
  question: shown(row.text),
  language: row.language,
  outcome: row.outcome === 'partly' ? ('partly' as const) : ('unknown' as const),
  asked_at: isoTime(row.asked_at),
})

/** A text that the query cut may end in the middle of a character. */
const shown = (text: string): string => text.toWellFormed()
