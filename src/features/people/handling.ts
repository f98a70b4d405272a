import type { Handoff } from '#contract/handling.ts'
import { runUnaudited } from '../../platform/change.ts'
import { announce, type Change, type Context, type Facts, signal } from '../../platform/context.ts'
import type { AddressLimit } from '../../platform/http/limits/addresses.ts'
import { hourMs, isoTimeOrNull, secondMs } from '../../platform/kit/clock.ts'
import { hasHits, takeHit } from '../../platform/store/rate-windows.ts'
import type { HandlingCause } from '../../platform/store/tables.ts'
import { endStopped, stopTurn } from '../answers/stopping.ts'
import { handoffOfCode } from '../codes/codes.ts'
import type { TalkingCode } from '../codes/codes.views.ts'
import { idleMs, requireActiveCode } from '../conversations/conversations.ts'
import { handoffUnavailable, peopleSentencesIn } from '../conversations/people.sentences.ts'
import { conversationNotFound, tooMany } from '../conversations/sentences.ts'
import * as store from '../conversations/visits.store.ts'
import { emit } from '../events/outbox.ts'
import { tellable } from '../organizations/handoffs.ts'
import { isOpen, nextOpening } from '../organizations/hours.ts'
import * as people from './handling.store.ts'
import { queueNotices } from './notices.ts'

declare module '../../platform/context.ts' {
  interface Service {
    handoffs: {
      /** The maximum of hand-offs in an hour. */
      perHour: { address: number; organization: number }
    }
  }
  interface Facts {
    /** A visitor waits for a person. */
    visitorWaits: {
      organizationId: string
      conversationId: string
      memberIds: string[]
    }
  }
}

type Conversation = store.ConversationRow

interface Entered {
  handling: Conversation['handling']
  cause: HandlingCause
  waitsUntil?: number
  /** The person who answers from now on. */
  person?: { id: string; userId: string }
}

/**
 * Changes who answers, as a turn of its own, so that readers get it once and in order. The caller
 * holds the lock of the conversation.
 */
export const enter = async (
  change: Change<unknown>,
  conversation: Conversation,
  { handling, cause, waitsUntil, person }: Entered,
): Promise<Conversation> => {
  const { db } = change
  const now = change.now()
  const { id: conversationId, turns } = conversation
  const after: Conversation = {
    ...conversation,
    turns: turns + 1,
    handling,
    assignee_id: person?.id ?? conversation.assignee_id,
    waits_until: waitsUntil ?? null,
    offer: null,
    // A visitor who waits is told in time, and is not timed out. A process of the former version
    // may have ended the conversation of a visitor who waited.
    idle_at:
      handling === 'waiting' || conversation.status === 'ended' ? null : now + idleMs(change),
  }
  await store.saveProgress(db, conversation, after)
  await store.insertState(db, {
    conversation_id: conversationId,
    turn: after.turns,
    handling,
    cause,
    user_id: person?.userId ?? null,
    created_at: now,
  })
  signal(change, { kind: 'conversation-changed', conversationId })
  return after
}

/**
 * Locks a conversation in which no model answers. Call `stopTurn` before the transaction: it keeps
 * all words of a running answer. An answer that began since is ended here.
 */
export const lockSilent = async (
  change: Change<unknown>,
  id: string,
): Promise<Conversation | undefined> => {
  const { db } = change
  const conversation = await store.lockById(db, id)
  if (!conversation) return undefined
  const said = await store.listMessages(db, id)
  const running = said.find(({ status }) => status === 'running')
  if (!running) return conversation
  await endStopped(change, running)
  return await store.lockById(db, id)
}

/** The settings with which a visitor can ask for a person now. */
const requireHandoff = async (
  context: Pick<Context<unknown>, 'db' | 'now'>,
  { language, started_at }: Conversation,
  code: TalkingCode,
): Promise<Handoff> => {
  const { organizationId, id: codeId } = code
  const handoff = await handoffOfCode(context, { organizationId, codeId })
  const { enabled, hours, closed_message } = handoff
  const said = peopleSentencesIn(language)
  if (!enabled) throw handoffUnavailable(closed_message ?? said.closed, null)
  const now = context.now()
  if (hours && !isOpen(hours, now)) {
    throw handoffUnavailable(closed_message ?? said.closed, isoTimeOrNull(nextOpening(hours, now)))
  }
  if (started_at === null) throw handoffUnavailable(said.writeFirst, null)
  return handoff
}

