import { maxItems } from '#contract/limits.ts'
import { auditSubjects, type Change, type Context } from '../../platform/context.ts'
import { invalidField, limitReached, problem } from '../../platform/http/problem.ts'
import { createBounded } from '../../platform/kit/bounded.ts'
import { type Clock, secondMs } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Signals } from '../../platform/store/signals.ts'
import { stopTurn } from '../answers/stopping.ts'
import { endAtLimit } from '../answers/turn-end.ts'
import { endConversation, insertTurn, requireActiveCode } from '../conversations/conversations.ts'
import {
  asMessage,
  asNote,
  requireConversation,
  retrieveConversation,
} from '../conversations/inbox.ts'
import { nameFor } from '../conversations/people.sentences.ts'
import { conversationNotFound } from '../conversations/sentences.ts'
import { ownerMessage } from '../conversations/visits.rows.ts'
import type { ConversationRow } from '../conversations/visits.store.ts'
import * as visits from '../conversations/visits.store.ts'
import { emit } from '../events/outbox.ts'
import { type Answerer, findAnswerer } from '../organizations/handoffs.ts'
import * as store from './handling.store.ts'
import { enter, lockSilent } from './handling.ts'

declare module '../../platform/context.ts' {
  interface Service {
    typing: Typing
  }
}

const permission = 'conversations:answer'

/**
 * With the permission check, and the entry in the audit log, which has no words of the visitor.
 * `lock` is `lockSilent` where a running answer must end.
 */
const lockToAnswer = async (change: Change, id: string, lock = lockRunning) => {
  const { organization_id } = await requireConversation(change, id, permission)
  auditSubjects(change, organization_id, [{ id, name: null }])
  const conversation = await lock(change, id)
  if (!conversation) throw conversationNotFound()
  const { userId } = change.actor
  const member = await findAnswerer(change.db, organization_id, 'members.user_id', userId)
  if (!member) throw conversationNotFound()
  return { conversation, member }
}

const lockRunning: typeof lockSilent = ({ db }, id) => visits.lockById(db, id)

/**
 * Ends a running answer before a change, with all of its words. Only for callers who may change the
 * conversation.
 */
const prepareSilence = async (context: Context, id: string) => {
  await requireConversation(context, id, permission)
  await stopTurn(context, id)
}

/** Other members see the name as visitors do. */
const shownName = ({ name }: Pick<Answerer, 'name'>): string => nameFor(name, 'en')

const handTo = async (change: Change, conversation: ConversationRow, person: Answerer) => {
  const { id, organization_id: organizationId } = conversation
  await enter(change, conversation, { handling: 'person', cause: 'taken', person })
  const { short_id } = await visits.codeOf(change.db, id)
  const data = {
    conversation_id: id,
    qpr_code_id: conversation.code_id,
    short_id,
    member_id: person.id,
    name: shownName(person),
  }
  await emit(change, [{ organizationId, type: 'conversation.taken', data }])
}

export const prepareTake = async (context: Context, id: string, { force = false }) => {
  await prepareSilence(context, id)
  return (change: Change) => takeConversation(change, id, force)
}

/** Exactly one member wins: the others wait for the lock and find it taken. */
const takeConversation = async (change: Change, id: string, isForced: boolean) => {
  const { conversation, member } = await lockToAnswer(change, id, lockSilent)
  await requireActiveCode(change, conversation)
  const { handling, assignee_id, organization_id } = conversation
  const isTaken = handling === 'person' && assignee_id !== null
  if (!isTaken || assignee_id !== member.id) {
    const other =
      isTaken && (await findAnswerer(change.db, organization_id, 'members.id', assignee_id))
    if (other && !isForced) throw alreadyTaken(shownName(other))
    await handTo(change, conversation, member)
  }
  return await retrieveConversation(change, id)
}

export const writeToVisitor = async (change: Change, id: string, { text }: { text: string }) => {
  const { conversation, member } = await lockToAnswer(change, id)
  await requireActiveCode(change, conversation)
  const { handling, assignee_id } = conversation
  if (handling !== 'person' || assignee_id !== member.id) throw notTaken()
  const message = ownerMessage(conversation, text, member.userId, change.now())
  await endAtLimit(change, await insertTurn(change, conversation, message))
  return asMessage({ ...message, name: shownName(member) })
}

