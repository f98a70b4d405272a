import { dayMs } from '../../platform/kit/clock.ts'
import type { Database } from '../../platform/store/database.ts'
import { holdById, type MessageRow } from '../conversations/visits.store.ts'
import { charge, reserve } from './limits.store.ts'
import { addReserved } from './turns.store.ts'

/** The limits of conversations, from the settings. */
export interface Limits {
  messagesPerMinute: number
  messages: number
  openingsPerMinute: number
  outputTokens: number
  tokensPerDay: number
}

interface Paid {
  message: MessageRow
  code: { id: string }
}

export type Budget = ReturnType<typeof createBudget>

/** The daily token budget of a code, for a running answer. */
export const createBudget = (database: Database, tokensPerDay: number) => ({
  /**
   * Reserves tokens for another call of the same answer. False when the budget is used up or the
   * answer has ended.
   */
  reserveAgain: async ({ message, code }: Paid, tokens: number): Promise<boolean> =>
    await database.transaction(async ({ db }) => {
      // Code that ends or deletes the answer locks the conversation too.
      if (!(await holdById(db, message.conversation_id))) return false
      const day = dayOf(message)
      if (!(await reserve(db, { codeId: code.id, day, tokens, limit: tokensPerDay }))) return false
      // An ended answer is already settled. The new reservation stays charged, like any call that
      // the provider did not count.
      return await addReserved(db, { ...message, tokens })
    }),

  /**
   * Charges the tokens beyond the reservation when another process has already settled the answer
   * with its whole reservation.
   */
  chargeBeyond: async ({ message, code }: Paid, counted: number) => {
    const tokens = counted - message.tokens_reserved
    if (tokens <= 0) return
    await database.transaction(({ db }) =>
      charge(db, { codeId: code.id, day: dayOf(message), tokens }),
    )
  },
})

const dayOf = ({ created_at }: MessageRow): number => Math.floor(created_at / dayMs)
