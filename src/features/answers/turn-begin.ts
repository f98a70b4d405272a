import { textsIn } from '#contract/translations.ts'
import type { Change } from '../../platform/context.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { currentTrace } from '../../platform/kit/tracing.ts'
import type { TalkingCode } from '../codes/codes.views.ts'
import { readCitations } from '../conversations/citations.ts'
import { sentencesIn } from '../conversations/sentences.ts'
import { tooMany } from '../conversations/visits.problems.ts'
import { emptyAnswer } from '../conversations/visits.rows.ts'
import type * as store from '../conversations/visits.store.ts'
import { modelFor } from '../models/choices.ts'
import { askingFor } from './asking.ts'
import { reserve } from './limits.store.ts'
import { withoutMarks } from './marks.ts'
import type { NewTurn } from './turns.ts'

/** Prepares the request and its model, and reserves its tokens from the daily budget. */
export const beginTurn = async (
  change: Change<unknown>,
  code: TalkingCode,
  conversation: store.ConversationRow,
  messages: store.MessageRow[],
): Promise<NewTurn> => {
  const now = change.now()
  const { prompt } = code
  const { language } = conversation
  const { title } = textsIn(code, language)
  const { outputTokens: maxOutputTokens, tokensPerDay: limit } = change.service.answerLimits
  const said = messages
    .filter(({ text }) => text !== '')
    .map(({ role, text, citations }) => ({
      role: role === 'visitor' ? role : ('assistant' as const),
      // The numbers would be mistaken for those of the passages for this question.
      text: withoutMarks(text, readCitations(citations).length),
    }))
  const asked = { title, prompt, language, said, maxOutputTokens, now }
  const { request, tokens } = askingFor(asked)
  const day = Math.floor(now / dayMs)
  if (!(await reserve(change.db, { codeId: code.id, day, tokens, limit }))) {
    const { usedUp } = sentencesIn(language)
    throw tooMany('daily_limit_reached', usedUp, (day + 1) * dayMs - now)
  }
  return {
    message: emptyAnswer(conversation, tokens, now),
    code: { id: code.id, organizationId: code.organizationId },
    shortId: code.shortId,
    model: modelFor(change, code.model),
    asked,
    request,
    trace: currentTrace(),
  }
}
