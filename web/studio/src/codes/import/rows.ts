import { maxItems, maxLength } from '#contract/limits.ts'
import type { Input } from '../../../../../sdk/typescript/src/index.ts'
import { isContactUrl } from '../../ui/code/contact-address.ts'
import type { en } from '../../words/en.ts'
import { choices, type ImportField, metadataKey } from './columns.ts'
import type { Csv } from './csv.ts'

type Choices = typeof choices

type ImportedCode = Input<'POST /v1/qpr-codes/bulk'>['codes'][number]

/** Why a row cannot be sent; the words are the page's. */
export interface RowProblem {
  code: keyof (typeof en)['codeImport']['rowProblems']
  field: ImportField
  maximum?: number
  choices?: readonly string[]
}

export interface ImportRow {
  /** Where it begins in the file. */
  line: number
  input: ImportedCode
  problem: RowProblem | null
}

interface Mapping {
  headers: readonly string[]
  fields: readonly ImportField[]
  /** For rows that have none of their own. */
  prompt: string
}

const longest = {
  name: maxLength.name,
  prompt: maxLength.prompt,
  welcome_message: maxLength.welcomeMessage,
} as const

/** Turns a row of the file into a code, with its problem if there is one. */
export const rowOf = ({ line, cells }: Csv['rows'][number], mapping: Mapping): ImportRow => {
  const of = (field: ImportField): string[] =>
    mapping.fields.flatMap((one, column) => {
      const text = cells[column]?.trim() ?? ''
      return one === field && text !== '' ? [text] : []
    })
  const [welcome_message] = of('welcome_message')
  const [label] = of('contact_label')
  const [url] = of('contact_url')
  const suggestions = of('suggestion')
  const tags = of('tags').flatMap((text) => text.split(/[,;]/).flatMap((tag) => tag.trim() || []))
  const metadata = metadataOf(cells, mapping)
  const chosen = Object.entries(choices).map(([name, values]) => {
    const field = name as keyof Choices
    const text = of(field)[0]?.toLowerCase()
    return { field, choices: values, text, value: values.find((one) => one === text) }
  })
  const unknown = chosen.find(({ text, value }) => text !== undefined && value === undefined)
  const input: ImportedCode = {
    name: of('name')[0] ?? '',
    prompt: of('prompt')[0] ?? mapping.prompt.trim(),
    ...(welcome_message !== undefined && { welcome_message }),
    ...Object.fromEntries(
      chosen.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]])),
    ),
    ...(suggestions.length > 0 && { suggestions }),
    ...(tags.length > 0 && { tags }),
    ...(label !== undefined && url !== undefined && { contact: { label, url } }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
  const problem: RowProblem | null =
    problemOf(input) ??
    (unknown ? { code: 'unknown', field: unknown.field, choices: unknown.choices } : null) ??
    contactProblem(label, url)
  return { line, input, problem }
}

const metadataOf = (cells: readonly string[], { fields, headers }: Mapping) =>
  Object.fromEntries(
    fields.flatMap((field, column) => {
      const [key, text] = [metadataKey(headers[column] ?? ''), cells[column]?.trim() ?? '']
      return field === 'metadata' && key !== '' && text !== '' ? [[key, text]] : []
    }),
  )

const problemOf = (input: ImportedCode): RowProblem | null => {
  for (const field of ['name', 'prompt'] as const) {
    if (input[field] === '') return { code: 'missing', field }
  }
  for (const field of ['name', 'prompt', 'welcome_message'] as const) {
    if (!isStorable(input[field] ?? '')) return { code: 'unstorable', field }
    const maximum = longest[field]
    if ([...(input[field] ?? '')].length > maximum) return { code: 'too_long', field, maximum }
  }
  const { suggestions = [] } = input
  if (suggestions.length > maxItems.suggestions) {
    return { code: 'too_many', field: 'suggestion', maximum: maxItems.suggestions }
  }
  if (suggestions.some((one) => [...one].length > maxLength.suggestion)) {
    return { code: 'too_long', field: 'suggestion', maximum: maxLength.suggestion }
  }
  const { tags = [] } = input
  if (tags.length > maxItems.tags)
    return { code: 'too_many', field: 'tags', maximum: maxItems.tags }
  if (tags.some((one) => [...one].length > maxLength.tag)) {
    return { code: 'too_long', field: 'tags', maximum: maxLength.tag }
  }
  return null
}

/** A lone surrogate or a NUL comes from a damaged file, and the API refuses it. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const contactProblem = (label: string | undefined, url: string | undefined): RowProblem | null => {
  if (label === undefined && url === undefined) return null
  if (label === undefined) return { code: 'contact_half', field: 'contact_label' }
  if (url === undefined) return { code: 'contact_half', field: 'contact_url' }
  return isContactUrl(url) ? null : { code: 'contact_url', field: 'contact_url' }
}
