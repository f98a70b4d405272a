import type { Handoff, LeadForm } from '#contract/handling.ts'
import { greetingFor } from '#contract/templates.ts'
import type { Translations } from '#contract/translations.ts'
import { metadataText } from '../../platform/http/input/metadata.ts'
import { invalidInput } from '../../platform/http/problem.ts'
import { newId, newShortId } from '../../platform/kit/ids.ts'
import { blankContents } from '../../platform/store/tables.codes.ts'
import { fold, naturalOrder } from '../../platform/text/text.ts'
import { completeHandoff } from '../organizations/handoffs.ts'
import type { CodeContents, CodeStyle, Contact } from './codes.contents.schema.ts'
import type { CodeChanges, NewCode } from './codes.schema.ts'
import type { FullRow } from './codes.store.ts'
import { completeForm } from './lead-form.ts'
import { cleanTags, parseTags } from './tags.ts'

/**
 * The columns for the fields of a request, as they are stored; an omitted field is absent. A request
 * has only the fields of its schema: see `takeDeclaredFields`.
 */
export const changedColumns = (changes: CodeChanges): Partial<FullRow> => {
  const { name, metadata, suggestions, contact, style, tags, ...others } = changes
  const { translations, embed_origins, handoff, lead_form, organization_id, ...storedAsSent } =
    others
  return {
    ...storedAsSent,
    ...(name !== undefined && namesOf(name)),
    ...(metadata !== undefined && { metadata: metadataText(metadata) }),
    ...(suggestions !== undefined && { suggestions: JSON.stringify(suggestions) }),
    ...(contact !== undefined && { contact: textOrNull(contact, ['label', 'url']) }),
    ...(style !== undefined && { style: textOrNull(style, styleFields) }),
    ...(translations !== undefined && { translations: translationsText(translations) }),
    ...(tags !== undefined && { tags: JSON.stringify(cleanTags(tags)) }),
    ...(embed_origins !== undefined && { embed_origins: originsText(embed_origins) }),
    ...(handoff !== undefined && {
      handoff: handoff && JSON.stringify(completeHandoff(handoff, '/handoff')),
    }),
    ...(lead_form !== undefined && {
      lead_form: lead_form && JSON.stringify(completeForm(lead_form)),
    }),
  }
}

/** The name, and its forms for searching and for lists by name. */
const namesOf = (name: string) => {
  const name_folded = fold(name)
  return { name, name_folded, name_order: naturalOrder(name_folded) }
}

/** The optional fields as the API shows them, without the prompt: the scan page must not read it. */
export const contentsOf = (row: Omit<FullRow, 'prompt'>): CodeContents => ({
  title: row.title ?? row.name,
  // Visitors read it, so it must not contain the internal name.
  welcome_message: row.welcome_message ?? greetingFor(row.template, row.title ?? row.name),
  metadata: JSON.parse(row.metadata) as CodeContents['metadata'],
  suggestions: JSON.parse(row.suggestions) as string[],
  contact: parseOrNull<Contact>(row.contact),
  style: parseOrNull<CodeStyle>(row.style),
  model: row.model,
  language: row.language,
  translations: JSON.parse(row.translations) as Translations,
  tags: parseTags(row.tags),
  embed_origins: parseOrNull<string[]>(row.embed_origins) ?? [],
  handoff: parseOrNull<Handoff>(row.handoff),
  lead_form: parseOrNull<LeadForm>(row.lead_form),
})

/** A new code as it is stored. */
export const newRow = (organizationId: string, input: NewCode, now: number): FullRow => ({
  ...blankContents,
  id: newId('qpr', now),
  organization_id: organizationId,
  short_id: newShortId(),
  template: 'business',
  scans_total: 0,
  tags: '[]',
  created_at: now,
  updated_at: now,
  ...changedColumns(input),
  scope_id: null,
  // A new code is always active, regardless of the request.
  status: 'active',
  ...namesOf(input.name),
  prompt: input.prompt,
})

const styleFields = ['color', 'background', 'dots', 'eyes', 'margin', 'level']

/** Without empty texts and languages: visitors see the owner's own texts instead. */
const translationsText = (translations: Translations): string => {
  const filled = Object.entries(translations).map(([language, texts]) => {
    const { title, welcome_message, suggestions = [], lead_form = {} } = texts ?? {}
    return [
      language,
      {
        ...(title !== undefined && { title }),
        ...(welcome_message !== undefined && { welcome_message }),
        ...(suggestions.length > 0 && { suggestions }),
        ...(Object.keys(lead_form).length > 0 && { lead_form }),
      },
    ] as const
  })
  const remaining = filled.filter(([, texts]) => Object.keys(texts).length > 0)
  return JSON.stringify(Object.fromEntries(remaining))
}

/** Only the named fields: unknown ones are not stored. */
const textOrNull = (value: object | null, fields: string[]): string | null =>
  value === null ? null : JSON.stringify(value, fields)

export const parseOrNull = <T>(text: string | null): T | null =>
  text === null ? null : (JSON.parse(text) as T)

/** The origins as they are stored. Each must be spelled as a browser spells it. */
const originsText = (origins: string[]): string => {
  const wrong = [...origins.entries()].filter(([, origin]) => !isOrigin(origin))
  if (wrong.length > 0) throw invalidInput(wrong.map(([index]) => wrongOrigin(index)))
  return JSON.stringify(origins)
}

/** Not with the default port of its scheme, nor with a port that does not exist. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text

const wrongOrigin = (index: number) => ({
  pointer: `/embed_origins/${index}`,
  code: 'invalid_format',
  message: 'Write an origin as browsers do, such as https://www.example.com.',
})
