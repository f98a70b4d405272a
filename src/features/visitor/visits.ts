import { textsIn } from '#contract/translations.ts'
import { runUnaudited } from '../../platform/change.ts'
import { announce, type Change, type Context } from '../../platform/context.ts'
import type { AddressLimit } from '../../platform/http/limits/addresses.ts'
import type { MinuteLimit } from '../../platform/http/limits/rates.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { newId, newToken, sha256Hex } from '../../platform/kit/ids.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import { beginTurn } from '../answers/asking.ts'
import { stopTurn } from '../answers/stopping.ts'
import { endAtLimit, hasHandoff } from '../answers/turn-end.ts'
import { startTurn } from '../answers/turns.ts'
import { codeForTalk } from '../codes/codes.ts'
import type { TalkingCode } from '../codes/codes.views.ts'
import {
  countConversation,
  endConversation,
  idleMs,
  insertTurn,
  removeConversation,
  requireActiveCode,
} from '../conversations/conversations.ts'
import {
  answerRunning,
  codeArchived,
  conversationNotFound,
  monthUsedUp,
  noSuchCode,
  nothingToRetry,
  sentencesIn,
  tooMany,
} from '../conversations/sentences.ts'
import { asVisit, blankConversation, visitorMessage } from '../conversations/visits.rows.ts'
import type { Rating } from '../conversations/visits.schema.ts'
import * as store from '../conversations/visits.store.ts'
import { isDemo } from '../models/models.ts'
import type { NewLead } from '../people/leads.schema.ts'
import { leaveLead } from '../people/leads.ts'
import { countMessage } from '../plans/monthly.ts'
import { recordQuestion } from '../questions/questions.ts'
import { rateAnswer } from './ratings.ts'
import { scanIn } from './scan-headers.ts'

// The visitor's side of a conversation. The token alone gives access to it.

declare module '../../platform/context.ts' {
  interface Service {
    visitor: {
      messagesPerMinute: number
      /** The maximum number of conversations that a network address opens. */
      openingsPerMinute: number
      /** Whether a network address may have another long page compressed in this minute. */
      mayCompress: MinuteLimit
    }
  }
}

declare module '../../platform/context.ts' {
  interface Facts {
    /** An answer got a bad rating that it did not have; null: the whole conversation. */
    answerRatedDown: { organizationId: string; conversationId: string; messageId: string | null }
  }
}

/** The conversation of a token. */
export const requireVisit = async ({ db }: Pick<Context<unknown>, 'db'>, token: string) => {
  const conversation = await store.find(db, sha256Hex(token))
  if (!conversation) throw conversationNotFound()
  return conversation
}

const lockVisit = async ({ db }: Change<unknown>, token: string) => {
  const conversation = await store.lock(db, sha256Hex(token))
  if (!conversation) throw conversationNotFound()
  return conversation
}

const countOpening = async (
  change: Change<unknown>,
  { address, times }: AddressLimit,
  language: string,
) => {
  const { secrets, visitor } = change.service
  const minute = Math.floor(change.now() / minuteMs)
  // The id cannot be computed without our secret, and it expires within two minutes.
  const id = secrets.sign('opening', address, String(minute))
  const hits = await countHit(change.db, id, (minute + 2) * minuteMs)
  if (hits > visitor.openingsPerMinute * times) {
    const retryMs = (minute + 1) * minuteMs - change.now()
    throw tooMany('too_many_openings', sentencesIn(language).tooManyOpenings, retryMs)
  }
}

/** The code that answers the next message. */
const requireOpen = async (
  change: Change<unknown>,
  conversation: store.ConversationRow,
  said: store.MessageRow[],
): Promise<TalkingCode> => {
  const code = await requireActiveCode(change, conversation)
  if (said.some((message) => message.status === 'running')) throw answerRunning()
  return code
}

const requirePace = (
  change: Change<unknown>,
  { language }: store.ConversationRow,
  said: store.MessageRow[],
) => {
  const { messagesPerMinute } = change.service.visitor
  const since = change.now() - minuteMs
  const lately = said.filter(({ role, created_at }) => role === 'visitor' && created_at > since)
  if (lately.length < messagesPerMinute) return
  const oldest = lately[lately.length - messagesPerMinute]?.created_at ?? since
  throw tooMany('too_many_messages', sentencesIn(language).tooFast, oldest - since)
}

interface Visitor {
  limit: AddressLimit
  language: string
  /** The cookie of the scan. */
  scan: string | undefined
}

export const openConversation = async (
  change: Change<unknown>,
  shortId: string,
  visitor: Visitor,
) => {
  const code = await codeForTalk(change, 'short_id', shortId)
  if (!code) throw noSuchCode()
  if (code.status === 'archived') throw codeArchived(visitor.language)
  await countOpening(change, visitor.limit, visitor.language)
  const now = change.now()
  const token = newToken()
  const demo = isDemo(change, code.model)
  const id = newId('conv', now)
  const isOpened = await store.insert(change.db, {
    ...blankConversation,
    id,
    code_id: code.id,
    scan_id: scanIn(change, visitor.scan, code.scopeId),
    token_hash: sha256Hex(token),
    language: visitor.language,
    is_demo: Number(demo),
    created_at: now,
    idle_at: now + idleMs(change),
  })
  if (!isOpened) throw noSuchCode()
  return {
    conversation_id: id,
    token,
    welcome_message: textsIn(code, visitor.language).welcomeMessage,
    demo,
  }
}

