import type { ServerResponse } from 'node:http'
import { secondMs } from '../../kit/clock.ts'
import type { Database } from '../../storage/database.ts'
import { listAnswers } from '../turns/turns.store.ts'
import type { RunningTurn, Turns } from '../turns/turns.ts'
import { answerEvent, errorData, finishData, wholeLength } from './answer-events.ts'
import * as store from './visits.store.ts'

/** The position of a reader. Turns are counted from 1, characters from 0. */
interface Place {
  turn: number
  offset: number
  isOver: boolean
}

/** The known state of an answer that runs here or in another process, or has ended. */
interface AnswerState {
  turn: number
  messageId: string
  text: string
  status: store.MessageRow['status']
  tokens: number | null
  errorCode: string | null
  isRetryable: boolean
  isTruncated: boolean
}

interface Follower {
  conversationId: string
  language: string
  response: ServerResponse
  place: Place
  /** The turn in this process that the follower listens to. */
  heard: RunningTurn | undefined
  /** Whether the last answer that it saw was still running. */
  isWaiting: boolean
  isReading: boolean
  isWanted: boolean
  /** Whether more events wait until the client has read the earlier ones. */
  isBehind: boolean
  hear: () => void
}

const aliveMs = 15 * secondMs
/** Covers lost signals, only for followers that wait for an answer of another process. */
const sweepMs = 2 * secondMs

export type Followers = ReturnType<typeof createFollowers>

/** Server-sent events of conversations, from the memory of a running turn or from the database. */
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

  /** A turn in this process is followed word by word. */
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
    // The conversation was deleted or has ended, so no more events follow.
    write(follower.response, 'ended', 'ended', { reason: conversation?.reason ?? 'deleted' })
    leave(follower)
  }

  /** Runs one read at a time. Changes during a read cause another read. */
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
      // The database is unreachable. The next signal or the client's reconnect reads again.
    }
    follower.isReading = false
  }

  database.signals.listen((signal) => {
    if (signal.kind === 'reconnected') for (const follower of all()) void look(follower)
    if (signal.kind !== 'conversation-changed') return
    for (const follower of open.get(signal.conversationId) ?? []) {
      // The follower already receives every word of this turn.
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
    /** `after` is the id of the last received event. Default: the beginning of the last turn. */
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
    /** The server waits for open responses when it closes, so end them first. */
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

/** Writes the part of an answer that the reader has not received. */
const tell = (follower: Follower, state: AnswerState) => {
  const { place, response, language } = follower
  // A slow reader must not fill the memory. Its place records where to continue.
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
  else write(response, id, 'finish', finishData(state, language))
}

const write = (response: ServerResponse, id: string, event: string, data: object) => {
  // The reader may have disconnected during the query; a write would then throw.
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
  isTruncated: false,
})

const stateOfRow = (row: store.MessageRow): AnswerState => ({
  turn: row.turn,
  messageId: row.id,
  text: row.text,
  status: row.status,
  tokens: row.tokens_out,
  errorCode: row.error_code,
  isRetryable: row.is_retryable === 1,
  isTruncated: row.is_truncated === 1,
})
