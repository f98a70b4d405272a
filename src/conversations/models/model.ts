/** A request to a model: the frame with the owner's prompt, and the conversation until now. */
export interface ModelRequest {
  system: string
  messages: { role: 'visitor' | 'assistant'; text: string }[]
  /** The owner's prompt alone, from which the demo responder answers. */
  prompt: string
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
  /** Sent once when a call ends, even with a failure. Null where the provider reported nothing. */
  | { kind: 'usage'; tokensIn: number | null; tokensOut: number | null }

/** A model of a provider. Throws only ModelFailure, or the reason of an abort. */
export interface Model {
  /** `provider:model`, or `demo`. */
  id: string
  isDemo: boolean
  stream(request: ModelRequest): AsyncIterable<ModelPart>
}

export type ModelFailureCode =
  | 'model_refused'
  | 'model_busy'
  | 'model_stalled'
  | 'model_unreachable'
  | 'model_cut_off'

/** The reason why an answer is missing or incomplete. */
export class ModelFailure extends Error {
  readonly code: ModelFailureCode
  readonly isRetryable: boolean
  /** Whether the provider may bill the call. */
  readonly mayCost: boolean

  constructor(
    code: ModelFailureCode,
    detail: string,
    isRetryable: boolean,
    mayCost = code === 'model_stalled' || code === 'model_cut_off',
  ) {
    super(detail)
    this.code = code
    this.isRetryable = isRetryable
    this.mayCost = mayCost
  }
}

/**
 * A rough estimate that is rather too high, for budgets, until the provider reports the real
 * number.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3) + 4