export const sendMessage = async (
  change: Change<unknown>,
  token: string,
  input: { text: string; client_id?: string },
) => {
  const { db } = change
  const conversation = await lockVisit(change, token)
  const said = await store.listMessages(db, conversation.id)
  const known = said.find(({ client_id }) => client_id !== null && client_id === input.client_id)
  if (known) {
    const answer = said.find(({ turn, role }) => turn === known.turn && role === 'assistant')
    return { message_id: answer?.id ?? known.id }
  }
  const code = await requireOpen(change, conversation, said)
  requirePace(change, conversation, said)
  if (conversation.handling !== 'assistant') {
    const message = visitorMessage(conversation, input, change.now())
    await endAtLimit(change, await insertTurn(change, conversation, message))
    return { message_id: message.id }
  }
  const { organization_id: organizationId, language, started_at } = conversation
  if (!(await countMessage(change, organizationId))) {
    throw monthUsedUp(sentencesIn(language).usedUpThisMonth)
  }
  const now = change.now()
  const message = visitorMessage(conversation, input, now)
  const turn = await beginTurn(change, code, conversation, [...said, message])
  await store.insertMessages(db, [message, turn.message])
  const started = { ...conversation, started_at: started_at ?? now }
  await store.saveProgress(db, started, {
    turns: conversation.turns + 1,
    messages_count: conversation.messages_count + 1,
    idle_at: null,
  })
  const conversations = started_at === null ? 1 : 0
  await countConversation(change, started, { conversations, messages: 1 })
  startTurn(change, turn)
  return { message_id: turn.message.id }
}

/** Retries the last answer after it failed. */
export const retryAnswer = async (change: Change<unknown>, token: string) => {
  const { db } = change
  const conversation = await lockVisit(change, token)
  const said = await store.listMessages(db, conversation.id)
  const code = await requireOpen(change, conversation, said)
  const last = said.at(-1)
  if (conversation.handling !== 'assistant') throw nothingToRetry()
  if (last?.role !== 'assistant' || last.status !== 'failed') throw nothingToRetry()
  requirePace(change, conversation, said)
  // The text of the failed answer is not sent to the model again.
  const turn = await beginTurn(change, code, conversation, said.slice(0, -1))
  await store.insertMessages(db, [turn.message])
  await store.saveProgress(db, conversation, {
    turns: conversation.turns + 1,
    idle_at: null,
  })
  startTurn(change, turn)
  return { message_id: turn.message.id }
}

export const stopAnswer = async (context: Context<unknown>, token: string) => {
  await stopTurn(context, (await requireVisit(context, token)).id)
}

export const rateConversation = async (change: Change<unknown>, token: string, rating: Rating) => {
  const conversation = await lockVisit(change, token)
  const bad = await rateAnswer(change, conversation, rating)
  await offerAfterRating(change, conversation, rating)
  if (!bad) return
  const { id: conversationId, organization_id: organizationId } = conversation
  await announce(change, 'answerRatedDown', { organizationId, conversationId, ...bad })
  const { messageId: answerId } = bad
  if (answerId === null) return
  await recordQuestion(change, { answerId, conversationId, organizationId })
}

export const closeConversation = async (context: Context<unknown>, token: string) => {
  const { id, status } = await requireVisit(context, token)
  if (status === 'ended') return
  await stopTurn(context, id)
  await runUnaudited(context.service, async (change) => {
    const conversation = await store.lockById(change.db, id)
    if (conversation) await endConversation(change, conversation, 'closed')
  })
}

/** Deletes the conversation at the visitor's request, without an event. */
export const deleteVisit = async (context: Context<unknown>, token: string) => {
  const { id } = await requireVisit(context, token)
  await runUnaudited(context.service, (change) => removeConversation(change, id))
}

/** The visitor's view of a conversation, also after its end. */
export const retrieveVisit = async (context: Context<unknown>, token: string) => {
  const { conversation, said, states } = await readVisit(context, token)
  const code = await codeForTalk(context, 'id', conversation.code_id)
  if (!code) throw conversationNotFound()
  return asVisit(conversation, {
    texts: textsIn(code, conversation.language),
    said,
    states,
    hasHandoff: conversation.offer !== null && (await hasHandoff(context, conversation)),
  })
}

const maxReads = 5

/**
 * The conversation with everything up to its last turn. Read again when a turn began meanwhile: its
 * events must neither be missing in the view nor follow it a second time.
 */
const readVisit = async (context: Context<unknown>, token: string, reads = 1) => {
  const { db } = context
  const conversation = await requireVisit(context, token)
  const states = await store.listStates(db, conversation.id)
  const said = await store.listMessages(db, conversation.id)
  const last = Math.max(states.at(-1)?.turn ?? 0, said.at(-1)?.turn ?? 0)
  if (last > conversation.turns && reads < maxReads)
    return await readVisit(context, token, reads + 1)
  return { conversation, said, states }
}

export const sendLead = async (change: Change<unknown>, token: string, input: NewLead) =>
  await leaveLead(change, await lockVisit(change, token), input)

/** A bad rating offers a person; the next answer decides anew. */
const offerAfterRating = async (
  { db }: Change<unknown>,
  conversation: store.ConversationRow,
  { rating }: Rating,
) => {
  const { status, handling, offer } = conversation
  if (status === 'ended' || handling !== 'assistant') return
  const after = rating === 'down' ? (offer ?? 'rating') : offer === 'rating' ? null : offer
  if (after !== offer) await store.saveProgress(db, conversation, { offer: after })
}
