import { type Clock, dayMs } from '../kit/clock.ts'
import type { Db, Transaction } from '../storage/database.ts'
import { cutHistory, frameOf } from './frame.ts'
import { reserve } from './limits.store.ts'
import { estimateTokens, type Model } from './model.ts'
import { sentencesIn } from './sentences.ts'
import type { NewTurn } from './turns.ts'
import { conversationNotFound, tooMany } from './visits.problems.ts'
import { emptyAnswer } from './visits.rows.ts'
import type * as store from './visits.store.ts'
import type { Limits, TalkingCode } from './visits.ts'

interface TurnBeginOptions {
  clock: Clock
  limits: Limits
  codes: { byId(db: Db, id: string): Promise<TalkingCode | null> }
  modelFor: (name: string | null) => Model
}

/** Of the model's window: the frame, the prompt and an answer take their share too. */
const historyTokens = 12_000

/** What is to be asked of which model, paid for from the budget of the day before it is asked. */
export const createTurnBegin =
  ({ clock, limits, codes, modelFor }: TurnBeginOptions) =>
  async (
    tx: Transaction,
    conversation: store.ConversationRow,
    said: store.MessageRow[],
  ): Promise<NewTurn> => {
    const code = await codes.byId(tx.db, conversation.code_id)
    if (!code) throw conversationNotFound()
    const now = clock.now()
    const { name, prompt } = code
    const system = frameOf({ name, prompt, language: conversation.language, now })
    const spoken = said.filter(({ text }) => text !== '').map(({ role, text }) => ({ role, text }))
    const messages = cutHistory(spoken, historyTokens)
    const asked = [system, ...messages.map(({ text }) => text)]
    const tokens = limits.outputTokens + asked.reduce((sum, one) => sum + estimateTokens(one), 0)
    const day = Math.floor(now / dayMs)
    const { tokensPerDay: limit } = limits
    if (!(await reserve(tx.db, { codeId: code.id, day, tokens, limit }))) {
      const { usedUp } = sentencesIn(conversation.language)
      throw tooMany('daily_limit_reached', usedUp, (day + 1) * dayMs - now)
    }
    return {
      message: emptyAnswer(conversation, tokens, now),
      model: modelFor(code.model),
      request: {
        system,
        prompt,
        messages,
        language: conversation.language,
        maxOutputTokens: limits.outputTokens,
      },
    }
  }
