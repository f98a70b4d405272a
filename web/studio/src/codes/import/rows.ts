import { maxItems, maxLength } from '#contract/limits.ts'
import type { Input } from '../../../../../sdk/typescript/src/index.ts'
import { filled } from '../../api/given.ts'
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
  const chosen = Object.entries(choices).map(([name, values]) => {
    const field = name as keyof Choices
    const text = of(field)[0]?.toLowerCase()
    return { field, choices: values, text, value: values.find((one) => one === text) }
  })
  const unknown = chosen.find(({ text, value }) => text !== undefined && value === undefined)
  const input: ImportedCode = {
    name: of('name')[0] ?? '',
    prompt: of('prompt')[0] ?? mapping.prompt.trim(),
    ...filled({ welcome_message, suggestions, tags, metadata: metadataOf(cells, mapping) }),
    ...filled(Object.fromEntries(chosen.map(({ field, value }) => [field, value]))),
    ...(label !== undefined && url !== undefined && { contact: { label, url } }),
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
  const lists = [
    ['suggestion', input.suggestions, maxItems.suggestions, maxLength.suggestion],
    ['tags', input.tags, maxItems.tags, maxLength.tag],
  ] as const
  for (const [field, texts = [], most, maximum] of lists) {
    if (texts.length > most) return { code: 'too_many', field, maximum: most }
    if (texts.some((one) => [...one].length > maximum)) return { code: 'too_long', field, maximum }
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