/** The visitor asks for a person. */
export const askForPerson = async (
  context: Context<unknown>,
  conversationId: string,
  limit: AddressLimit,
) => {
  const conversation = await store.findById(context.db, conversationId)
  if (!conversation) throw conversationNotFound()
  const code = await requireActiveCode(context, conversation)
  // Pressed again: nothing is written.
  if (conversation.handling !== 'assistant') return { handling: conversation.handling }
  // Before the answer is stopped: a refusal must not cost it.
  await requireHandoff(context, conversation, code)
  await limitHandoffs(context, conversation, limit, hasHits)
  await stopTurn(context, conversationId)
  return await runUnaudited(context.service, (change) =>
    beginWaiting(change, conversationId, limit),
  )
}

const beginWaiting = async (change: Change<unknown>, id: string, limit: AddressLimit) => {
  const conversation = await lockSilent(change, id)
  if (!conversation) throw conversationNotFound()
  const code = await requireActiveCode(change, conversation)
  if (conversation.handling !== 'assistant') return { handling: conversation.handling }
  const handoff = await requireHandoff(change, conversation, code)
  await limitHandoffs(change, conversation, limit, takeHit)
  const waitsUntil = change.now() + handoff.wait_seconds * secondMs
  await enter(change, conversation, { handling: 'waiting', cause: 'asked', waitsUntil })
  const { organization_id: organizationId } = conversation
  const data = { conversation_id: id, qpr_code_id: code.id, short_id: code.shortId }
  await emit(change, [{ organizationId, type: 'conversation.handoff', data }])
  const members = await tellable(change, organizationId, handoff)
  await queueNotices(change, { organizationId, conversationId: id, members })
  const memberIds = members.map((member) => member.id)
  await announce(change, 'visitorWaits', { organizationId, conversationId: id, memberIds })
  return { handling: 'waiting' as const }
}

/** In one conversation in an hour. */
const perConversation = 6

/** Each hand-off tells people, so a visitor must not cause them in large numbers. */
const limitHandoffs = async (
  context: Context<unknown>,
  { id, organization_id, language }: Conversation,
  { address, times }: AddressLimit,
  take: typeof takeHit,
) => {
  const { secrets, handoffs } = context.service
  const { perHour } = handoffs
  const hour = Math.floor(context.now() / hourMs)
  const expiresAt = (hour + 2) * hourMs
  const ofAddress = secrets.sign('handoff', organization_id, address, String(hour))
  const isAllowed = (window: string, maximum: number) =>
    take(context.db, { id: window, maximum, expiresAt })
  if (
    (await isAllowed(`handoff ${id} ${hour}`, perConversation)) &&
    (await isAllowed(ofAddress, perHour.address * times)) &&
    (await isAllowed(`handoff ${organization_id} ${hour}`, perHour.organization))
  ) {
    return
  }
  const retryMs = (hour + 1) * hourMs - context.now()
  throw tooMany('too_many_handoffs', peopleSentencesIn(language).tooManyHandoffs, retryMs)
}

/** Nobody came: the visitor is told, and the assistant answers again. False: it is not due any more. */
export const endWait = async (change: Change<unknown>, id: string): Promise<boolean> => {
  const conversation = await store.lockById(change.db, id)
  if (conversation?.handling !== 'waiting') return false
  if ((conversation.waits_until ?? 0) > change.now()) return false
  await enter(change, conversation, { handling: 'assistant', cause: 'missed' })
  return true
}

/** Nobody can answer in conversations of codes that are archived or have moved away. */
export const leaveClosedCodes = async (
  change: Change<unknown>,
  { codeIds }: Facts['codesClosed'],
) => await giveBack(change, await people.listOfCodes(change.db, codeIds))

/** Visitors who wait for a person, or write with one, learn that their conversation is deleted. */
const signalDeleted = (change: Change<unknown>, ids: string[]) => {
  for (const conversationId of ids) signal(change, { kind: 'conversation-changed', conversationId })
}

export const leaveDeletedCode = async (change: Change<unknown>, { code }: Facts['codeDeleted']) =>
  signalDeleted(change, await people.listOfCodes(change.db, [code.id]))

export const leaveDeletedOrganization = async (
  change: Change<unknown>,
  { organization }: Facts['organizationDeleted'],
) => signalDeleted(change, await people.listOfOrganization(change.db, organization.id))

/** The conversations of a member who can no longer answer go back to the assistant. */
export const leaveMember = async (
  change: Change<unknown>,
  { organizationId, memberId }: Facts['memberGone'],
) => await giveBack(change, await people.listOfMember(change.db, organizationId, memberId))

const giveBack = async (change: Change<unknown>, ids: string[]) => {
  for (const id of ids) {
    const conversation = await store.lockById(change.db, id)
    if (!conversation || conversation.handling === 'assistant') continue
    await enter(change, conversation, { handling: 'assistant', cause: 'released' })
  }
}
