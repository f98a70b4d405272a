import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../platform/http/input/cursor.ts'
import { ExportFormat } from '../../platform/http/output/export.ts'
import { Limit, Nullable, named, OneOf, Str, Time } from '../../platform/http/schema.ts'

/** In the order of the columns of an export. */
export const entryFields = {
  id: Str('Entry id.', 'aud_01JB0000000000000000000000'),
  created_at: Time('When the change was made.'),
  action: Str(
    'The operation of the API, by its `operationId`; or a change by the service, such as ' +
      '`changePlanByStripe`.',
    'updateCode',
  ),
  target_id: Nullable(Str('The changed object.', 'qpr_01JB0000000000000000000000')),
  target_name: Nullable(
    Str('Its name or e-mail address at that time; null: it has none.', 'Harbour terrace'),
  ),
  fields: Type.Array(Str('The name of a field.', 'prompt'), {
    description: 'The names of the changed fields. Values are never stored.',
    examples: [['prompt']],
  }),
  via: OneOf(
    ['session', 'key', 'command', 'service'],
    'How the change was made: in the Studio, with an API key, with the `qpr` command, or by ' +
      'the service itself.',
    'session',
  ),
  user_id: Nullable(Str('The user; null: none.', 'usr_01JB0000000000000000000000')),
  email: Nullable(Str('The e-mail address of the user at that time.', 'ana@example.com')),
  key_id: Nullable(Str('The API key; null: none was used.', 'key_01JB0000000000000000000000')),
  key_name: Nullable(Str('The name of the key at that time.', 'Website')),
  browser: Nullable(Str('The browser, for changes in the Studio.', 'Firefox on Windows')),
  country: Nullable(Str('The country of the caller, as ISO 3166 code; null: unknown.', 'DE')),
}

export const AuditEntry = named('AuditEntry', Type.Object(entryFields))

const filters = {
  actor: Type.Optional(
    Str('Only changes by this user (id or e-mail address) or API key (id).', 'ana@example.com', {
      format: 'text',
      maxLength: 320,
    }),
  ),
  action: Type.Optional(Str('Only this action.', 'updateCode', { format: 'text', maxLength: 100 })),
  target: Type.Optional(
    Str('Only changes of the object with this id.', 'qpr_01JB0000000000000000000000', {
      format: 'text',
      maxLength: 100,
    }),
  ),
  since: Type.Optional(Time('Only changes from this time on.')),
  until: Type.Optional(Time('Only changes before this time.')),
}

export const AuditQuery = Type.Object({ ...filters, limit: Limit(50, 200), cursor: Cursor })
export type AuditQuery = Static<typeof AuditQuery>

export const AuditExportQuery = Type.Object({ ...filters, format: ExportFormat })
export type AuditExportQuery = Static<typeof AuditExportQuery>

export const AuditPage = Type.Object({
  entries: Type.Array(AuditEntry, { description: 'One page of entries, newest first.' }),
  next_cursor: NextCursor,
})
