import type { Clock } from '../kit/clock.ts'
import { secondMs } from '../kit/clock.ts'
import type { Logger } from '../kit/log.ts'
import type { Secrets } from '../kit/secrets.ts'
import type { Worker } from '../kit/worker.ts'
import type { Database, Db, Transaction } from '../storage/database.ts'
import type { Outbox } from '../webhooks/events/outbox.ts'
import type { Model } from './models/model.ts'
import { createBudget } from './turns/budget.ts'
import { createTurnEnd } from './turns/turn-end.ts'
import { createTurns } from './turns/turns.ts'
import { createEndConversation, startSweeper } from './visitor/endings.ts'
import { createFollowers } from './visitor/followers.ts'
import { createVisits, type Limits, type TalkingCode } from './visitor/visits.ts'

interface TalkOptions {
  database: Database
  clock: Clock
  log: Logger
  secrets: Secrets
  outbox: Outbox
  limits: Limits
  idleSeconds: number
  codeBy: (
    db: Db,
    by: 'id' | 'short_id',
    value: string,
  ) => Promise<(TalkingCode & { metadata: Record<string, unknown> }) | null>
  modelFor: (name: string | null) => Model
  costOf: (modelId: string, tokensIn: number, tokensOut: number) => number
  countMessage: (tx: Transaction, organizationId: string) => Promise<boolean>
  noteMessages: (tx: Transaction, scanId: number, messages: number) => Promise<void>
}

export type Talk = ReturnType<typeof createTalk>

/** All that makes a conversation: what visitors may do, the turns that run, who follows them. */
export const createTalk = (options: TalkOptions) => {
  const { database, clock, log, limits, codeBy, noteMessages } = options
  const idleMs = options.idleSeconds * secondMs
  const byId = (db: Db, id: string) => codeBy(db, 'id', id)

  const endConversation = createEndConversation({ ...options, codeOf: byId })
  const mostMessages = limits.messages
  const endTurn = createTurnEnd({ clock, idleMs, mostMessages, noteMessages, endConversation })
  const budget = createBudget(database, limits.tokensPerDay)
  const turns = createTurns({ ...options, endTurn, budget })
  const followers = createFollowers(database, turns)
  const visits = createVisits({
    ...options,
    idleMs,
    codes: { byId, byShortId: (db, shortId) => codeBy(db, 'short_id', shortId) },
    turns,
    endTurn,
    endConversation,
  })
  let sweeper: Worker | undefined

  return {
    visits,
    followers,
    turns,
    start() {
      sweeper = startSweeper({ database, clock, log, endTurn, endConversation, idleMs })
    },
    /** Answers that run are cut short, and can be tried again. */
    async stop() {
      await Promise.all([turns.stop(), sweeper?.stop()])
    },
  }
}
