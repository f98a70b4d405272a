import { prepareBulkInsert } from './store/bulk.ts'
import type { Tables } from './store/tables.ts'

export type EntryRow = Tables['audit_entries']

const types: Record<keyof EntryRow, 'text' | 'bigint'> = {
  id: 'text',
  organization_id: 'text',
  action: 'text',
  target_id: 'text',
  target_name: 'text',
  fields: 'text',
  via: 'text',
  user_id: 'text',
  email: 'text',
  key_id: 'text',
  key_name: 'text',
  browser: 'text',
  country: 'text',
  created_at: 'bigint',
}

export const columns = Object.keys(types) as (keyof EntryRow)[]

export const insert = prepareBulkInsert<EntryRow>('audit_entries', types)
