import assert from 'node:assert/strict'
import { runUnaudited } from '../../platform/change.ts'
import { type Change, type Context, readContext, type Service } from '../../platform/context.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { traced } from '../../platform/kit/tracing.ts'
import { isLockTimeout } from '../../platform/store/errors.ts'
import { turnLeaseMs } from '../conversations/visits.rows.ts'
import type { MessageRow } from '../conversations/visits.store.ts'
import type { Model, ModelRequest } from '../models/model.ts'
import { againMs, answerTurn, awayMs, whenReachable } from './answering.ts'
import type { Asked } from './asking.ts'
import { chargeBeyond } from './budget.ts'
import { endTurn, type TurnOutcome } from './turn-end.ts'
import * as store from './turns.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** The answers of this process. Only the running service has them. */
    turns: Turns
  }
}

/** A turn that runs in this process. Followers read from it. */
export interface RunningTurn {
  message: MessageRow
  /** The short id of the code. */
  shortId: string
  text: string
  followers: Set<() => void>
  /** Called for the visitor, or when the service stops. An interrupted answer can be retried. */
  stop(reason?: 'stopped' | 'interrupted'): void
  /** Resolves when the end of the turn is stored, or cannot be stored. */
  over: Promise<void>
}

/** How the words of the running turns get into the database. */
type Saver =
  /** All words are saved. */
  | { state: 'idle' }
  /** Words wait for the timer. */
  | { state: 'scheduled'; timer: NodeJS.Timeout; savesAt: number }
  /** A transaction saves words. The words that arrive meanwhile are scheduled after it. */
  | { state: 'saving'; saved: Promise<void> }
  /** The service stops: the end of a turn saves its words, and is retried until `givesUpAt`. */
  | { state: 'stopping'; givesUpAt: number }

const nextSaverStates: Record<Saver['state'], Saver['state'][]> = {
  idle: ['scheduled', 'stopping'],
  // Again when new words are to be saved sooner.
  scheduled: ['scheduled', 'saving', 'stopping'],
  saving: ['idle', 'stopping'],
  // Again for turns that began while the service stopped.
  stopping: ['stopping'],
}

export interface NewTurn {
  message: MessageRow
  code: { id: string; organizationId: string }
  shortId: string
  model: Model
  asked: Asked
  /** Without what the code knows, which is looked up when the turn runs. */
  request: Omit<ModelRequest, 'signal' | 'beforeFallback'>
  /** The trace of the visitor's message. */
  trace: string | null
}

const saveEveryMs = 250
/** Almost immediate, but long enough to save answers that begin together in one transaction. */
const firstSaveMs = 10
/** All answers of the process wait with the batch, so it does not wait long for a locked row. */
const lockMs = 500
const stopMs = 3 * secondMs

/**
 * Runs turns. A turn continues without connected readers. Its first words are saved at once, the
 * rest four times a second, with one transaction for all turns. Tests pass parts of their own.
 */
