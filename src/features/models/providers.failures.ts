import type { LanguageModelV3FinishReason } from '@ai-sdk/provider'
import { ModelFailure } from './model.ts'

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
