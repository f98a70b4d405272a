import { dayMs, minuteMs } from '../../platform/kit/clock.ts'
import type { Database, LoggedBase } from '../../platform/store/database.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import { sentencesIn } from '../conversations/sentences.ts'
import { tooMany } from '../conversations/visits.problems.ts'
import type { Limits } from './budget.ts'
import { account, reserve } from './limits.store.ts'
import type { Use } from './meter.ts'

export interface DraftBudgetOptions extends LoggedBase {
  limits: Pick<Limits, 'messagesPerMinute' | 'tokensPerDay'>
  costOf: (modelId: string, tokensIn: number, tokensOut: number) => number
}

/** Tokens that were reserved from the daily budget. */
export interface ReservedTokens {
  codeId: string
  day: number
  reserved: number
}

interface Wish {
  userId: string
  organizationId: string
  tokens: number
  /** Of the sentence that says that a limit is reached. */
  language: string
}

/** The limits of everything that asks a model for the owner: previews and translations. */
export const createDraftBudget = (options: DraftBudgetOptions) => {
  const { database, clock, log, limits, costOf } = options

  const requirePace = async (db: Database['db'], { userId, language }: Wish) => {
    const now = clock.now()
    const minute = Math.floor(now / minuteMs)
    const hits = await countHit(db, `draft ${userId} ${minute}`, (minute + 2) * minuteMs)
    if (hits <= limits.messagesPerMinute) return
    const retryMs = (minute + 1) * minuteMs - now
    throw tooMany('too_many_messages', sentencesIn(language).tooFast, retryMs)
  }

  return {
    /** All drafts of an organization share one budget of the size that a single code has. */
    take: (wish: Wish): Promise<ReservedTokens> =>
      database.transaction(async ({ db }) => {
        await requirePace(db, wish)
        const now = clock.now()
        const day = Math.floor(now / dayMs)
        const codeId = `drafts ${wish.organizationId}`
        const { tokens } = wish
        if (!(await reserve(db, { codeId, day, tokens, limit: limits.tokensPerDay }))) {
          const { usedUp } = sentencesIn(wish.language)
          throw tooMany('daily_limit_reached', usedUp, (day + 1) * dayMs - now)
        }
        return { codeId, day, reserved: tokens }
      }),

    /**
     * Reserves tokens for the fallback model, because the failed call may have used the first
     * reservation.
     */
    async reserveAgain(budget: ReservedTokens, tokens: number): Promise<boolean> {
      const { codeId, day } = budget
      const limit = limits.tokensPerDay
      const isReserved = await database.transaction(({ db }) =>
        reserve(db, { codeId, day, tokens, limit }),
      )
      if (isReserved) budget.reserved += tokens
      return isReserved
    },

    async settle(budget: ReservedTokens, model: string, { tokensIn, tokensOut, charged }: Use) {
      const costMicros = costOf(model, tokensIn, tokensOut)
      const used = { ...budget, tokens: charged ?? budget.reserved, costMicros }
      log.info({ model, tokensIn, tokensOut }, 'draft answered')
      await database
        .transaction(({ db }) => account(db, used))
        .catch((error) => log.warn({ err: error }, 'the tokens of a preview could not be counted'))
    },
  }
}
