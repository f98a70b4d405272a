import type { Statements } from './migrations.ts'

/** Scans, their sums, and the logo of a code. */
export const scans: Statements = (types) => {
  const { id, text, instant, count, bytes, serial, clustered, writtenBy } = types
  return [
    `create table scans (
      id ${serial},
      code_id ${id} not null references codes (id) on delete cascade,
      organization_id ${id} not null,
      scanned_at ${instant} not null,
      device ${text} not null,
      device_key ${text} not null,
      country ${text},
      region ${text},
      city ${text},
      conversation_started ${count} not null,
      conversation_messages ${count} not null,
      written_by ${writtenBy}
    )`,
    'create index scans_of_code on scans (code_id, scanned_at, id)',
    'create index scans_of_organization on scans (organization_id, scanned_at, id)',

    // A scope is a code or an organization.
    `create table scan_hours (
      scope_id ${id} not null,
      hour ${count} not null,
      scans ${count} not null,
      conversations ${count} not null,
      messages ${count} not null,
      primary key (scope_id, hour)
    ) ${clustered}`,
    `create table scan_shares (
      scope_id ${id} not null,
      day ${count} not null,
      kind ${id} not null,
      value ${id} not null,
      scans ${count} not null,
      primary key (scope_id, day, kind, value)
    ) ${clustered}`,
    `create table scan_devices (
      scope_id ${id} not null,
      day ${count} not null,
      sketch ${bytes} not null,
      primary key (scope_id, day)
    )`,

    `create table code_logos (
      code_id ${id} primary key references codes (id) on delete cascade,
      type ${text} not null,
      data ${bytes} not null
    )`,
  ]
}
