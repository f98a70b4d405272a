import { isoTime, isoTimeOrNull } from '../../platform/kit/clock.ts'
import type { Db } from '../../platform/store/database.ts'
import type { AskedGroup, AskedRow } from './asked.store.ts'
import type { GroupRow } from './grouping.store.ts'
import { knownCodes } from './questions.store.ts'

const shownCodes = 20

/** The most frequent first. */
const mostFrequent = (counts: Map<string, number>): string[] =>
  [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([value]) => value)

type Texts = ReadonlyMap<string, string>

/** The question as a visitor last wrote it. */
export const questionIn = ({ newest }: AskedGroup, texts: Texts): string =>
  texts.get(newest.at(-1)?.answer_id ?? '') ?? ''

export const asQuestion = (
  organizationId: string,
  group: AskedGroup,
  texts: Texts,
  knownCodes: ReadonlySet<string>,
) => ({
  id: group.id,
  organization_id: organizationId,
  status: group.status,
  question: questionIn(group, texts),
  asked: group.asked,
  conversations: group.conversations.size,
  languages: mostFrequent(group.languages),
  asked_code_ids: mostFrequent(group.codes).slice(0, shownCodes),
  code_ids: codesLeft(group, knownCodes),
  source_id: group.source_id,
  first_asked_at: isoTime(group.first_asked_at),
  last_asked_at: isoTime(group.last_asked_at),
  answered_at: isoTimeOrNull(group.answered_at),
})

export const questionOf = (row: AskedRow, texts: Texts) => ({
  message_id: row.answer_id,
  conversation_id: row.conversation_id,
  qpr_code_id: row.code_id,
  code_name: row.code_name,
  question: texts.get(row.answer_id) ?? '',
  language: row.language,
  outcome: row.outcome === 'partly' ? ('partly' as const) : ('unknown' as const),
  asked_at: isoTime(row.asked_at),
})

export const codeIdsOf = ({ code_ids }: Pick<GroupRow, 'code_ids'>): string[] | null =>
  code_ids && JSON.parse(code_ids)

/** The codes that groups name and that still exist. */
export const knownCodesOf = async (db: Db, organizationId: string, groups: AskedGroup[]) => {
  const ids = new Set(groups.flatMap((group) => codeIdsOf(group) ?? []))
  return ids.size === 0 ? ids : await knownCodes(db, organizationId, [...ids])
}

/**
 * A code that was deleted or moved drops out of a question. When none is left, an open question is
 * for all codes again; an answer is for none, because it may be wrong at another code.
 */
export const codesLeft = (
  { code_ids, status }: Pick<GroupRow, 'code_ids' | 'status'>,
  known: ReadonlySet<string>,
): string[] | null => {
  const left = codeIdsOf({ code_ids })?.filter((id) => known.has(id)) ?? null
  return left?.length === 0 && status !== 'answered' ? null : left
}
