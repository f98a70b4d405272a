import type { Context } from '../../platform/context.ts'
import type { LiveSource, StreamReader } from '../../platform/http/output/live-stream.ts'
import { topicOf } from '../../platform/http/output/streams.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { listAnswers } from '../answers/turns.store.ts'
import { type RunningTurn, runningTurn } from '../answers/turns.ts'
import {
  type AnswerParts,
  answerEvent,
  answerOf,
  deltaData,
  errorData,
  finishData,
  handlingData,
  wholeLength,
} from '../conversations/answer-events.ts'
import * as store from '../conversations/visits.store.ts'
import { typingAt, typingMs } from '../people/answering.ts'

/** The position of a reader. Turns are counted from 1, characters from 0. */
interface Place {
  turn: number
  offset: number
  isOver: boolean
}

/** The known state of an answer that runs here or in another process, or has ended. */
interface AnswerState extends AnswerParts {
  turn: number
}

/** While an answer runs in another process, which may die without a signal. */
const sweepMs = 2 * secondMs

/**
 * The events of a conversation, from the memory of a running turn or from the database. `after` is
 * the id of the last received event. Default: the beginning of the last turn.
 */
export const followConversation = (
  context: Context<unknown>,
  conversation: store.ConversationRow,
  after: string | undefined,
): LiveSource => new Follower(context, conversation, after)

/** A class, because thousands are silent at any time, and methods need no memory for each. */
class Follower implements LiveSource {
  private readonly context: Context<unknown>
  private readonly conversationId: string
  private readonly language: string
  private readonly place: Place
  private heard: RunningTurn | undefined
  private wakeUp: (() => void) | undefined
  private isWaiting = false
  private typedAt: number

  constructor(
    context: Context<unknown>,
    { id, language, turns }: store.ConversationRow,
    after: string | undefined,
  ) {
    this.context = context
    this.conversationId = id
    this.language = language
    this.typedAt = context.now() - typingMs
    this.place = placeOf(after) ?? { turn: Math.max(1, turns), offset: 0, isOver: false }
  }

  get topic(): string {
    const { conversationId } = this
    return topicOf({ kind: 'conversation-changed', conversationId })
  }

  sweepMs(): number {
    const runsElsewhere = this.isWaiting && !runningTurn(this.context, this.conversationId)
    return runsElsewhere ? sweepMs : Number.POSITIVE_INFINITY
  }

  close(): void {
    if (this.wakeUp) this.heard?.followers.delete(this.wakeUp)
  }

  async *read({ wake }: StreamReader): AsyncGenerator<string, boolean> {
    const { context, conversationId, place } = this
    const { db } = context
    const here = runningTurn(context, conversationId)
    if (here && isNextFor(place, here)) {
      yield* this.hear(here, wake)
      return false
    }
    const current = await store.findById(db, conversationId)
    const states = await store.listStates(db, conversationId, place.turn)
    // A turn that is written between the two reads comes with the next one.
    const last = current?.turns ?? Number.POSITIVE_INFINITY
    const answers = await listAnswers(db, conversationId, place.turn)
    const running = runningTurn(context, conversationId)
    for (const row of inOrder(states, answers)) {
      if (row.turn > last) break
      if ('handling' in row) yield* changesAfter(place, row, this.language)
      else if (running?.message.id === row.id) yield* this.hear(running, wake)
      else yield* this.unsent({ turn: row.turn, ...answerOf(row) })
      // A message of the owner waits until the answer before it is complete.
      if (this.isWaiting) return false
    }
    yield* this.typing()
    if (current?.status === 'open') return false
    // The conversation was deleted or has ended, so no more events follow.
    yield answerEvent('ended', 'ended', { reason: current?.reason ?? 'deleted' })
    return true
  }

  /** A person is writing. Said at most once in a while, and never to a later reader. */
  private typing(): string[] {
    const at = typingAt(this.context, this.conversationId)
    if (at < this.typedAt + typingMs) return []
    this.typedAt = at
    const { turn, offset, isOver } = this.place
    return [answerEvent(`${turn}-${isOver ? 'end' : offset}`, 'typing', {})]
  }

  /** A turn in this process is followed word by word, from its memory. */
  private hear(turn: RunningTurn, wake: () => void): string[] {
    this.close()
    this.heard = turn
    this.wakeUp = wake
    turn.followers.add(wake)
    return this.unsent(stateOfRunning(turn))
  }

  private unsent(state: AnswerState): string[] {
    this.isWaiting = state.status === 'running'
    return eventsAfter(this.place, state, this.language)
  }
}

/** Whether the reader has received everything before this turn, so that no row need be read. */
const isNextFor = (place: Place, { message }: RunningTurn): boolean =>
  message.turn === (place.isOver ? place.turn + 1 : place.turn)

const placeOf = (eventId: string | undefined): Place | null => {
  const [, turn, offset] = /^(\d{1,6})-(\d{1,9}|end)$/.exec(eventId ?? '') ?? []
  if (!turn) return null
  return offset === 'end'
    ? { turn: Number(turn), offset: 0, isOver: true }
    : { turn: Number(turn), offset: Number(offset), isOver: false }
}

/** The changes of who answers, and the answers, by turn. */
const inOrder = (
  states: store.HandlingState[],
  answers: store.SaidMessage[],
): (store.HandlingState | store.SaidMessage)[] =>
  states.length === 0 ? answers : [...states, ...answers].sort((a, b) => a.turn - b.turn)

/** A change that the reader has not received. Moves the place behind it. */
const changesAfter = (place: Place, state: store.HandlingState, language: string): string[] => {
  const { turn } = state
  if (turn < place.turn || (turn === place.turn && place.isOver)) return []
  Object.assign(place, { turn, offset: 0, isOver: true })
  return [answerEvent(`${turn}-end`, 'handling', handlingData(state, language))]
}

/** The part of an answer that the reader has not received. Moves the place behind it. */
const eventsAfter = (place: Place, state: AnswerState, language: string): string[] => {
  const { turn, status } = state
  if (turn < place.turn || (turn === place.turn && place.isOver)) return []
  if (turn > place.turn) Object.assign(place, { turn, offset: 0, isOver: false })
  const isRunning = status === 'running'
  const end = isRunning ? wholeLength(state.text) : state.text.length
  const events: string[] = []
  if (end > place.offset) {
    const words = state.text.slice(place.offset, end)
    events.push(answerEvent(`${turn}-${end}`, 'delta', deltaData(state, words, language)))
    place.offset = end
  }
  if (isRunning) return events
  place.isOver = true
  const last =
    status === 'failed'
      ? answerEvent(`${turn}-end`, 'error', errorData(state, language))
      : answerEvent(`${turn}-end`, 'finish', finishData(state, language))
  return [...events, last]
}

const stateOfRunning = ({ message, text }: RunningTurn): AnswerState => ({
  turn: message.turn,
  messageId: message.id,
  role: message.role,
  text,
  status: 'running',
})
