import type { LeadField, LeadForm } from '#contract/handling.ts'
import { maxItems } from '#contract/limits.ts'
import type { Words } from '../words/words.tsx'

/** A field in the editor. A new field has no key yet. */
export interface LeadRow extends Omit<Required<LeadField>, 'choices'> {
  /** Its place does not tell it from others: it can be moved. */
  id: number
  /** One choice on each line. */
  choices: string
}

export const newLeadRow = (rows: readonly LeadRow[], field: Partial<LeadRow> = {}): LeadRow => ({
  id: Math.max(0, ...rows.map(({ id }) => id)) + 1,
  ...{ key: '', label: '', help: '', type: 'text', required: false, choices: '' },
  ...field,
})

/** The form of a code, or what a new form begins with. */
export const leadValuesOf = ({ leadForm: { first } }: Words, form: LeadForm | null) => {
  const rows = form?.fields.map(
    ({ help = '', choices = [], ...field }, id): LeadRow => ({
      ...field,
      id,
      help,
      choices: choices.join('\n'),
    }),
  )
  const email = newLeadRow([], { label: first.email, type: 'email', required: true })
  return {
    title: form?.title ?? first.title,
    fields: rows ?? [email, newLeadRow([email], { label: first.message })],
    consent: form?.consent ?? first.consent,
  }
}

export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** `Your e-mail` becomes `your_e_mail`, of which there is one. */
const keyOf = (label: string, taken: readonly string[]): string => {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('_')
  const key = words.replace(/^[^a-z]+/, '').slice(0, 36) || 'field'
  const free = [key, ...Array.from(taken, (_, index) => `${key}_${index + 2}`)]
  return free.find((one) => !taken.includes(one)) ?? key
}

/** As the service stores it. A key never changes: leads and translations name it. */
export const leadFormOf = (values: ReturnType<typeof leadValuesOf>): LeadForm => {
  const keys = values.fields.map(({ key }) => key)
  const fields = values.fields.map(({ label, help, type, required, choices }, at): LeadField => {
    const key = keys[at] || keyOf(label, keys)
    keys[at] = key
    return {
      key,
      label: label.trim(),
      ...(help.trim() && { help: help.trim() }),
      type,
      required,
      ...(type === 'choice' && { choices: linesOf(choices) }),
    }
  })
  return { title: values.title.trim(), fields, consent: values.consent.trim() }
}

/** What is wrong with a field. */
export const rowErrors = ({ errors, leadForm }: Words, rows: readonly LeadRow[], at: number) => {
  const { label = '', type = 'text', choices = '' } = rows[at] ?? {}
  const { length } = linesOf(choices)
  const isSecond =
    (type === 'email' || type === 'tel') && rows.slice(0, at).some((row) => row.type === type)
  const isFew = type === 'choice' && (length < 2 || length > maxItems.leadChoices)
  return {
    label: label.trim() === '' ? errors.fields.required : undefined,
    type: isSecond ? leadForm.oneOfType : undefined,
    choices: isFew ? leadForm.choicesHint : undefined,
  }
}

/** The first error of a list of fields. */
export const checkRows = (words: Words, rows: readonly LeadRow[]): string | undefined =>
  rows.flatMap((_, at) => Object.values(rowErrors(words, rows, at))).find(Boolean)
