/** What is asked of a model: the frame and the owner's prompt, and what was said so far. */
export interface ModelRequest {
  system: string
  messages: { role: 'visitor' | 'assistant'; text: string }[]
  /** The owner's prompt alone: the demo responder answers from it. */
  prompt: string
  /** Of the visitor's page, such as `de`: for the demo, where the question leaves it open. */
  language?: string
  maxOutputTokens: number
  /** Ends the call, whatever it is doing. */
  signal: AbortSignal
  /**
   * Awaited before another model is asked, when the call that failed may have cost something all
   * the same. Throws to prevent it.
   */
  beforeFallback?: (failure: ModelFailure) => Promise<void>
}

export type ModelPart =
  /** Once, right before the first text: from here on this model answers, and no other. */
  | { kind: 'model'; id: string }
  /** Never empty. */
  | { kind: 'text'; text: string }
  /** Once, when a call ends, even in a failure; null where the provider did not say. */
  | { kind: 'usage'; tokensIn: number | null; tokensOut: number | null }

/** One model of one provider. Throws ModelFailure, and nothing else but an abort. */
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

/** Why there is no answer, or only a part of one. */
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

/** Roughly, and rather too many than too few: for budgets, before the provider has counted. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3) + 4
