import { runUnaudited } from '../../platform/change.ts'
import type { Change, Context, Facts } from '../../platform/context.ts'
import { dayMs, minuteMs } from '../../platform/kit/clock.ts'
import { countHit } from '../../platform/store/rate-windows.ts'
import { sentencesIn, tooMany } from '../conversations/sentences.ts'
import { lockById, type MessageRow } from '../conversations/visits.store.ts'
import {
  estimateTokens,
  inputTokens,
  type Model,
  ModelFailure,
  type ModelPart,
  type ModelRequest,
} from '../models/model.ts'
import { costOf } from '../models/models.ts'
import { account, charge, countOf, moveDays, reserve } from './limits.store.ts'
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

// The limits of everything that asks a model for the owner: previews, translations and pictures.

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

export const draftsOf = (organizationId: string): string => `drafts ${organizationId}`

/** All drafts of an organization share one budget of the size that a single code has. */
const takeDraftTokens = async (
  change: Change<unknown>,
  { organizationId, tokens }: Omit<DraftCost, 'language'>,
): Promise<ReservedTokens | null> => {
  const day = Math.floor(change.now() / dayMs)
  const codeId = draftsOf(organizationId)
  const { tokensPerDay: limit } = change.service.answerLimits
  const isTaken = await reserve(change.db, { codeId, day, tokens, limit })
  return isTaken ? { codeId, day, reserved: tokens } : null
}

/** For work in the background, from the same budget; null when too little of it is left. */
export const reserveInBackground = ({ service }: Reading, cost: Omit<DraftCost, 'language'>) =>
  runUnaudited(service, (change) => takeDraftTokens(change, cost))

export const reserveDraft = (
  { service, actor }: Context,
  { language, ...cost }: DraftCost,
): Promise<ReservedTokens> =>
  runUnaudited(service, async (change) => {
    await requirePace(change, actor.userId, language)
    const taken = await takeDraftTokens(change, cost)
    if (taken) return taken
    const { usedUp } = sentencesIn(language)
    throw tooMany('daily_limit_reached', usedUp, dayMs - (change.now() % dayMs))
  })

/** Counts the tokens of a draft, and charges them to its reservation. */
export const createDraftMeter = (context: Reading, request: Sent, budget: ReservedTokens) => {
  const { service } = context
  const { codeId, day, reserved: tokens } = budget
  const meter = createMeter(request, tokens)
  return {
    ...meter,

    /** The failed call may have used its reservation, so the fallback needs its own. */
    async beforeFallback(failure: ModelFailure) {
      const { tokensPerDay: limit } = service.answerLimits
      const again = { codeId, day, tokens, limit }
      if (!(await runUnaudited(service, ({ db }) => reserve(db, again)))) throw failure
      budget.reserved += tokens
      meter.next()
    },

    async settle(model: string, text: string, failure: unknown) {
      const { tokensIn, tokensOut, charged } = meter.read(text, failure)
      const costMicros = costOf(context, model, { tokensIn, tokensOut })
      const used = { ...budget, tokens: charged ?? budget.reserved, costMicros, ...countOf(null) }
      service.log.info({ model, tokensIn, tokensOut }, 'draft answered')
      await runUnaudited(service, ({ db }) => account(db, used)).catch((error) =>
        service.log.warn({ err: error }, 'the tokens of a preview could not be counted'),
      )
    },
  }
}

interface Completed {
  /** The model that answered, or the first one. */
  modelId: string
  text: string
  /** The answer would have been longer. */
  isTruncated: boolean
  /** Why the answer is incomplete; null when it is not. */
  failure: unknown
}

/** The whole answer to a request for an owner. Its tokens are charged, whatever becomes of it. */
export const completeDraft = async (
  context: Pick<Context<unknown>, 'service'>,
  model: Model,
  request: ModelRequest,
  budget: ReservedTokens,
  maxCharacters = Number.POSITIVE_INFINITY,
): Promise<Completed> => {
  const { beforeFallback, ...meter } = createDraftMeter(context, request, budget)
  const done: Completed = { modelId: model.id, text: '', isTruncated: false, failure: null }
  try {
    for await (const part of model.stream({ ...request, beforeFallback })) {
      if (part.kind === 'model') done.modelId = part.id
      else if (part.kind === 'usage') meter.count(part)
      else if (part.kind === 'truncated') done.isTruncated = true
      else if (part.kind === 'text') done.text += part.text
      if (done.text.length <= maxCharacters) continue
      done.isTruncated = true
      break
    }
  } catch (error) {
    done.failure = error
  }
  await meter.settle(done.modelId, done.text, done.failure)
  return done
}

type Sent = Pick<ModelRequest, 'system' | 'messages' | 'passages' | 'isWhole' | 'picture'>

type Usage = Omit<Extract<ModelPart, { kind: 'usage' }>, 'kind'>

/** The tokens of an answer, as far as they are known. */
interface Use {
  tokensIn: number
  tokensOut: number
  /**
   * Tokens to charge to the daily budget. Null: the whole reservation, because the provider did not
   * count them.
   */
  charged: number | null
}

/**
 * Counts the tokens of an answer, which may take several calls. A call that may be billed but was
 * not counted is charged its whole reservation. Otherwise calls that never finish could use far
 * more than the budget.
 */
export const createMeter = (request: Sent, reservedForOne: number) => {
  let usage: Usage = { tokensIn: null, tokensOut: null }
  let earlier = 0

  const counted = () =>
    usage.tokensIn === null || usage.tokensOut === null ? null : usage.tokensIn + usage.tokensOut

  return {
    count(part: Usage) {
      usage = { tokensIn: part.tokensIn, tokensOut: part.tokensOut }
    },
    /** The current call failed and a fallback begins. */
    next() {
      earlier += counted() ?? reservedForOne
      usage = { tokensIn: null, tokensOut: null }
    },
    /** `failure` is the reason why the answer is incomplete; null when it is complete. */
    read(text: string, failure: unknown): Use {
      const tokensIn = usage.tokensIn ?? inputTokens(request)
      const tokensOut = usage.tokensOut ?? estimateTokens(text)
      const isFree = failure instanceof ModelFailure && !failure.mayCost && text === ''
      const isKnown = failure === null || counted() !== null || isFree
      return { tokensIn, tokensOut, charged: isKnown ? earlier + tokensIn + tokensOut : null }
    },
  }
}
