import type { LanguageModelV3FinishReason } from '@ai-sdk/provider'
import { ModelFailure, type ModelRequest } from './model.ts'

/** Maps an error of the SDK. `text` is what the provider says about it; empty for nothing. */
export const failureOf = (error: unknown, id: string, text: string): ModelFailure => {
  if (error instanceof ModelFailure) return error
  const { statusCode, code, cause } = fieldsOf(error)
  const status = statusCode ?? code
  if (typeof status === 'number' && status >= 300) return failureOfStatus(status, id, text)
  const networkCode = fieldsOf(cause).code
  // An error with a status is a response. Only an error without one can be a failed connection.
  if (status !== undefined || typeof networkCode !== 'string') return cutOff(id, text)
  const detail = `${id} cannot be reached (${networkCode}).`
  return new ModelFailure('model_unreachable', detail, !unconnected.has(networkCode))
}

/** Without a connection the provider received nothing and bills nothing. */
const unconnected = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const fieldsOf = (error: unknown): { statusCode?: unknown; code?: unknown; cause?: unknown } =>
  typeof error === 'object' && error !== null ? error : {}

/** Refusals that may pass when the request is retried. */
const passingStatuses = [408, 409, 425]

const failureOfStatus = (status: number, id: string, text: string): ModelFailure => {
  const detail = sentence(`${id} answered with status ${status}`, text)
  if (status === 429) return new ModelFailure('model_busy', detail)
  return status >= 500 || passingStatuses.includes(status)
    ? new ModelFailure('model_unreachable', detail)
    : new ModelFailure('model_refused', detail)
}

export const cutOff = (id: string, text = ''): ModelFailure =>
  new ModelFailure('model_cut_off', sentence(`${id} broke off its answer`, text))

const sentence = (fact: string, text: string): string =>
  text === '' ? `${fact}.` : `${fact}: ${text}`

/** An answer without text is a failure. */
export const failureOfFinish = (
  { unified, raw }: LanguageModelV3FinishReason,
  hasText: boolean,
  id: string,
): ModelFailure | null => {
  // The SDK ends every stream normally, even one that the provider cut off.
  if (raw === undefined) return cutOff(id)
  if (hasText) return null
  return unified === 'content-filter'
    ? new ModelFailure('model_refused', `${id} refused to answer.`)
    : new ModelFailure('model_empty', `${id} ended without a word (${unified}).`)
}

interface Hidden {
  /** The keys of the provider. */
  secrets: string[]
  /** The name of the model, which may be as long as a key. */
  model: string
  request: Pick<ModelRequest, 'system' | 'messages'>
}

/** The provider's own words about an error, for the log; empty when it sent none. */
export const providerText = (error: unknown, hidden: Hidden): string => {
  const text = messageIn(error).slice(0, maxRead)
  return text === '' ? '' : withoutSecrets(text, hidden).slice(0, maxKept)
}

const maxRead = 2000
const maxKept = 300

const messageIn = (error: unknown): string => {
  if (typeof error === 'string') return error
  if (typeof error !== 'object' || error === null) return ''
  const { message, data, responseBody, error: inner } = error as Record<string, unknown>
  // Without parsed data the message is only the name of the status; the body says more.
  if (data === undefined && typeof responseBody === 'string' && responseBody !== '')
    return responseBody
  return typeof message === 'string' ? message : messageIn(inner)
}

const mark = '…'

/**
 * A provider may quote the key or the request. The text loses the keys, everything that looks like
 * one, the words of the conversation, and every three words in a row of the prompt.
 */
const withoutSecrets = (text: string, { secrets, model, request }: Hidden): string => {
  let shown = text.replace(/\s+/g, ' ').trim()
  for (const secret of secrets) if (secret !== '') shown = shown.replaceAll(secret, mark)
  shown = shown
    .replace(/\bsk-[\w*.-]{3,}/g, mark)
    .replace(/[\w*.-]{20,}/g, (run) => (/[\d*]/.test(run) && !model.includes(run) ? mark : run))
    // Providers write English. Anything else is a quotation.
    .replace(/[^\x20-\x7e…]+/g, mark)
  return hideWords(shown, request).replace(/…(?:[\s,.;:'"`()-]*…)+/g, mark)
}

const hideWords = (text: string, { system, messages }: Hidden['request']): string => {
  const said = new Set(messages.flatMap((message) => wordsOf(message.text)).filter(isTelling))
  const phrases = new Set(phrasesOf(wordsOf(system)))
  const words = wordsOf(text)
  const isHidden = words.map((word) => said.has(word))
  for (const [at, phrase] of phrasesOf(words).entries()) {
    if (phrases.has(phrase)) isHidden.fill(true, at, at + phraseLength)
  }
  let at = 0
  return text.replace(word, (shown) => (isHidden[at++] ? mark : shown))
}

const word = /[A-Za-z0-9]+/g
const phraseLength = 3

const wordsOf = (text: string): string[] => text.toLowerCase().match(word) ?? []

/** Short words such as "the" tell nothing about a visitor. */
const isTelling = (text: string): boolean => text.length >= 4 || /\d/.test(text)

const phrasesOf = (words: string[]): string[] =>
  words.slice(phraseLength - 1).map((_, at) => words.slice(at, at + phraseLength).join(' '))
