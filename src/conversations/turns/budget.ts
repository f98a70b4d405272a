import { dayMs } from '../../kit/clock.ts'
import type { Database } from '../../storage/database.ts'
import { holdById, type MessageRow } from '../visitor/visits.store.ts'
import { charge, reserve } from './limits.store.ts'
import { addReserved } from './turns.store.ts'

interface Paid {
  message: MessageRow
  codeId: string
}

export type Budget = ReturnType<typeof createBudget>

/** The day's budget of a code, for an answer that is under way. */
export const createBudget = (database: Database, tokensPerDay: number) => ({
  /** Reserves for one more call of the same answer; false when the budget or the answer is over. */
  reserveAgain: async ({ message, codeId }: Paid, tokens: number): Promise<boolean> =>
    await database.transaction(async ({ db }) => {
      // Whoever ends or deletes the answer holds the conversation too.
      if (!(await holdById(db, message.conversation_id))) return false
      const day = dayOf(message)
      if (!(await reserve(db, { codeId, day, tokens, limit: tokensPerDay }))) return false
      // An answer that has ended is settled: what was just reserved stays taken, as for any other
      // call that nobody counted.
      return await addReserved(db, { id: message.id, tokens })
    }),

  /** For an answer that somebody else has settled, with all that it had reserved. */
  chargeBeyond: async ({ message, codeId }: Paid, counted: number) => {
    const tokens = counted - message.tokens_reserved
    if (tokens <= 0) return
    await database.transaction(({ db }) => charge(db, { codeId, day: dayOf(message), tokens }))
  },
})

const dayOf = ({ created_at }: MessageRow): number => Math.floor(created_at / dayMs)
