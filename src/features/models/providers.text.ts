import type { ModelRequest } from './model.ts'

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
