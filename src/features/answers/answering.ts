import type { Outcome } from '#contract/outcomes.ts'
import type { Context } from '../../platform/context.ts'
import { secondMs } from '../../platform/kit/clock.ts'
import { unless } from '../../platform/kit/unless.ts'
import { isUnavailable } from '../../platform/store/errors.ts'
import { answerError, estimateTokens, type Found, ModelFailure } from '../models/model.ts'
import { costOf } from '../models/models.ts'
import { findPassages } from '../retrieval/retrieval.ts'
import { askingFor, retrievalQuestion } from './asking.ts'
import { createMeter, reserveAgain } from './budget.ts'
import { asksForPerson, claimsHandover } from './claims.ts'
import { createReading } from './reading.ts'
import type { TurnOutcome } from './turn-end.ts'
import type { NewTurn } from './turns.ts'

type Rewriting = ReturnType<typeof createRewriting>

/** A database that restarts or fails over is back by then. */
export const awayMs = 60 * secondMs
export const againMs = 500

/**
 * Repeats work that the database could not do because it was away. The question is stored, and its answer
 * must not fail for that.
 */
export const whenReachable = async <T>(
  { service: { clock, log } }: Context<unknown>,
  { message }: Pick<NewTurn, 'message'>,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  for (const until = clock.now() + awayMs; ; ) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || signal.aborted || clock.now() >= until) throw error
      log.warn({ err: error, messageId: message.id }, 'an answer waits for the database')
      await unless(signal, new Promise((resolve) => setTimeout(resolve, againMs)))
    }
  }
}

const reserveReachable = (
  context: Context<unknown>,
  job: NewTurn,
  tokens: number,
  signal: AbortSignal,
) => whenReachable(context, job, signal, () => reserveAgain(context, job, tokens))

/** The request with the passages. They count against the daily budget like the rest. */
const requestWithPassages = async (
  context: Context<unknown>,
  job: NewTurn,
  { complete, spent }: Rewriting,
  signal: AbortSignal,
) => {
  const asked = { ...retrievalQuestion(job.asked), ...(complete && { complete }) }
  const found = await whenReachable(context, job, signal, () =>
    unless(signal, findPassages(context, job.code, asked)),
  )
  const { request, tokens } = askingFor(job.asked, found)
  const { message } = job
  const more = tokens - (message.tokens_reserved - spent.reserved)
  if (more > 0) {
    if (!(await reserveReachable(context, job, more, signal))) throw budgetUsedUp
    message.tokens_reserved += more
  }
  return { request, found }
}

/** The share of a question that the best passage covers, small words included. */
const answeredCoverage = 0.4
const partlyCoverage = 0.2

/**
 * The outcome of an answer whose model reported none: how much of the question the sources cover.
 * Null for a code without sources.
 */
const estimateOutcome = (found: Found | null): Outcome | null => {
  if (!found || (found.isWhole && found.passages.length === 0)) return null
  if (found.best >= answeredCoverage) return 'answered'
  return found.best >= partlyCoverage ? 'partly' : 'unknown'
}

/** Looks up what the code knows, asks the model, and passes its text to `grow`. */
export const answerTurn = async (
  context: Context<unknown>,
  job: NewTurn,
  grow: (words: string) => void,
  signal: AbortSignal,
): Promise<TurnOutcome> => {
  const { log } = context.service
  const { message, model } = job
  const rewriting = createRewriting(context, job, signal)
  const { spent } = rewriting
  let request = job.request
  let found: Found | null = null
  let reading = createReading(request)
  let meter = createMeter(request, message.tokens_reserved)
  let modelId = model.id
  let streamed = ''
  let isTruncated = false
  const show = (words: string) => {
    if (words === '') return
    streamed += words
    grow(words)
  }

  const outcomeOf = (
    failure: unknown,
    ending: Pick<TurnOutcome, 'status' | 'error'>,
  ): TurnOutcome => {
    const { tokensIn, tokensOut, charged } = meter.read(reading.received(), failure)
    const { text, citations, report, isTextComplete } = reading.end()
    const isDone = ending.status === 'done'
    return {
      text,
      streamedText: text === streamed ? null : streamed,
      citations,
      outcome: isDone ? (report?.outcome ?? estimateOutcome(found)) : null,
      isTruncated: isTruncated && !isTextComplete,
      isPersonWanted: asksForPerson(retrievalQuestion(job.asked).question),
      // Before the transaction: many regular expressions read the text.
      isClaimed: claimsHandover(text),
      model: modelId,
      // The words of the search are part of what the answer used.
      tokensIn: tokensIn + spent.tokensIn,
      tokensOut: tokensOut + spent.tokensOut,
      charged: charged === null ? null : charged + spent.charged,
      costMicros: costOf(context, modelId, { tokensIn, tokensOut }) + spent.costMicros,
      ...ending,
    }
  }

  try {
    const asked = await requestWithPassages(context, job, rewriting, signal)
    request = asked.request
    found = asked.found
    reading = createReading(request)
    const reservedForOne = message.tokens_reserved - spent.reserved
    meter = createMeter(request, reservedForOne)
    const beforeFallback = async (failure: ModelFailure) => {
      if (!(await reserveReachable(context, job, reservedForOne, signal))) throw failure
      message.tokens_reserved += reservedForOne
      meter.next()
    }
    for await (const part of model.stream({ ...request, signal, beforeFallback })) {
      if (part.kind === 'text') show(reading.push(part.text))
      else if (part.kind === 'model') modelId = part.id
      else if (part.kind === 'truncated') isTruncated = true
      else if (part.kind === 'report') reading.note(part.report)
      else meter.count(part)
    }
    show(reading.flush(!isTruncated))
    if (streamed.trim() === '') {
      throw new ModelFailure('model_empty', `${modelId} reported on an answer without a word.`)
    }
    return outcomeOf(null, { status: 'done', error: null })
  } catch (error) {
    show(reading.flush(false))
    if (error === budgetUsedUp) return outcomeOf(error, failed('daily_limit_reached'))
    if (signal.aborted) return outcomeOf(error, endOf(signal))
    if (!(error instanceof ModelFailure))
      log.error({ err: error }, 'an answer failed in our own code')
    else log.warn({ model: modelId, code: error.code, detail: error.message }, 'a model failed')
    return outcomeOf(error, failed(error instanceof ModelFailure ? error.code : 'internal_error'))
  }
}

