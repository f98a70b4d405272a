import type { Actor } from '../../http/callers/actor.ts'
import { invalidField } from '../../http/problem.ts'
import { dayMs, minuteMs } from '../../kit/clock.ts'
import { newId } from '../../kit/ids.ts'
import type { Access } from '../../organizations/access.ts'
import type { Database, LoggedBase } from '../../storage/database.ts'
import { countHit } from '../../storage/rate-windows.ts'
import { answerError, type Model, ModelFailure, type ModelRequest } from '../models/model.ts'
import { askingFor } from '../turns/asking.ts'
import { account, reserve } from '../turns/limits.store.ts'
import { createMeter, type Use } from '../turns/meter.ts'
import { answerEvent, errorData, finishData, wholeLength } from '../visitor/answer-events.ts'
import { sentencesIn } from '../visitor/sentences.ts'
import { tooMany } from '../visitor/visits.problems.ts'
import type { Limits } from '../visitor/visits.ts'
import type { DraftTalk } from './drafts.schema.ts'

interface DraftsOptions extends LoggedBase {
  access: Access
  limits: Pick<Limits, 'messagesPerMinute' | 'outputTokens' | 'tokensPerDay'>
  requireModel: (name: string | null) => void
  modelFor: (name: string | null) => Model
  costOf: (modelId: string, tokensIn: number, tokensOut: number) => number
}

interface DraftTurn {
  messageId: string
  /** The number of the turn, counted from 1 as in a conversation. */
  turn: number
  model: Model
  request: Omit<ModelRequest, 'signal' | 'beforeFallback'>
  language: string
  /** The tokens that were reserved from the daily budget. */
  budget: { codeId: string; day: number; reserved: number }
}

export type Drafts = ReturnType<typeof createDrafts>

/**
 * Answers a draft, which is a code that is not saved. A draft asks the model as a conversation
 * does, but stores no conversation, scan or event, and counts toward no plan limit.
 */
export const createDrafts = (options: DraftsOptions) => {
  const { database, clock, log, access, limits, modelFor, costOf } = options

  const requirePace = async (db: Database['db'], userId: string, language: string) => {
    const now = clock.now()
    const minute = Math.floor(now / minuteMs)
    const hits = await countHit(db, `draft ${userId} ${minute}`, (minute + 2) * minuteMs)
    if (hits <= limits.messagesPerMinute) return
    const retryMs = (minute + 1) * minuteMs - now
    throw tooMany('too_many_messages', sentencesIn(language).tooFast, retryMs)
  }

  /** All drafts of an organization share one budget of the size that a single code has. */
  const takeBudget = async (
    db: Database['db'],
    organizationId: string,
    tokens: number,
    language: string,
  ) => {
    const now = clock.now()
    const day = Math.floor(now / dayMs)
    const codeId = `drafts ${organizationId}`
    if (!(await reserve(db, { codeId, day, tokens, limit: limits.tokensPerDay }))) {
      const { usedUp } = sentencesIn(language)
      throw tooMany('daily_limit_reached', usedUp, (day + 1) * dayMs - now)
    }
    return { codeId, day, reserved: tokens }
  }

  const settle = async (
    { budget }: DraftTurn,
    model: string,
    { tokensIn, tokensOut, charged }: Use,
  ) => {
    const costMicros = costOf(model, tokensIn, tokensOut)
    const used = { ...budget, tokens: charged ?? budget.reserved, costMicros }
    log.info({ model, tokensIn, tokensOut }, 'draft answered')
    await database
      .transaction(({ db }) => account(db, used))
      .catch((error) => log.warn({ err: error }, 'the tokens of a preview could not be counted'))
  }

  /**
   * Reserves tokens for the fallback model, because the failed call may have used the first
   * reservation.
   */
  const reserveAgain = async ({ budget }: DraftTurn, tokens: number): Promise<boolean> => {
    const { codeId, day } = budget
    const limit = limits.tokensPerDay
    const isReserved = await database.transaction(({ db }) =>
      reserve(db, { codeId, day, tokens, limit }),
    )
    if (isReserved) budget.reserved += tokens
    return isReserved
  }

  return {
    /** Throws before the stream begins, while the response can still carry a status. */
    async begin(actor: Actor, draft: DraftTalk, pageLanguage: string): Promise<DraftTurn> {
      const { name, prompt, model = null, language = pageLanguage, messages } = draft
      if (messages.at(-1)?.role !== 'visitor') throw notTheVisitor()
      options.requireModel(model)
      const organization = await access.organization(
        database.db,
        actor,
        draft.organization_id,
        'codes:write',
      )
      const now = clock.now()
      const { outputTokens: maxOutputTokens } = limits
      const asking = { title: name, prompt, language, said: messages, maxOutputTokens, now }
      const { request, tokens } = askingFor(asking)
      const budget = await database.transaction(async ({ db }) => {
        await requirePace(db, actor.userId, language)
        return await takeBudget(db, organization.id, tokens, language)
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
      let text = ''
      let told = 0
      let modelId = model.id
      let isTruncated = false
      const reservedForOne = draft.budget.reserved
      const meter = createMeter(request, reservedForOne)
      const beforeFallback = async (failure: ModelFailure) => {
        if (!(await reserveAgain(draft, reservedForOne))) throw failure
        meter.next()
      }
      // The value stays when the reader disconnects between two events.
      let failure: unknown = notFinished
      try {
        for await (const part of model.stream({ ...request, signal, beforeFallback })) {
          if (part.kind === 'model') modelId = part.id
          else if (part.kind === 'usage') meter.count(part)
          else if (part.kind === 'truncated') isTruncated = true
          else {
            text += part.text
            const end = wholeLength(text)
            if (end === told) continue
            const delta = { message_id: messageId, text: text.slice(told, end) }
            told = end
            yield answerEvent(`${turn}-${end}`, 'delta', delta)
          }
        }
        failure = null
      } catch (error) {
        failure = error
        if (!signal.aborted)
          log.warn({ model: modelId, ...detailOf(error) }, 'the preview of an answer failed')
      } finally {
        await settle(draft, modelId, meter.read(text, failure))
      }
      const id = `${turn}-end`
      yield failure !== null
        ? answerEvent(
            id,
            'error',
            errorData({ messageId, text, ...failureOf(failure, signal) }, language),
          )
        : answerEvent(id, 'finish', {
            ...finishData(
              { messageId, tokens: meter.read(text, null).tokensOut, isTruncated },
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
