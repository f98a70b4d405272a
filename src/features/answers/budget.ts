import { runUnaudited } from '../../platform/change.ts'
import type { Change, Context, Facts } from '../../platform/context.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { lockById, type MessageRow } from '../conversations/visits.store.ts'
import { charge, moveDays, reserve } from './limits.store.ts'
import { addReserved } from './turns.store.ts'

declare module '../../platform/context.ts' {
  interface Service {
    /** The limits of answers, from the settings. */
    answerLimits: {
      messagesPerMinute: number
      /** A conversation ends after this number of turns. */
      messages: number
      /** The maximum length of an answer. */
      outputTokens: number
      tokensPerDay: number
    }
  }
}

interface PaidTurn {
  message: MessageRow
  code: { id: string }
}

type Reading = Pick<Context<unknown>, 'service'>

/**
 * Reserves tokens of the daily budget for another call of the same answer. False when the budget is
 * used up or the answer has ended.
 */
export const reserveAgain = ({ service }: Reading, { message, code }: PaidTurn, tokens: number) =>
  runUnaudited(service, async ({ db }): Promise<boolean> => {
    const { tokensPerDay: limit } = service.answerLimits
    // Code that ends or deletes the answer locks the conversation too.
    if (!(await lockById(db, message.conversation_id))) return false
    if (!(await reserve(db, { codeId: code.id, day: dayOf(message), tokens, limit }))) return false
    // An ended answer is already settled. The new reservation stays charged, like any call that
    // the provider did not count.
    return await addReserved(db, { ...message, tokens })
  })

/**
 * Charges the tokens beyond the reservation when another process has already settled the answer
 * with its whole reservation.
 */
export const chargeBeyond = async (
  { service }: Reading,
  { message, code }: PaidTurn,
  counted: number,
) => {
  const tokens = counted - message.tokens_reserved
  if (tokens <= 0) return
  await runUnaudited(service, ({ db }) =>
    charge(db, { codeId: code.id, day: dayOf(message), tokens }),
  )
}

const dayOf = ({ created_at }: MessageRow): number => Math.floor(created_at / dayMs)

/** The use of the former days stays with the organization that a code leaves. */
export const moveUsage = (change: Change<unknown>, moved: Facts['codeMoved']) =>
  moveDays(change.db, moved, Math.floor(change.now() / dayMs))
