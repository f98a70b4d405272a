import { type Static, Type } from 'typebox'
import { scanLanguages } from '#contract/languages.ts'
import type { Context } from '../../platform/context.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { Nullable, OneOf, OrganizationId, Str, Text } from '../../platform/http/schema.ts'
import { newId } from '../../platform/kit/ids.ts'
import { retrieveCode } from '../codes/codes.ts'
import { answerEvent, errorData, finishData, wholeLength } from '../conversations/answer-events.ts'
import { answerError, type Model, ModelFailure, type ModelRequest } from '../models/model.ts'
import { modelFor, requireModel } from '../models/models.ts'
import { requireOrganization } from '../organizations/access.ts'
import { findPassages } from '../retrieval/retrieval.ts'
import { askingFor, retrievalQuestion } from './asking.ts'
import { createDraftMeter, type ReservedTokens, reserveDraft } from './budget.ts'
import { createReading } from './reading.ts'

export const DraftTalk = Type.Object({
  name: Text(200, 'The public title of the code, 1 to 200 characters.', 'Harbour Hotel'),
  prompt: Text(
    32_000,
    'The prompt to try, 1 to 32,000 characters.',
    'You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10:30.',
  ),
  model: Type.Optional(
    Nullable(
      Str(
        'The model that answers, as `provider:model`; null: the default model.',
        'ollama:llama3.2',
        { maxLength: 200, pattern: '^[a-z]+:[\\x21-\\x7e]+$' },
      ),
    ),
  ),
  language: Type.Optional(
    OneOf(
      [...scanLanguages],
      'The language of the visitor’s page. Default: the language of `Accept-Language`.',
      'en',
    ),
  ),
  messages: Type.Array(
    Type.Object({
      role: OneOf(['visitor', 'assistant'], 'The author of the message.', 'visitor'),
      text: Text(32_000, 'The text of the message.', 'When is breakfast?'),
    }),
    {
      minItems: 1,
      maxItems: 400,
      description:
        'The conversation so far, without the welcome message. The last message must be the ' +
        'visitor’s and is answered. The model reads only the newest part of a long ' +
        'conversation, as for visitors.',
      examples: [[{ role: 'visitor', text: 'When is breakfast?' }]],
    },
  ),
  organization_id: OrganizationId,
  qpr_code_id: Type.Optional(
    Str(
      'The code that the draft changes: the answer uses its sources. Without it, only the sources ' +
        'of all codes are used.',
      'qpr_01JB0000000000000000000000',
      { maxLength: 100 },
    ),
  ),
})
export type DraftTalk = Static<typeof DraftTalk>

// A draft is a code that is not saved. It asks the model as a conversation does, but stores no
// conversation, scan or event, and counts toward no plan limit.

interface DraftTurn {
  messageId: string
  /** The number of the turn, counted from 1 as in a conversation. */
  turn: number
  model: Model
  request: Omit<ModelRequest, 'signal' | 'beforeFallback'>
  language: string
  budget: ReservedTokens
}

/** The organization of the draft, and the code whose sources it answers from. */
const placeOf = async (context: Context, { qpr_code_id, organization_id }: DraftTalk) => {
  const code = qpr_code_id === undefined ? null : await retrieveCode(context, qpr_code_id)
  const named = code?.organization_id ?? organization_id
  const organization = await requireOrganization(context, named, 'codes:write')
  // A new code has only the sources of all codes.
  return { organizationId: organization.id, codeId: code?.id ?? `draft ${organization.id}` }
}

/** Throws before the stream begins, while the response can still carry a status. */
export const beginDraft = async (
  context: Context,
  draft: DraftTalk,
  pageLanguage: string,
): Promise<DraftTurn> => {
  const { name, prompt, model = null, language = pageLanguage, messages } = draft
  if (messages.at(-1)?.role !== 'visitor') throw notTheVisitor()
  requireModel(context, model)
  const { organizationId, codeId } = await placeOf(context, draft)
  const now = context.now()
  const { outputTokens: maxOutputTokens } = context.service.answerLimits
  const asking = { title: name, prompt, language, said: messages, maxOutputTokens, now }
  const code = { id: codeId, organizationId }
  const found = await findPassages(context, code, retrievalQuestion(asking))
  const { request, tokens } = askingFor(asking, found)
  const budget = await reserveDraft(context, { organizationId, tokens, language })
  return {
    messageId: newId('msg', now),
    turn: messages.filter(({ role }) => role === 'visitor').length,
    model: modelFor(context, model),
    request,
    language,
    budget,
  }
}

/**
 * The events of the answer, in the format of a visitor's conversation. Ends with the answer, or
 * with the signal.
 */
export async function* draftEvents(
  context: Context,
  draft: DraftTurn,
  signal: AbortSignal,
): AsyncGenerator<string, boolean> {
  const { messageId, turn, model, request, language } = draft
  const reading = createReading(request)
  let text = ''
  let sent = 0
  let modelId = model.id
  let isTruncated = false
  const meter = createDraftMeter(context, request, draft.budget)
  const { beforeFallback } = meter
  const unsent = (end: number): string[] => {
    if (end === sent) return []
    const delta = { message_id: messageId, text: text.slice(sent, end) }
    sent = end
    return [answerEvent(`${turn}-${end}`, 'delta', delta)]
  }
  // The value stays when the reader disconnects between two events.
  let failure: unknown = notFinished
  try {
    for await (const part of model.stream({ ...request, signal, beforeFallback })) {
      if (part.kind === 'model') modelId = part.id
      else if (part.kind === 'usage') meter.count(part)
      else if (part.kind === 'truncated') isTruncated = true
      else if (part.kind === 'report') reading.note(part.report)
      else {
        text += reading.push(part.text)
        yield* unsent(wholeLength(text))
      }
    }
    text += reading.flush(!isTruncated)
    yield* unsent(text.length)
    failure = null
  } catch (error) {
    failure = error
    if (!signal.aborted) {
      const { log } = context.service
      log.warn({ model: modelId, ...detailOf(error) }, 'the preview of an answer failed')
    }
  } finally {
    await meter.settle(modelId, reading.received(), failure)
  }
  const id = `${turn}-end`
  const { text: finalText, citations, isTextComplete } = reading.end()
  yield failure !== null
    ? answerEvent(
        id,
        'error',
        errorData({ messageId, text, ...failureOf(failure, signal) }, language),
      )
    : answerEvent(id, 'finish', {
        ...finishData(
          {
            messageId,
            text,
            tokens: meter.read(reading.received(), null).tokensOut,
            isTruncated: isTruncated && !isTextComplete,
            finalText: finalText === text ? null : finalText,
            citations,
          },
          language,
        ),
        model: modelId,
        demo: model.isDemo,
      })
  return true
}

/** Marks a draft whose reader left: the model neither finished nor failed. */
const notFinished = Symbol('not finished')

const failureOf = (error: unknown, { aborted }: AbortSignal) => {
  const unforeseen = aborted ? 'interrupted' : 'internal_error'
  const { code: errorCode, isRetryable } = answerError(
    error instanceof ModelFailure && !aborted ? error.code : unforeseen,
  )
  return { errorCode, isRetryable }
}

const detailOf = (error: unknown) =>
  error instanceof ModelFailure ? { code: error.code, detail: error.message } : { err: error }

const notTheVisitor = () =>
  invalidField('/messages', 'last_not_visitor', 'messages must end with a message of the visitor.')