export const createTurns = (service: Service, end = endTurn, isRunning = store.isRunning) => {
  const { database, clock, log, live } = service
  const context = readContext(service, null)
  const running = new Set<RunningTurn>()
  /**
   * The newest turn of each conversation. A turn whose end is stored may still be here when the
   * next one begins, so a turn removes only itself.
   */
  const newest = new Map<string, RunningTurn>()
  const unsaved = new Set<RunningTurn>()
  let saver: Saver = { state: 'idle' }

  const enter = (next: Saver) => {
    const { state } = saver
    assert.ok(nextSaverStates[state].includes(next.state), `${next.state} cannot follow ${state}`)
    saver = next
  }

  const wakeFollowers = (conversationId: string) =>
    database.signals.send({ kind: 'conversation-changed', conversationId })

  const save = async (turns: RunningTurn[]) => {
    const lease_until = clock.now() + turnLeaseMs
    const texts = turns.map(({ message: { id, conversation_id }, text }) => ({
      id,
      conversation_id,
      text,
      lease_until,
    }))
    const saved = await database.transaction(
      ({ db, engine }) => store.saveTexts(db, engine, texts),
      { lockMs },
    )
    for (const turn of turns) {
      if (saved.has(turn.message.id)) wakeFollowers(turn.message.conversation_id)
      // The answer was ended by another process or deleted, so the rest is not needed.
      else turn.stop()
    }
  }

  /** When a row of one answer is locked, the others are saved alone. */
  const saveAround = async (turns: RunningTurn[]) => {
    const warn = (count: number) => (error: unknown) =>
      log.warn({ err: error, turns: count }, 'parts of answers could not be saved')
    try {
      await save(turns)
    } catch (error) {
      if (!isLockTimeout(error) || turns.length === 1) return warn(turns.length)(error)
      for (const turn of turns) await save([turn]).catch(warn(1))
    }
  }

  const saveUnsaved = async () => {
    const turns = [...unsaved]
    unsaved.clear()
    const saved = saveAround(turns)
    enter({ state: 'saving', saved })
    await saved
    // The service may be stopping by now.
    if (saver.state === 'saving') enter({ state: 'idle' })
    if (unsaved.size > 0) saveSoon(saveEveryMs)
  }

  const saveSoon = (waitMs: number) => {
    if (saver.state === 'saving' || saver.state === 'stopping') return
    const savesAt = performance.now() + waitMs
    if (saver.state === 'scheduled') {
      if (saver.savesAt <= savesAt) return
      clearTimeout(saver.timer)
    }
    enter({ state: 'scheduled', timer: setTimeout(saveUnsaved, waitMs), savesAt })
  }

  // Another process received a stop or a deletion. Without the signal, a silent model would only
  // stop at its next heartbeat.
  const unlisten = database.signals.listen((signal) => {
    if (signal.kind === 'turn-stopped') newest.get(signal.conversationId)?.stop()
    if (signal.kind !== 'code-changed') return
    // The code may have been deleted with its conversations. The save then finds no row and stops
    // the turn.
    for (const turn of running) if (turn.shortId === signal.shortId) unsaved.add(turn)
    if (unsaved.size > 0) saveSoon(0)
  })

  const grow = (turn: RunningTurn, words: string) => {
    const isFirst = turn.text === ''
    turn.text += words
    for (const follower of turn.followers) follower()
    unsaved.add(turn)
    saveSoon(isFirst ? firstSaveMs : saveEveryMs)
  }

  /**
   * Retries while the database is unreachable. Another process ends the answer only when it reaches the
   * database and this process does not; then this end changes nothing.
   */
  const settle = async (job: NewTurn, outcome: TurnOutcome) => {
    const { message } = job
    for (const until = clock.now() + awayMs; ; ) {
      try {
        const isOurs = await runUnaudited(service, (change) => end(change, message, outcome))
        if (!isOurs) await chargeBeyond(context, job, outcome.charged ?? 0)
        return
      } catch (error) {
        log.error({ err: error, messageId: message.id }, 'the end of an answer could not be saved')
        const givesUpAt = saver.state === 'stopping' ? Math.min(until, saver.givesUpAt) : until
        if (clock.now() >= givesUpAt) return
        await new Promise((resolve) => setTimeout(resolve, againMs))
      }
    }
  }

  /**
   * Stops a turn that has ended before it began: a person may have taken the conversation in another
   * process, whose signal came before this turn was known here. SQLite has no other process.
   */
  const stopIfEnded = async (turn: RunningTurn, job: NewTurn, signal: AbortSignal) => {
    if (database.engine === 'sqlite') return
    try {
      const read = () => isRunning(context.db, job.message)
      if (!(await whenReachable(context, job, signal, read))) turn.stop()
    } catch (error) {
      // No caller waits for the turn, so an error would end the process.
      if (!signal.aborted) log.error({ err: error, messageId: job.message.id }, 'no answer began')
      turn.stop('interrupted')
    }
  }

  const run = async (turn: RunningTurn, job: NewTurn, signal: AbortSignal) => {
    const { conversation_id, id: messageId } = job.message
    const startedAt = clock.now()
    await stopIfEnded(turn, job, signal)
    const outcome = await answerTurn(context, job, (words) => grow(turn, words), signal)
    unsaved.delete(turn)
    await settle(job, outcome)
    running.delete(turn)
    if (newest.get(conversation_id) === turn) newest.delete(conversation_id)
    wakeFollowers(conversation_id)
    const { status, model, tokensIn, tokensOut, error, citations = [] } = outcome
    const durationMs = clock.now() - startedAt
    log.info(
      {
        messageId,
        model,
        status,
        error: error?.code,
        outcome: outcome.outcome,
        citations: citations.length,
        tokensIn,
        tokensOut,
        durationMs,
      },
      'answer ended',
    )
  }

  return {
    start(job: NewTurn) {
      const { conversation_id: conversationId } = job.message
      const abort = new AbortController()
      const turn: RunningTurn = {
        message: job.message,
        shortId: job.shortId,
        text: '',
        followers: new Set(),
        stop: (reason = 'stopped') => abort.abort(reason),
        over: Promise.resolve(),
      }
      running.add(turn)
      newest.set(conversationId, turn)
      // Wakes the streams of this process before the first word, which would otherwise wait for the
      // first save.
      live.ring({ kind: 'conversation-changed', conversationId })
      if (saver.state === 'stopping') turn.stop('interrupted')
      turn.over = traced('answer', { parent: job.trace }, () => run(turn, job, abort.signal))
    },
    /** The number of answers that run in this process. */
    count: () => running.size,
    /** The newest running turn of a conversation in this process. Another process may run it instead. */
    find: (conversationId: string) => newest.get(conversationId),
    /** Renews the leases of all answers: a model may be silent for long. */
    renewLeases() {
      for (const turn of running) unsaved.add(turn)
      if (unsaved.size > 0) saveSoon(0)
    },
    /** Interrupts all running turns and keeps their text, and every turn that begins later. */
    async stop() {
      const begun = saver
      if (begun.state === 'scheduled') clearTimeout(begun.timer)
      unlisten()
      enter({ state: 'stopping', givesUpAt: clock.now() + stopMs })
      for (const turn of running) turn.stop('interrupted')
      await Promise.all([...running].map(({ over }) => over))
      if (begun.state === 'saving') await begun.saved
    },
  }
}

export type Turns = ReturnType<typeof createTurns>

/** Starts a turn when its messages are committed. */
export const startTurn = (change: Change<unknown>, turn: NewTurn) =>
  change.afterCommit(() => change.service.turns.start(turn))

/** The newest running turn of a conversation in this process; another process may run it instead. */
export const runningTurn = (
  { service }: Pick<Context<unknown>, 'service'>,
  conversationId: string,
): RunningTurn | undefined => service.turns.find(conversationId)
