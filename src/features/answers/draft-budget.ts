import { runUnaudited } from '../../platform/change.ts'
import type { Change, Context } from '../../platform/context.ts'
import { dayMs, minuteMs } from '../../platform/kit/clock.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import { sentencesIn } from '../conversations/sentences.ts'
import { tooMany } from '../conversations/visits.problems.ts'
import { costOf } from '../models/choices.ts'
import { account, countOf, reserve } from './limits.store.ts'
import type { Use } from './meter.ts'

// The limits of everything that asks a model for the owner: previews and translations.

/** Tokens that were reserved from the daily budget. */
export interface ReservedTokens {
  codeId: string
  day: number
  reserved: number
}

interface DraftCost {
  organizationId: string
  tokens: number
  /** The language of the sentence that says that a limit is reached. */
  language: string
}

const requirePace = async (change: Change<unknown>, userId: string, language: string) => {
  const now = change.now()
  const minute = Math.floor(now / minuteMs)
  const hits = await countHit(change.db, `draft ${userId} ${minute}`, (minute + 2) * minuteMs)
  if (hits <= change.service.answerLimits.messagesPerMinute) return
  const retryMs = (minute + 1) * minuteMs - now
  throw tooMany('too_many_messages', sentencesIn(language).tooFast, retryMs)
}

/** All drafts of an organization share one budget of the size that a single code has. */
export const reserveDraft = (
  { service, actor }: Context,
  { organizationId, tokens, language }: DraftCost,
): Promise<ReservedTokens> =>
  runUnaudited(service, async (change) => {
    await requirePace(change, actor.userId, language)
    const now = change.now()
    const day = Math.floor(now / dayMs)
    const codeId = `drafts ${organizationId}`
    const { tokensPerDay: limit } = service.answerLimits
    if (!(await reserve(change.db, { codeId, day, tokens, limit }))) {
      const { usedUp } = sentencesIn(language)
      throw tooMany('daily_limit_reached', usedUp, (day + 1) * dayMs - now)
    }
    return { codeId, day, reserved: tokens }
  })

/**
 * Reserves tokens for the fallback model, because the failed call may have used the first
 * reservation.
 */
export const reserveDraftAgain = async (
  { service }: Context,
  budget: ReservedTokens,
  tokens: number,
): Promise<boolean> => {
  const { codeId, day } = budget
  const { tokensPerDay: limit } = service.answerLimits
  const isReserved = await runUnaudited(service, ({ db }) =>
    reserve(db, { codeId, day, tokens, limit }),
  )
  if (isReserved) budget.reserved += tokens
  return isReserved
}

export const settleDraft = async (
  context: Context,
  budget: ReservedTokens,
  model: string,
  use: Use,
) => {
  const { service } = context
  const { tokensIn, tokensOut, charged } = use
  const costMicros = costOf(context, model, use)
  const used = { ...budget, tokens: charged ?? budget.reserved, costMicros, ...countOf(null) }
  service.log.info({ model, tokensIn, tokensOut }, 'draft answered')
  await runUnaudited(service, ({ db }) => account(db, used)).catch((error) =>
    service.log.warn({ err: error }, 'the tokens of a preview could not be counted'),
  )
}
