import { maxLength } from '#contract/limits.ts'
import type { Change, Context, Facts } from '../../platform/context.ts'
import { auditSubjects } from '../../platform/context.ts'
import { invalidField, Problem, problem } from '../../platform/http/problem.ts'
import type { Db } from '../../platform/store/database.ts'
import { addOwnerMessage } from '../conversations/conversations.ts'
import { createQuestionSource } from '../knowledge/sources.create.ts'
import type { SourceChanges } from '../knowledge/sources.schema.ts'
import { updateSource } from '../knowledge/sources.ts'
import { reachableOrganizations, requireOrganization } from '../organizations/access.ts'
import { questionTexts, readGroups } from './asked.store.ts'
import { findText, type GroupRow, type NewQuestion, saveQuestion } from './grouping.store.ts'
import { findGroup, placeQuestion } from './grouping.ts'
import type { NewAnswer, QuestionChanges } from './questions.schema.ts'
import * as store from './questions.store.ts'
import { asQuestion, codeIdsOf, codesLeft, knownCodesOf, questionOf } from './questions.views.ts'

/** An answer reaches at most this many visitors who are still there. */
const maxNotified = 200
const shownQuestions = 100

const detailOf = async (
  { db }: Pick<Context, 'db'>,
  { id, organization_id: organizationId }: GroupRow,
) => {
  const filter = { organizationId, codeId: null, status: null, outcome: null, groupId: id }
  const [group] = await readGroups(db, filter, { newest: shownQuestions })
  if (!group) throw questionNotFound(id)
  const texts = await questionTexts(db, group.newest)
  const known = await knownCodesOf(db, organizationId, [group])
  return {
    ...asQuestion(organizationId, group, texts, known),
    questions: group.newest.toReversed().map((row) => questionOf(row, texts)),
  }
}

/** To change a question locks it. */
const requireQuestion = async (
  context: Context,
  id: string,
  permission: 'conversations:read' | 'knowledge:write',
) => {
  const isLocking = permission === 'knowledge:write'
  const reachable = reachableOrganizations(context)
  const group = await store.find(context.db, reachable, id, { isLocking })
  if (!group) throw questionNotFound(id)
  await requireOrganization(context, group.organization_id, permission)
  return group
}

const requireAnswer = async (context: Context, messageId: string) => {
  const answer = await store.findAnswer(context.db, reachableOrganizations(context), messageId)
  if (!answer || answer.status === 'running') throw answerNotFound(messageId)
  const { organization_id: organizationId, conversation_id: conversationId } = answer
  await requireOrganization(context, organizationId, 'knowledge:write')
  return { organizationId, conversationId, createdAt: answer.created_at }
}

/** Without a name: the question is the visitor's, and the audit log outlives the conversation. */
const auditQuestion = (change: Change, { id, organization_id }: GroupRow) =>
  auditSubjects(change, organization_id, [{ id, name: null }])

/** False when the question has no source, or the owner has deleted it. */
const changeSource = async (
  change: Change,
  { source_id }: GroupRow,
  changes: SourceChanges,
): Promise<boolean> => {
  if (source_id === null) return false
  try {
    await updateSource(change, source_id, changes)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return false
    throw error
  }
}

/** Saves the question of an answer that did not know it, or that was rated down. */
export const recordQuestion = (
  context: Pick<Context, 'db' | 'now'>,
  question: Omit<NewQuestion, 'now'>,
) => saveQuestion(context.db, { ...question, now: context.now() })

/** Saves the question of an answer that did not know it, or only a part of it. */
export const recordUnknownQuestion = async (
  change: Change<unknown>,
  { outcome, ...question }: Facts['turnEnded'],
) => {
  if (outcome === 'unknown' || outcome === 'partly') await recordQuestion(change, question)
}

export const organizationOfQuestion = async (context: Context, id: string): Promise<string> => {
  const group = await store.find(context.db, reachableOrganizations(context), id)
  if (!group) throw questionNotFound(id)
  return group.organization_id
}

export const retrieveQuestion = async (context: Context, id: string) =>
  await detailOf(context, await requireQuestion(context, id, 'conversations:read'))

/**
 * An answer that the owner finds wrong is a question that the code does not know. Its group is
 * found before the transaction.
 */
export const prepareReport = async (context: Context, messageId: string) => {
  const answer = await requireAnswer(context, messageId)
  const asked = await findText(context.db, { ...answer, answerId: messageId })
  if (asked === null) throw answerNotFound(messageId)
  const found = await findGroup(context, answer.organizationId, asked)
  return (change: Change) => reportAnswer(change, messageId, found)
}