/** No model was asked, so the call is free. */
const budgetUsedUp = new ModelFailure('model_refused', 'The daily budget is used up.', false)

const failed = (code: Parameters<typeof answerError>[0]) => ({
  status: 'failed' as const,
  error: answerError(code),
})

const endOf = ({ reason }: AbortSignal): Pick<TurnOutcome, 'status' | 'error'> =>
  reason === 'interrupted' ? failed('interrupted') : { status: 'stopped', error: null }

/** A question in other words is short. */
const maxRewritingTokens = 160

/** The tokens of the calls beside the answer. They are part of the use of the answer. */
const nothingSpent = { reserved: 0, charged: 0, tokensIn: 0, tokensOut: 0, costMicros: 0 }

/**
 * Asks the model of a turn for the words of a search, within the budget of the code. Null when the
 * budget is used up or the model does not answer: the search then uses the question as it is. The
 * demo cannot rewrite.
 */
export const createRewriting = (context: Context<unknown>, job: NewTurn, stopped: AbortSignal) => {
  const { model, message } = job
  const spent = { ...nothingSpent }

  const complete = async (
    system: string,
    text: string,
    late: AbortSignal,
  ): Promise<string | null> => {
    const signal = AbortSignal.any([stopped, late])
    const estimatedIn = estimateTokens(system) + estimateTokens(text)
    const reserved = estimatedIn + maxRewritingTokens
    if (!(await reserveAgain(context, job, reserved))) return null
    message.tokens_reserved += reserved
    spent.reserved += reserved
    if (signal.aborted) return null
    // A call that may be billed but was not counted is charged its whole reservation. Before the
    // call, because the answer does not wait for a model that is silent.
    spent.charged += reserved
    const settle = (modelId: string, used: { tokensIn: number; tokensOut: number }) => {
      spent.charged += used.tokensIn + used.tokensOut - reserved
      spent.tokensIn += used.tokensIn
      spent.tokensOut += used.tokensOut
      spent.costMicros += costOf(context, modelId, used)
    }
    let modelId = model.id
    let counted: { tokensIn: number; tokensOut: number } | null = null
    let answer = ''
    try {
      const parts = model.stream({
        system,
        prompt: '',
        messages: [{ role: 'visitor', text }],
        maxOutputTokens: maxRewritingTokens,
        signal,
        // A second call would take longer than the visitor waits.
        beforeFallback: (failure) => Promise.reject(failure),
      })
      for await (const part of parts) {
        if (part.kind === 'text') answer += part.text
        if (part.kind === 'model') modelId = part.id
        if (part.kind === 'usage') {
          const { tokensIn, tokensOut } = part
          if (tokensIn !== null && tokensOut !== null) counted = { tokensIn, tokensOut }
        }
      }
      settle(modelId, counted ?? { tokensIn: estimatedIn, tokensOut: estimateTokens(answer) })
      return answer.trim() || null
    } catch (error) {
      const isFree = error instanceof ModelFailure && !error.mayCost && answer === ''
      if (isFree) settle(modelId, { tokensIn: 0, tokensOut: 0 })
      else if (counted) settle(modelId, counted)
      return null
    }
  }

  return { spent, ...(!model.isDemo && { complete }) }
}
