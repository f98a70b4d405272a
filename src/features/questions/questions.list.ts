import type { Context } from '../../platform/context.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { maxCounted } from '../../platform/store/keyset.ts'
import { requireScope } from '../codes/codes.access.ts'
import { type AskedGroup, type Filter, questionTexts, readGroups } from './asked.store.ts'
import { groupQuestions } from './grouping.ts'
import type { QuestionQuery } from './questions.schema.ts'
import { asQuestion, knownCodesOf, questionIn } from './questions.views.ts'

/** The position of a group in the list: conversations, last asked, id. */
type Place = [number, number, string]

export const questionPlaceOf = ({ conversations, last_asked_at, id }: AskedGroup): Place => [
  conversations.size,
  last_asked_at,
  id,
]

/** Negative when `a` comes before `b`. */
const compare = (a: AskedGroup, b: AskedGroup): number =>
  b.conversations.size - a.conversations.size ||
  b.last_asked_at - a.last_asked_at ||
  (a.id > b.id ? -1 : Number(a.id < b.id))

export const isAfter = (group: AskedGroup, [conversations, lastAskedAt, id]: Place): boolean => {
  if (group.conversations.size !== conversations) return group.conversations.size < conversations
  if (group.last_asked_at !== lastAskedAt) return group.last_asked_at < lastAskedAt
  return group.id < id
}

/** The groups that have questions, those of most conversations first, then the latest. */
const rankedGroups = async (context: Context<unknown>, filter: Filter): Promise<AskedGroup[]> => {
  await groupQuestions(context, filter.organizationId)
  const groups = await readGroups(context.db, filter, { newest: 1 })
  return groups.sort(compare)
}

/** The questions that the codes of an organization could not answer. */
export const listQuestions = async (context: Context, query: QuestionQuery) => {
  const { db } = context
  const { limit, offset, status, outcome = null } = query
  const { organizationId, code } = await requireScope(context, query, 'conversations:read')
  const filter = { organizationId, codeId: code?.id ?? null, status, outcome }
  const groups = await rankedGroups(context, filter)
  const like: Place = [0, 0, '']
  const page = openPage({ list: 'questions', filter: [filter], like }, query)
  const { after } = page
  const left = after ? groups.filter((group) => isAfter(group, after)) : groups
  const found = left.slice(page.offset, page.offset + page.maximum)
  const { rows, next } = page.close(found, questionPlaceOf)
  const texts = await questionTexts(
    db,
    rows.flatMap(({ newest }) => newest),
  )
  const known = await knownCodesOf(db, organizationId, rows)
  return {
    questions: rows.map((group) => asQuestion(organizationId, group, texts, known)),
    total: Math.min(groups.length, maxCounted),
    limit,
    offset,
    ...next,
  }
}

/** For the summary mail: the open questions that were asked in a period. */
export const unansweredQuestions = async (
  context: Context<unknown>,
  organizationId: string,
  span: { from: number; until: number },
  maximum: number,
) => {
  const { from: since, until } = span
  const groups = await rankedGroups(context, {
    organizationId,
    codeId: null,
    status: 'open',
    outcome: 'unknown',
    since,
    until,
  })
  const first = groups.slice(0, maximum)
  const texts = await questionTexts(
    context.db,
    first.flatMap(({ newest }) => newest),
  )
  return {
    total: groups.length,
    questions: first.map((group) => ({
      id: group.id,
      conversations: group.conversations.size,
      question: questionIn(group, texts),
    })),
  }
}