const reportAnswer = async (change: Change, messageId: string, found: string | null) => {
  const { db } = change
  // Once more: the conversation may be deleted.
  const { organizationId, conversationId, createdAt } = await requireAnswer(change, messageId)
  await store.markUnknown(db, messageId, conversationId)
  await saveQuestion(db, { answerId: messageId, conversationId, organizationId, now: createdAt })
  if ((await store.groupOf(db, messageId)) === null) {
    await placeQuestion(change, organizationId, messageId, found)
  }
  const id = (await store.groupOf(db, messageId)) ?? ''
  const group = await requireQuestion(change, id, 'knowledge:write')
  auditQuestion(change, group)
  if (group.status === 'dismissed') await store.save(db, { ...group, status: 'open' })
  return await detailOf(change, group)
}

/** The answer becomes knowledge immediately, and goes to visitors with an open conversation. */
export const answerQuestion = async (change: Change, id: string, input: NewAnswer) => {
  const { db, actor } = change
  const group = await requireQuestion(change, id, 'knowledge:write')
  const { answer, question } = input
  const codeIds = await chosenCodes(db, group, input.code_ids)
  const isChanged = await changeSource(change, group, {
    answer,
    code_ids: codeIds,
    ...(question !== undefined && { question, title: titleOf(question) }),
  })
  const text = { question: question ?? titleOf(answer), answer }
  const sourceId = isChanged
    ? group.source_id
    : await createQuestionSource(change, group.organization_id, text, codeIds)
  const answered: GroupRow = {
    ...group,
    status: 'answered',
    code_ids: codeIds && JSON.stringify(codeIds),
    source_id: sourceId,
    answered_at: change.now(),
  }
  await store.save(db, answered)
  // Only visitors of the codes that the answer is for: it may be wrong at another one.
  const conversationIds = await store.listOpen(db, answered, codeIdsOf(answered), maxNotified)
  for (const one of conversationIds) await addOwnerMessage(change, one, answer, actor.userId)
  return await detailOf(change, answered)
}

export const updateQuestion = async (change: Change, id: string, changes: QuestionChanges) => {
  const { db } = change
  const group = await requireQuestion(change, id, 'knowledge:write')
  const { status = group.status, code_ids } = changes
  if (group.status === 'answered' && status !== 'answered') throw alreadyAnswered()
  const codeIds = await chosenCodes(db, group, code_ids)
  if (code_ids !== undefined) await changeSource(change, group, { code_ids })
  const changed = { ...group, status, code_ids: codeIds && JSON.stringify(codeIds) }
  await store.save(db, changed)
  auditQuestion(change, group)
  return await detailOf(change, changed)
}

export const mergeQuestions = async (change: Change, id: string, others: string[]) => {
  if (others.includes(id)) {
    throw invalidField('/question_ids', 'invalid', 'A question cannot be merged with itself.')
  }
  // In the order of their ids, so that two merges cannot deadlock.
  const groups = new Map<string, GroupRow>()
  for (const one of [id, ...others].toSorted()) {
    groups.set(one, await requireQuestion(change, one, 'knowledge:write'))
  }
  const into = groups.get(id) as GroupRow
  for (const { status, organization_id } of groups.values()) {
    if (organization_id !== into.organization_id) throw otherOrganization()
    if (status === 'answered') throw alreadyAnswered()
  }
  await store.mergeInto(change.db, into, others)
  auditQuestion(change, into)
  return await detailOf(change, into)
}

/** The words of the owner, never of a visitor: it is public, and outlives the conversation. */
const titleOf = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, maxLength.name).toWellFormed()

/** The codes of the request, or else those of the question. */
const chosenCodes = async (
  db: Db,
  group: GroupRow,
  given: string[] | null | undefined,
): Promise<string[] | null> => {
  const ids = given === undefined ? codeIdsOf(group) : given
  if (ids === null) return null
  const known = await store.knownCodes(db, group.organization_id, ids)
  if (given === undefined) return codesLeft(group, known)
  const at = ids.findIndex((id) => !known.has(id))
  if (at < 0) return ids
  throw unknownCode(at)
}

const questionNotFound = (id: string) =>
  problem(404, 'question_not_found', `There is no question ${id.slice(0, 100)}.`)

const answerNotFound = (id: string) =>
  problem(404, 'message_not_found', `There is no finished answer ${id.slice(0, 100)}.`)

const alreadyAnswered = () =>
  problem(
    409,
    'question_answered',
    'This question is already answered. Answer it again to replace its answer.',
  )

const otherOrganization = () =>
  invalidField(
    '/question_ids',
    'other_organization',
    'Only questions of the same organization can be merged.',
  )

const unknownCode = (at: number) =>
  invalidField(`/code_ids/${at}`, 'unknown', 'The organization has no code with this id.')
