import type { Actor } from '../../platform/http/callers/actor.ts'
import { invalidField } from '../../platform/http/problem.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Codes } from '../codes/codes.legacy.ts'
import { answerEvent, errorData, finishData, wholeLength } from '../conversations/answer-events.ts'
import { answerError, type Model, ModelFailure, type ModelRequest } from '../models/model.ts'
import type { Access } from '../organizations/access.ts'
import type { FindPassages } from './answering.ts'
import { askingFor, questionOf } from './asking.ts'
import type { Limits } from './budget.ts'
import { createDraftBudget, type DraftBudgetOptions, type ReservedTokens } from './draft-budget.ts'
import type { DraftTalk } from './drafts.schema.ts'
import { createMeter } from './meter.ts'
import { createReading } from './reading.ts'

interface DraftsOptions extends DraftBudgetOptions {
  access: Access
  limits: Pick<Limits, 'messagesPerMinute' | 'outputTokens' | 'tokensPerDay'>
  codes: Pick<Codes, 'retrieve'>
  findPassages: FindPassages
  requireModel: (name: string | null) => void
  modelFor: (name: string | null) => Model
}

interface DraftTurn {
  messageId: string
  /** The number of the turn, counted from 1 as in a conversation. */
  turn: number
  model: Model
  request: Omit<ModelRequest, 'signal' | 'beforeFallback'>
  language: string
  budget: ReservedTokens
}

export type Drafts = ReturnType<typeof createDrafts>

/**
 * Answers a draft, which is a code that is not saved. A draft asks the model as a conversation
 * does, but stores no conversation, scan or event, and counts toward no plan limit.
 */
export const createDrafts = (options: DraftsOptions) => {
  const { database, clock, log, access, limits, modelFor } = options
  const budgets = createDraftBudget(options)

  /** The organization of the draft, and the code whose sources it answers from. */
  const placeOf = async (actor: Actor, { qpr_code_id, organization_id }: DraftTalk) => {
    const code = qpr_code_id === undefined ? null : await options.codes.retrieve(actor, qpr_code_id)
    const named = code?.organization_id ?? organization_id
    const organization = await access.organization(database.db, actor, named, 'codes:write')
    // A new code has only the sources of all codes.
    return { organization, codeId: code?.id ?? `draft ${organization.id}` }
  }

  return {
    /** Throws before the stream begins, while the response can still carry a status. */
    async begin(actor: Actor, draft: DraftTalk, pageLanguage: string): Promise<DraftTurn> {
      const { name, prompt, model = null, language = pageLanguage, messages } = draft
      if (messages.at(-1)?.role !== 'visitor') throw notTheVisitor()
      options.requireModel(model)
      const { organization, codeId } = await placeOf(actor, draft)
      const now = clock.now()
      const { outputTokens: maxOutputTokens } = limits
      const asking = { title: name, prompt, language, said: messages, maxOutputTokens, now }
      const found = await options.findPassages(
        { id: codeId, organizationId: organization.id },
        questionOf(asking),
      )
      const { request, tokens } = askingFor(asking, found)
      const { userId } = actor
      const budget = await budgets.take({
        userId,
        organizationId: organization.id,
        tokens,
        language,
      })
      return {
        messageId: newId('msg', now),
        turn: messages.filter(({ role }) => role === 'visitor').length,
        model: modelFor(model),
        request,
        language,
        budget,
      }
    },

    /**
     * The events of the answer, in the format of a visitor's conversation. Ends with the answer, or
     * with the signal.
     */
    async *events(draft: DraftTurn, signal: AbortSignal): AsyncGenerator<string, boolean> {
      const { messageId, turn, model, request, language } = draft
      const reading = createReading(request)
      let text = ''
      let told = 0
      let modelId = model.id
      let isTruncated = false
      const reservedForOne = draft.budget.reserved
      const meter = createMeter(request, reservedForOne)
      const beforeFallback = async (failure: ModelFailure) => {
        if (!(await budgets.reserveAgain(draft.budget, reservedForOne))) throw failure
        meter.next()
      }
      const untold = (end: number): string[] => {
        if (end === told) return []
        const delta = { message_id: messageId, text: text.slice(told, end) }
        told = end
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
            yield* untold(wholeLength(text))
          }
        }
        text += reading.flush(!isTruncated)
        yield* untold(text.length)
        failure = null
      } catch (error) {
        failure = error
        if (!signal.aborted)
          log.warn({ model: modelId, ...detailOf(error) }, 'the preview of an answer failed')
      } finally {
        await budgets.settle(draft.budget, modelId, meter.read(reading.received(), failure))
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
    },
  }
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
