import { type Static, Type } from 'typebox'
import { leadFieldTypes } from '#contract/handling.ts'
import { maxLength } from '#contract/limits.ts'
import { countedTo, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { ExportFormat } from '../../platform/http/output/export.ts'
import {
  Bool,
  Instant,
  Int,
  named,
  OneOf,
  Str,
  scopeFilters,
  Text,
} from '../../platform/http/schema.ts'

const LeadId = Str('Lead id.', 'lead_01JB0000000000000000000000')
const Value = Type.Union([Type.String(), Type.Boolean()])

export const NewLead = Type.Object({
  // Read by the fields of the form: a rule for each key would check thousands of unknown ones.
  values: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The values by the key of their field. `yes_no` is true or false.',
    examples: [{ email: 'ana@example.com', message: 'A table for two, please.' }],
  }),
  consent: Text(
    maxLength.consent,
    'The sentence to which the visitor agreed, exactly as it was shown. Another sentence than that ' +
      'of the form is refused.',
    'You may contact me about my request.',
  ),
})
export type NewLead = Static<typeof NewLead>

export const CreatedLead = Type.Object({
  lead_id: LeadId,
  created_at: Instant('When the visitor sent the form.'),
})

export const LeadSchema = named(
  'Lead',
  Type.Object({
    id: LeadId,
    qpr_code_id: Str('The code.', 'qpr_01JB0000000000000000000000'),
    short_id: Str('The short id of the code.', 'k3v9x0pz'),
    code_name: Str('The name of the code.', 'Harbour Hotel'),
    conversation_id: Str('The conversation.', 'conv_01JB0000000000000000000000'),
    has_messages: Bool(
      'Whether the visitor has written in the conversation. Before that it is not in the inbox.',
      true,
    ),
    values: Type.Record(Type.String(), Value, {
      description: 'The values by the key of their field, as they were sent.',
      examples: [{ email: 'ana@example.com', message: 'A table for two, please.' }],
    }),
    fields: Type.Array(
      Type.Object({
        key: Str('The key of the field.', 'email'),
        label: Str('Its label when the form was sent.', 'Your e-mail address'),
        type: OneOf(leadFieldTypes, 'What the field takes.', 'email'),
        value: Type.Union([Str('A text.', 'ana@example.com'), Bool('Yes or no.', true)], {
          description: 'What the visitor entered.',
        }),
      }),
      { description: 'The fields that the visitor filled in, in the order of the form.' },
    ),
    consent: Str(
      'The sentence to which the visitor agreed, as it was shown.',
      'You may contact me about my request.',
    ),
    language: Str('The language of the form.', 'en'),
    created_at: Instant('When the visitor sent the form.'),
  }),
)

const filters = {
  ...scopeFilters,
  email: Type.Optional(
    Text(254, 'Only leads with exactly this e-mail address, in any case.', 'ana@example.com'),
  ),
  phone: Type.Optional(
    Text(60, 'Only leads with exactly this telephone number. Only its digits count.', '+49 40 123'),
  ),
}

export const LeadQuery = Type.Object({ ...filters, ...pageQuery(50, 200) })
export type LeadQuery = Static<typeof LeadQuery>

export const LeadPage = Type.Object({
  leads: Type.Array(LeadSchema, { description: 'One page of leads, newest first.' }),
  ...pageFields(50, countedTo),
})

export const LeadExportQuery = Type.Object({ ...filters, format: ExportFormat })
export type LeadExportQuery = Static<typeof LeadExportQuery>

export const FoundLeads = Type.Object(filters)
export type FoundLeads = Static<typeof FoundLeads>

export const DeletedLeads = Type.Object({
  deleted: Int('Number of deleted leads. Repeat the request until it is 0.', 2),
})

export const LeadPath = Type.Object({ id: LeadId })
