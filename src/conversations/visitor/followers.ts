import type { ServerResponse } from 'node:http'
import { secondMs } from '../../kit/clock.ts'
import type { Database } from '../../storage/database.ts'
import { listAnswers } from '../turns/turns.store.ts'
import type { RunningTurn, Turns } from '../turns/turns.ts'
import { answerEvent, errorData, wholeLength } from './answer-events.ts'
import * as store from './visits.store.ts'

/** How far a reader has come: turns are counted from 1, characters from 0. */
interface Place {
  turn: number
  offset: number
  isOver: boolean
}

/** An answer as far as it is known, whether it runs here, elsewhere, or has ended. */
interface AnswerState {
  turn: number
  messageId: string
  text: string
  status: store.MessageRow['status']
  tokens: number | null
  errorCode: string | null
  isRetryable: boolean
}

interface Follower {
  conversationId: string
  language: string
  response: ServerResponse
  place: Place
  /** The turn in this process that it listens to. */
  heard: RunningTurn | undefined
  /** Whether what it saw last was an answer that had not ended. */
  isWaiting: boolean
  isReading: boolean
  isWanted: boolean
  /** Whether there is something for it that waits until it has taken the rest. */
  isBehind: boolean
  hear: () => void
}

const aliveMs = 15 * secondMs
/** For signals that got lost: only for those who wait for an answer that runs elsewhere. */
const sweepMs = 2 * secondMs

export type Followers = ReturnType<typeof createFollowers>

/** Server-sent events of conversations: from the memory of a turn that runs here, or the table. */
export const createFollowers = (database: Database, turns: Turns) => {
  const open = new Map<string, Set<Follower>>()

  const all = () => [...open.values()].flatMap((followers) => [...followers])

  const leave = (follower: Follower) => {
    follower.heard?.followers.delete(follower.hear)
    const followers = open.get(follower.conversationId)
    followers?.delete(follower)
    if (followers?.size === 0) open.delete(follower.conversationId)
    follower.response.end()
  }

  /** What runs in this process is heard word by word. */
  const listenTo = (follower: Follower, turn: RunningTurn) => {
    if (follower.heard !== turn) {
      follower.heard?.followers.delete(follower.hear)
      follower.heard = turn
      turn.followers.add(follower.hear)
    }
    tell(follower, stateOfRunning(turn))
  }

  const read = async (follower: Follower) => {
    const { conversationId } = follower
    const conversation = await store.findById(database.db, conversationId)
    const answers = await listAnswers(database.db, conversationId, follower.place.turn)
    const here = turns.find(conversationId)
    for (const row of answers) {
      if (here?.message.id === row.id) listenTo(follower, here)
      else tell(follower, stateOfRow(row))
    }
    if (conversation?.status === 'open' || follower.isBehind) return
    // Deleted, or ended: there is nothing more to come.
    write(follower.response, 'ended', 'ended', { reason: conversation?.reason ?? 'deleted' })
    leave(follower)
  }

  /** One read at a time; whatever changes meanwhile is read afterwards. */
  const look = async (follower: Follower) => {
    follower.isWanted = true
    if (follower.isReading) return
    follower.isReading = true
    try {
      while (follower.isWanted && !follower.response.writableEnded) {
        follower.isWanted = false
        await read(follower)
      }
    } catch {
      // The database is away: the next signal, or the reader's next try, finds it again.
    }
    follower.isReading = false
  }

  database.signals.listen((signal) => {
    if (signal.kind === 'reconnected') for (const follower of all()) void look(follower)
    if (signal.kind !== 'conversation-changed') return
    for (const follower of open.get(signal.conversationId) ?? []) {
      // Word by word it hears already.
      if (follower.heard && follower.heard === turns.find(signal.conversationId)) continue
      void look(follower)
    }
  })
  const alive = setInterval(() => {
    for (const { response } of all()) {
      if (!response.writableNeedDrain) response.write(': alive\n\n')
    }
  }, aliveMs)
  const sweep = setInterval(() => {
    for (const follower of all()) {
      if (follower.isWaiting && !turns.find(follower.conversationId)) void look(follower)
    }
  }, sweepMs)

  return {
    /** `after`: the id of the last event that was seen; the beginning of the last turn otherwise. */
    follow(
      response: ServerResponse,
      conversation: store.ConversationRow,
      after: string | undefined,
    ) {
      const follower: Follower = {
        conversationId: conversation.id,
        language: conversation.language,
        response,
        place: placeOf(after) ?? {
          turn: Math.max(1, conversation.turns),
          offset: 0,
          isOver: false,
        },
        heard: undefined,
        isWaiting: false,
        isReading: false,
        isWanted: false,
        isBehind: false,
        hear: () => {
          if (follower.heard) tell(follower, stateOfRunning(follower.heard))
        },
      }
      const followers = open.get(conversation.id) ?? new Set()
      followers.add(follower)
      open.set(conversation.id, followers)
      response.on('close', () => leave(follower))
      response.on('drain', () => {
        if (!follower.isBehind) return
        follower.isBehind = false
        void look(follower)
      })
      response.write(': open\n\n')
      void look(follower)
    },
    count: () => all().length,
    /** Before the server closes: it waits for open answers. */
    closeAll() {
      clearInterval(alive)
      clearInterval(sweep)
      for (const follower of all()) leave(follower)
    },
  }
}

const placeOf = (eventId: string | undefined): Place | null => {
  const [, turn, offset] = /^(\d{1,6})-(\d{1,9}|end)$/.exec(eventId ?? '') ?? []
  if (!turn) return null
  return offset === 'end'
    ? { turn: Number(turn), offset: 0, isOver: true }
    : { turn: Number(turn), offset: Number(offset), isOver: false }
}

/** Writes what the reader has not seen of an answer. */
const tell = (follower: Follower, state: AnswerState) => {
  const { place, response, language } = follower
  // A reader that does not read must not fill our memory. Its place says where to go on.
  follower.isBehind ||= response.writableNeedDrain
  if (follower.isBehind) return
  follower.isWaiting = state.status === 'running'
  if (state.turn < place.turn || (state.turn === place.turn && place.isOver)) return
  if (state.turn > place.turn) Object.assign(place, { turn: state.turn, offset: 0, isOver: false })
  const isRunning = state.status === 'running'
  const end = isRunning ? wholeLength(state.text) : state.text.length
  if (end > place.offset) {
    const text = state.text.slice(place.offset, end)
    place.offset = end
    write(response, `${state.turn}-${end}`, 'delta', { message_id: state.messageId, text })
  }
  if (isRunning) return
  place.isOver = true
  const id = `${state.turn}-end`
  if (state.status === 'failed') write(response, id, 'error', errorData(state, language))
  else write(response, id, 'finish', { message_id: state.messageId, tokens: state.tokens })
}

const write = (response: ServerResponse, id: string, event: string, data: object) => {
  // The reader may have left while the database was asked: writing then would be an error.
  if (!response.writableEnded) response.write(answerEvent(id, event, data))
}

const stateOfRunning = ({ message, text }: RunningTurn): AnswerState => ({
  turn: message.turn,
  messageId: message.id,
  text,
  status: 'running',
  tokens: null,
  errorCode: null,
  isRetryable: false,
})

const stateOfRow = (row: store.MessageRow): AnswerState => ({
  turn: row.turn,
  messageId: row.id,
  text: row.text,
  status: row.status,
  tokens: row.tokens_out,
  errorCode: row.error_code,
  isRetryable: row.is_retryable === 1,
})
