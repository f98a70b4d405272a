import { metadataText } from '../http/input/metadata.ts'
import { newId, newShortId } from '../kit/ids.ts'
import { fold } from '../kit/text.ts'
import type { CodeChanges, NewCode } from './codes.schema.ts'
import type { FullRow } from './codes.store.ts'

/** A new row, with defaults for omitted fields. */
export const newRow = (organizationId: string, input: NewCode, now: number): FullRow => ({
  id: newId('qpr', now),
  organization_id: organizationId,
  short_id: newShortId(),
  template: 'business',
  scans_total: 0,
  created_at: now,
  updated_at: now,
  welcome_message: null,
  metadata: '{}',
  suggestions: '[]',
  contact: null,
  style: null,
  model: null,
  ...changedColumns(input),
  // A new code is always active, regardless of the request.
  status: 'active',
  name: input.name,
  name_folded: fold(input.name),
  prompt: input.prompt,
})

/** The columns that a request changes. Omitted fields are absent. */
export const changedColumns = (changes: CodeChanges): Partial<FullRow> => {
  const { name, prompt, welcome_message, template, status, metadata, suggestions } = changes
  const { contact, style, model } = changes
  return {
    ...(name !== undefined && { name, name_folded: fold(name) }),
    ...(prompt !== undefined && { prompt }),
    ...(welcome_message !== undefined && { welcome_message }),
    ...(template !== undefined && { template }),
    ...(status !== undefined && { status }),
    ...(metadata !== undefined && { metadata: metadataText(metadata) }),
    ...(suggestions !== undefined && { suggestions: JSON.stringify(suggestions) }),
    ...(contact !== undefined && { contact: textOrNull(contact, ['label', 'url']) }),
    ...(style !== undefined && { style: textOrNull(style, styleFields) }),
    ...(model !== undefined && { model }),
  }
}

const styleFields = ['color', 'background', 'dots', 'eyes', 'margin', 'level']

/** Keeps only the named fields: unknown fields are ignored, not stored. */
const textOrNull = (value: object | null, fields: string[]): string | null =>
  value === null ? null : JSON.stringify(value, fields)
