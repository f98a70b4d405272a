import { textsIn } from '#contract/translations.ts'
import type { AddressLimit } from '../../platform/http/limits/address-limit.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { newId, newToken, sha256Hex } from '../../platform/kit/ids.ts'
import type { Secrets } from '../../platform/kit/secrets.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import type { Limits } from '../answers/budget.ts'
import { createStopTurn } from '../answers/stopping.ts'
import { createTurnBegin } from '../answers/turn-begin.ts'
import type { EndTurn } from '../answers/turn-end.ts'
import type { NewTurn, Turns } from '../answers/turns.ts'
import type { TalkingCode } from '../codes/codes.views.ts'
import { countedTalk, type NoteMessages, removeTalk } from '../conversations/counting.ts'
import { sentencesIn } from '../conversations/sentences.ts'
import {
  answerRunning,
  codeArchived,
  codeNotFound,
  conversationEnded,
  conversationNotFound,
  monthUsedUp,
  nothingToRetry,
  tooMany,
} from '../conversations/visits.problems.ts'
import { asVisit, blankConversation, visitorMessage } from '../conversations/visits.rows.ts'
import type { Rating } from '../conversations/visits.schema.ts'
import * as store from '../conversations/visits.store.ts'
import type { Model } from '../models/model.ts'
import type { RatedDown } from '../notifications/ratings.ts'
import type { Learning } from '../questions/questions.legacy.ts'
import type { EndConversation } from './endings.ts'
import { rateAnswer } from './ratings.ts'

interface VisitsOptions extends Base {
  secrets: Pick<Secrets, 'sign' | 'tag' | 'verifyTag'>
  limits: Limits
  idleMs: number
  codes: {
    byShortId(db: Db, shortId: string): Promise<TalkingCode | null>
    byId(db: Db, id: string): Promise<TalkingCode | null>
  }
  modelFor: (name: string | null) => Model
  turns: Turns
  endTurn: EndTurn
  endConversation: EndConversation
  /** Counts a message against the organization's monthly limit. False when the limit is reached. */
  countMessage: (tx: Transaction, organizationId: string) => Promise<boolean>
  noteMessages: NoteMessages
  /** Notifies the members of the organization who chose it. */
  ratedDown: RatedDown
  /** Keeps the question of a badly rated answer. */
  learning: Pick<Learning, 'note'>
}

export type Visits = ReturnType<typeof createVisits>