export const releaseConversation = async (change: Change, id: string) => {
  const { conversation } = await lockToAnswer(change, id)
  await requireActiveCode(change, conversation)
  if (conversation.handling !== 'assistant') {
    await enter(change, conversation, { handling: 'assistant', cause: 'released' })
  }
  return await retrieveConversation(change, id)
}

export const prepareEnd = async (context: Context, id: string) => {
  await prepareSilence(context, id)
  return async (change: Change) => {
    const { conversation } = await lockToAnswer(change, id, lockSilent)
    if (conversation.status === 'open') await endConversation(change, conversation, 'closed')
  }
}

/** Assigning a conversation that a person has hands it to the other member. */
export const assignConversation = async (
  change: Change,
  id: string,
  { assignee }: { assignee: string | null },
) => {
  const { conversation } = await lockToAnswer(change, id)
  const { handling, organization_id, assignee_id } = conversation
  const member =
    assignee && (await findAnswerer(change.db, organization_id, 'members.id', assignee))
  if (assignee && !member) throw unknownAssignee()
  if (handling === 'person' && !member) throw stillTaken()
  if (handling === 'person' && member && member.id !== assignee_id) {
    await handTo(change, conversation, member)
  } else await visits.saveProgress(change.db, conversation, { assignee_id: assignee })
  return await retrieveConversation(change, id)
}

export const addNote = async (change: Change, id: string, { text }: { text: string }) => {
  const { conversation, member } = await lockToAnswer(change, id)
  if ((await store.countNotes(change.db, id)) >= maxItems.notes) throw tooManyNotes()
  const now = change.now()
  const { userId } = member
  const note = {
    id: newId('note', now),
    conversation_id: conversation.id,
    user_id: userId,
    text,
    created_at: now,
  }
  await store.insertNote(change.db, note)
  return asNote({ ...note, name: member.name, email: change.actor.email })
}

/** A visitor is told at most once in this time that a person is writing. */
export const typingMs = 3 * secondMs

type Typing = ReturnType<typeof createTyping>

/** When a member last wrote, by conversation. Created before the streams, which a signal wakes. */
export const createTyping = (signals: Signals, clock: Clock) => {
  const lastAt = createBounded<number>('typing', { bytes: 2 ** 18 })
  signals.listen((sent) => {
    if (sent.kind === 'typing') lastAt.set(sent.conversationId, clock.now())
  })
  return { lastAt: (conversationId: string): number => lastAt.get(conversationId) ?? 0 }
}

export const typingAt = ({ service }: Context<unknown>, conversationId: string): number =>
  service.typing.lastAt(conversationId)

/** Tells the readers in every process. Nothing is stored. */
const emitTyping = ({ service }: Pick<Context, 'service'>, conversationId: string) =>
  service.database.signals.send({ kind: 'typing', conversationId })

/** Tells the visitor that the caller is writing, if the caller has the conversation. */
export const noteTyping = async (context: Context, id: string) => {
  const { organization_id, handling, assignee } = await requireConversation(context, id, permission)
  const { userId } = context.actor
  const member = await findAnswerer(context.db, organization_id, 'members.user_id', userId)
  if (handling === 'person' && assignee === member?.id) emitTyping(context, id)
}

const alreadyTaken = (name: string) =>
  problem(409, 'already_taken', `${name} already has this conversation.`, { extra: { name } })

const notTaken = () =>
  problem(409, 'not_taken', 'You do not have this conversation. Take it before you write.')

const unknownAssignee = () =>
  invalidField('/assignee', 'unknown', 'No member with this id may answer visitors.')

const stillTaken = () =>
  invalidField('/assignee', 'invalid', 'A person has this conversation. Release it first.')

const tooManyNotes = () =>
  limitReached(`This conversation has ${maxItems.notes} notes, the maximum.`)
