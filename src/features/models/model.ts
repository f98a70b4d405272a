import type { Outcome } from '#contract/outcomes.ts'
import type { Passage } from './passage.ts'

/** A request to a model: the frame with the owner's prompt, and the conversation until now. */
export interface ModelRequest {
  system: string
  messages: { role: 'visitor' | 'assistant'; text: string }[]
  /** The owner's prompt alone, from which the demo responder answers. */
  prompt: string
  /** What the code knows about the last question. Providers get it as data, numbered from 1. */
  passages?: Passage[]
  /** The passages are everything that the code knows, the same for every question. */
  isWhole?: boolean
  /**
   * The language of the visitor's page, such as `de`. The demo uses it when the question does not
   * show its language.
   */
  language?: string
  maxOutputTokens: number
  /** Aborts the call at any point. */
  signal: AbortSignal
  /**
   * Awaited before a fallback model is asked, when the failed call may be billed. Throws to prevent
   * the fallback.
   */
  beforeFallback?: (failure: ModelFailure) => Promise<void>
}

export type ModelPart =
  /** Sent once, right before the first text. From then on no other model is asked. */
  | { kind: 'model'; id: string }
  /** Never empty. */
  | { kind: 'text'; text: string }
  /** Sent once, after the text: the answer ended at `maxOutputTokens`. */
  | { kind: 'truncated' }
  /** Sent once, after the text, by a model that reports beside its text. */
  | { kind: 'report'; report: Report }
  /** Sent once when a call ends, even with a failure. Null where the provider reported nothing. */
  | { kind: 'usage'; tokensIn: number | null; tokensOut: number | null }

/** What a model reports about its answer. */
export interface Report {
  outcome: Outcome | null
  /** For each passage that the answer cites, by its number: some of its words. */
  quotes: Map<number, string>
}

/** A model of a provider. Throws only ModelFailure, or the reason of an abort. */
export interface Model {
  /** `provider:model`, or `demo`. */
  id: string
  isDemo: boolean
  stream(request: ModelRequest): AsyncIterable<ModelPart>
}

/** Why the model gave no answer, or an incomplete one, and whether a retry may help. */
const modelFailures = {
  model_refused: false,
  model_busy: true,
  model_stalled: true,
  model_unreachable: true,
  model_cut_off: true,
  model_empty: true,
} as const
export type ModelFailureCode = keyof typeof modelFailures

/** Every code of an `error` event, and whether a retry may help. */
export const answerErrors = {
  ...modelFailures,
  interrupted: true,
  internal_error: true,
  daily_limit_reached: false,
} as const

export interface AnswerError {
  code: keyof typeof answerErrors
  isRetryable: boolean
}

export const answerError = (code: AnswerError['code']): AnswerError => ({
  code,
  isRetryable: answerErrors[code],
})

/** The reason why an answer is missing or incomplete. The message is for the log. */
export class ModelFailure extends Error {
  readonly code: ModelFailureCode
  /** Whether the provider may bill the call. */
  readonly mayCost: boolean

  constructor(code: ModelFailureCode, detail: string, mayCost = billed.has(code)) {
    super(detail)
    this.code = code
    this.mayCost = mayCost
  }

  get isRetryable(): boolean {
    return modelFailures[this.code]
  }
}

const billed = new Set<ModelFailureCode>(['model_stalled', 'model_cut_off', 'model_empty'])

/**
 * A rough estimate that is rather too high, for budgets, until the provider reports the real
 * number.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3) + 4
