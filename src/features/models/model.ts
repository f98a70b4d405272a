import { createHash } from 'node:crypto'
import type { Outcome } from '#contract/outcomes.ts'

/** A request to a model: the frame with the owner's prompt, and the conversation until now. */
export interface ModelRequest {
  system: string
  messages: { role: 'visitor' | 'assistant'; text: string }[]
  /** The owner's prompt alone, from which the demo responder answers. */
  prompt: string
  /** What the code knows about the last question. Providers get it as data, numbered from 1. */
  passages?: Passage[]
  /** Stands before the last message of the visitor. A model that does not see refuses it. */
  picture?: ModelPicture
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

export interface ModelPicture {
  mediaType: 'image/png' | 'image/jpeg'
  base64: string
}

export type ModelPart =
  /** Sent once, right before the first text. From then on no other model is asked. */
  | { kind: 'model'; id: string }
  /** Never empty. */
  | { kind: 'text'; text: string }
  /** Sent once, after the text: the answer ended at `maxOutputTokens`. */
  | { kind: 'truncated' }
  /** Sent once, after the text, by a model that reports beside its text. */
  | { kind: 'report'; report: ModelReport }
  /** Sent once when a call ends, even with a failure. Null where the provider reported nothing. */
  | { kind: 'usage'; tokensIn: number | null; tokensOut: number | null }

/** What a model reports about its answer. */
export interface ModelReport {
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

/** A piece of a source that an answer can cite. */
export interface Passage {
  id: string
  sourceId: string
  /** The title of the source or of the web page, for the visitor. */
  title: string
  url: string | null
  /** The headings above it, from the outermost to the innermost. */
  headings: string[]
  /** The page of a PDF, from 1. */
  page: number | null
  text: string
  /** The source is a question with the owner's answer, of which the passage may be a part. */
  isAnswer?: true
}

export interface Found {
  /**
   * All in a stable order when `isWhole`; otherwise the best first, at most 8 or all parts of one
   * answer.
   */
  passages: Passage[]
  /** Everything that the code knows is in `passages`. */
  isWhole: boolean
  /** 0 to 1: how well the best passage covers the words of the question. */
  best: number
}

/** The maximum number of passages for an answer. */
export const maxPassages = 8

/** The maximum number of pages of one source. */
export const maxSourcePages = 2000

/** A rough estimate for every script: about four letters of the Latin script. */
export const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4)

type Sent = Pick<ModelRequest, 'system' | 'messages' | 'passages' | 'isWhole' | 'picture'>

/**
 * The messages as a provider gets them: the passages precede a message of the visitor, as data.
 * Everything that a code knows stands before the first message, because providers cache the
 * beginning that does not change. Passages that were found for one question stand before it.
 */
export const messagesWithDocuments = (request: Sent): ModelRequest['messages'] => {
  const { messages, passages = [], isWhole = false } = request
  if (passages.length === 0) return messages
  const isVisitor = ({ role }: { role: string }) => role === 'visitor'
  const at = isWhole ? messages.findIndex(isVisitor) : messages.findLastIndex(isVisitor)
  return messages.map((message, index) =>
    index === at
      ? { ...message, text: `${documentsOf(passages)}\n\nThe visitor writes:\n${message.text}` }
      : message,
  )
}

const documentsOf = (passages: Passage[]): string =>
  dataBlock(
    'documents',
    passages.map((passage, index) => shownOf(passage, index + 1)),
  )

const shownOf = ({ title, headings, page, text }: Passage, number: number) => {
  const section = headings.join(' › ')
  return { number, title, ...(section && { section }), ...(page !== null && { page }), text }
}

/** Providers scale pictures down, most of them to fewer tokens. */
const pictureTokens = 2500

/** Everything that a provider reads, for estimates. */
export const inputTokens = (request: Sent): number =>
  [request.system, ...messagesWithDocuments(request).map(({ text }) => text)].reduce(
    (sum, text) => sum + estimateTokens(text),
    request.picture ? pictureTokens : 0,
  )

/**
 * Texts of others for a model, as data: one line of JSON for each item, between two tags. An item can
 * neither begin a line nor write a tag, because line breaks and `<` are escaped, and it cannot know
 * the name of the tags.
 */
export const dataBlock = (name: string, items: unknown[]): string => {
  const lines = items.map((item) => JSON.stringify(item).replace(escaped, codeOf))
  // The mark is not random: the same items must be the same text for the cache of the provider.
  const hash = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16)
  return [`<${name}-${hash}>`, ...lines, `</${name}-${hash}>`].join('\n')
}

/** `<`, and the line breaks that JSON leaves as they are. */
const escaped = /[<\u0085\u2028\u2029]/g
const codeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
