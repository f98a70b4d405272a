import type { Translations } from '#contract/translations.ts'
import type { Input } from '../../../../sdk/typescript/src/index.ts'
import { changedFields, filled } from '../api/given.ts'
import { checkContact, contactIn, readableContact } from '../ui/code/contact-address.ts'
import { type CodeDraft, filledIn, written } from '../ui/code/draft.ts'
import type { Words } from '../words/words.tsx'
import type { Code } from './code.ts'

type Changes = Input<'PATCH /v1/qpr-codes/{id}'>

/** The values of the form of a code. Its errors have these names. */
export const talkValuesOf = (code: Code) => ({
  name: code.name,
  prompt: code.prompt,
  welcome_message: code.welcome_message,
  suggestions: code.suggestions,
  'contact.label': code.contact?.label ?? '',
  'contact.url': readableContact(code.contact?.url ?? ''),
  template: code.template,
  model: code.model ?? '',
  language: code.language ?? ('' as const),
  metadata: metadataInput(code.metadata),
  /** Empty: the name. */
  title: code.title === code.name ? '' : code.title,
  translations: code.translations as Translations,
  tags: code.tags,
  /** What is typed for the blanks, in whose places it is saved. */
  details: {} as CodeDraft['details'],
})

export type TalkValues = ReturnType<typeof talkValuesOf>

/** The values with the details in the places of the blanks. */
export const withDetails = (values: TalkValues): TalkValues => ({
  ...values,
  ...filledIn(values),
  details: {},
})

export const metadataInput = (metadata: Code['metadata']): string =>
  Object.keys(metadata).length === 0 ? '' : JSON.stringify(metadata, null, 2)

/** Only changed fields: saving must not store the default greeting as a welcome message. */
export const talkChanges = (code: Code, typed: TalkValues): Changes => {
  const values = withDetails(typed)
  const now: Changes = {
    name: values.name,
    prompt: values.prompt,
    welcome_message: values.welcome_message,
    suggestions: written(values.suggestions),
    contact: contactIn(values),
    template: values.template,
    model: values.model.trim() || null,
    language: values.language || null,
    metadata: metadataIn(values.metadata) ?? {},
    title: values.title.trim() || null,
    translations: filled(values.translations),
    tags: values.tags,
  }
  // The detail view shows the default, which a request names null.
  const before = { ...code, title: code.title === code.name ? null : code.title }
  return changedFields<Changes>(before, now)
}

/** Undefined when the text is not a JSON object. */
const metadataIn = (text: string): Record<string, unknown> | undefined => {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Checks before the request. */
export const checkTalk = (words: Words) => (values: TalkValues) => {
  const { errors } = words
  const required = (text: string) => (text.trim() === '' ? errors.fields.required : undefined)
  const isWrong = metadataIn(values.metadata) === undefined
  return {
    name: required(values.name),
    prompt: required(values.prompt),
    welcome_message: required(values.welcome_message),
    ...checkContact(words, values),
    metadata: isWrong ? words.code.metadataWrong : undefined,
  }
}