/** The visitor's side of a conversation. The token alone gives access to it. */
export const createVisits = (options: VisitsOptions) => {
  const { database, clock, secrets, limits, idleMs, codes, modelFor, turns } = options
  const beginTurn = createTurnBegin({ clock, limits, modelFor })
  const { outputTokens } = limits
  const stopTurn = createStopTurn({ ...options, outputTokens })

  const held = async (tx: Transaction, token: string) => {
    const conversation = await store.hold(tx.db, sha256Hex(token))
    if (!conversation) throw conversationNotFound()
    return conversation
  }

  const found = async (token: string) => {
    const conversation = await store.find(database.db, sha256Hex(token))
    if (!conversation) throw conversationNotFound()
    return conversation
  }

  const countOpening = async (
    tx: Transaction,
    { address, times }: AddressLimit,
    language: string,
  ) => {
    const minute = Math.floor(clock.now() / minuteMs)
    // The id cannot be computed without our secret, and it expires within two minutes.
    const id = secrets.sign('opening', address, String(minute))
    const hits = await countHit(tx.db, id, (minute + 2) * minuteMs)
    if (hits > limits.openingsPerMinute * times) {
      const retryMs = (minute + 1) * minuteMs - clock.now()
      throw tooMany('too_many_openings', sentencesIn(language).tooManyOpenings, retryMs)
    }
  }

  /** The scan of the page's cookie, if it belongs to this code. */
  const scanIn = (cookie: string | undefined, codeId: string): number | null => {
    const [, id, signature] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cookie ?? '') ?? []
    if (!id || !signature) return null
    return secrets.verifyTag(signature, 'scan', codeId, id) ? Number(id) : null
  }

  /**
   * The code that answers the next message. Read in this transaction and not from a cache: an
   * archived code must not answer.
   */
  const requireOpen = async (
    { db }: Transaction,
    { status, code_id, language }: store.ConversationRow,
    said: store.MessageRow[],
  ): Promise<TalkingCode> => {
    if (status === 'ended') throw conversationEnded()
    const code = await codes.byId(db, code_id)
    if (!code) throw conversationNotFound()
    if (code.status === 'archived') throw codeArchived(language)
    if (said.some((message) => message.status === 'running')) throw answerRunning()
    return code
  }

  const requirePace = ({ language }: store.ConversationRow, said: store.MessageRow[]) => {
    const since = clock.now() - minuteMs
    const lately = said.filter(({ role, created_at }) => role === 'visitor' && created_at > since)
    if (lately.length < limits.messagesPerMinute) return
    const oldest = lately[lately.length - limits.messagesPerMinute]?.created_at ?? since
    throw tooMany('too_many_messages', sentencesIn(language).tooFast, oldest - since)
  }

  const requireMonth = async (tx: Transaction, conversation: store.ConversationRow) => {
    if (await options.countMessage(tx, conversation.organization_id)) return
    throw monthUsedUp(sentencesIn(conversation.language).usedUpThisMonth)
  }

  const start = (tx: Transaction, turn: NewTurn) => {
    tx.afterCommit(() => turns.start(turn))
    return { message_id: turn.message.id }
  }

  return {
    scanOf: scanIn,

    /** The value of the page's cookie, which links a conversation to its scan. */
    scanCookie: (codeId: string, scanId: number) =>
      `${scanId}.${secrets.tag('scan', codeId, String(scanId))}`,

    async open(
      tx: Transaction,
      shortId: string,
      visitor: { limit: AddressLimit; language: string; scan: string | undefined },
    ) {
      const code = await codes.byShortId(tx.db, shortId)
      if (!code) throw codeNotFound()
      if (code.status === 'archived') throw codeArchived(visitor.language)
      await countOpening(tx, visitor.limit, visitor.language)
      const now = clock.now()
      const token = newToken()
      const { isDemo } = modelFor(code.model)
      const id = newId('conv', now)
      const isOpened = await store.insert(tx.db, {
        ...blankConversation,
        id,
        code_id: code.id,
        scan_id: scanIn(visitor.scan, code.id),
        token_hash: sha256Hex(token),
        language: visitor.language,
        is_demo: Number(isDemo),
        created_at: now,
        idle_at: now + idleMs,
      })
      if (!isOpened) throw codeNotFound()
      return {
        conversation_id: id,
        token,
        welcome_message: textsIn(code, visitor.language).welcomeMessage,
        demo: isDemo,
      }
    },

    async say(tx: Transaction, token: string, input: { text: string; client_id?: string }) {
      const conversation = await held(tx, token)
      const said = await store.listMessages(tx.db, conversation.id)
      const known = said.find(
        ({ client_id }) => client_id !== null && client_id === input.client_id,
      )
      if (known) {
        const answer = said.find(({ turn, role }) => turn === known.turn && role === 'assistant')
        return { message_id: answer?.id ?? known.id }
      }
      const code = await requireOpen(tx, conversation, said)
      requirePace(conversation, said)
      await requireMonth(tx, conversation)
      const now = clock.now()
      const message = visitorMessage(conversation, input, now)
      const turn = await beginTurn(tx, code, conversation, [...said, message])
      await store.insertMessages(tx.db, [message, turn.message])
      await store.saveProgress(tx.db, conversation, {
        turns: conversation.turns + 1,
        messages_count: conversation.messages_count + 1,
        started_at: conversation.started_at ?? now,
        idle_at: null,
      })
      const { started_at } = conversation
      await options.noteMessages(
        tx,
        countedTalk({ ...conversation, started_at: started_at ?? now }),
        {
          conversations: started_at === null ? 1 : 0,
          messages: 1,
        },
      )
      return start(tx, turn)
    },

    /** Retries the last answer after it failed. */
    async retry(tx: Transaction, token: string) {
      const conversation = await held(tx, token)
      const said = await store.listMessages(tx.db, conversation.id)
      const code = await requireOpen(tx, conversation, said)
      const last = said.at(-1)
      if (last?.role !== 'assistant' || last.status !== 'failed') throw nothingToRetry()
      requirePace(conversation, said)
      // The text of the failed answer is not sent to the model again.
      const turn = await beginTurn(tx, code, conversation, said.slice(0, -1))
      await store.insertMessages(tx.db, [turn.message])
      await store.saveProgress(tx.db, conversation, {
        turns: conversation.turns + 1,
        idle_at: null,
      })
      return start(tx, turn)
    },

    stop: async (token: string) => await stopTurn((await found(token)).id),

    async rate(tx: Transaction, token: string, rating: Rating) {
      const conversation = await held(tx, token)
      const bad = await rateAnswer(tx.db, conversation, rating)
      if (!bad) return
      const { id: conversationId, code_id } = conversation
      // Not the organization of the conversation: it follows a moved code in the background.
      const code = await codes.byId(tx.db, code_id)
      if (!code) return
      const { organizationId } = code
      await options.ratedDown(tx, organizationId, { conversationId, ...bad })
      if (bad.messageId === null) return
      const answerId = bad.messageId
      await options.learning.note(tx, { answerId, conversationId, organizationId })
    },

    async close(token: string) {
      const { id, status } = await found(token)
      if (status === 'ended') return
      await stopTurn(id)
      await database.transaction(async (tx) => {
        const conversation = await store.holdById(tx.db, id)
        if (conversation) await options.endConversation(tx, conversation, 'closed')
      })
    },

    /** Deletes the conversation at the visitor's request, without an event. */
    async forget(token: string) {
      const { id } = await found(token)
      await database.transaction((tx) => removeTalk(tx, id, options.noteMessages))
      database.signals.send({ kind: 'turn-stopped', conversationId: id })
      database.signals.send({ kind: 'conversation-changed', conversationId: id })
    },

    /** The visitor's view of a conversation, also after its end. */
    async view(token: string) {
      const conversation = await found(token)
      const code = await codes.byId(database.db, conversation.code_id)
      if (!code) throw conversationNotFound()
      const texts = textsIn(code, conversation.language)
      return asVisit(conversation, texts, await store.listMessages(database.db, conversation.id))
    },

    find: found,
  }
}
