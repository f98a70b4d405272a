import { sql } from 'kysely'
import type { Db } from '../../platform/store/database.ts'
import { prepare } from '../../platform/store/prepared.ts'

interface Keys {
  codes: string[]
  hours: number[]
  days: number[]
}

const selectLocked = prepare<Keys, { id: string }>(
  (value) => sql<{ id: string }>`
      with scanned as materialized (
        select c.id, c.organization_id, coalesce(c.scope_id, c.id) as scope_id
        from codes c where c.id = any(${value('codes')}::text[])
      ), scopes as materialized (
        select scope_id from scanned union select organization_id from scanned
      ), free_codes as materialized (
        select c.id from codes c where c.id in (select id from scanned)
        for no key update skip locked
      ), free_organizations as materialized (
        select o.id from organizations o where o.id in (select organization_id from scanned)
        for key share skip locked
      ), free_hours as materialized (
        select h.scope_id, h.hour from scan_hours h
        where h.scope_id in (select scope_id from scopes) and h.hour = any(${value('hours')}::bigint[])
        for no key update skip locked
      ), free_shares as materialized (
        select s.scope_id, s.day, s.kind, s.value from scan_shares s
        where s.scope_id in (select scope_id from scopes) and s.day = any(${value('days')}::bigint[])
        for no key update skip locked
      ), free_devices as materialized (
        select d.scope_id, d.day from scan_devices d
        where d.scope_id in (select scope_id from scopes) and d.day = any(${value('days')}::bigint[])
        for no key update skip locked
      ), locked_scopes as materialized (
        select h.scope_id from scan_hours h
        where h.scope_id in (select scope_id from scopes) and h.hour = any(${value('hours')}::bigint[])
          and (h.scope_id, h.hour) not in (select scope_id, hour from free_hours)
        union
        select s.scope_id from scan_shares s
        where s.scope_id in (select scope_id from scopes) and s.day = any(${value('days')}::bigint[])
          and (s.scope_id, s.day, s.kind, s.value) not in (select * from free_shares)
        union
        select d.scope_id from scan_devices d
        where d.scope_id in (select scope_id from scopes) and d.day = any(${value('days')}::bigint[])
          and (d.scope_id, d.day) not in (select * from free_devices)
      )
      select id from scanned
      where id not in (select id from free_codes) or scope_id in (select scope_id from locked_scopes)
      union
      select o.id from organizations o
      where o.id in (select organization_id from scanned) and
        (o.id not in (select id from free_organizations) or o.id in (select scope_id from locked_scopes))
    `,
)

/**
 * On PostgreSQL: of these codes and their organizations, those with a row that scans change and that
 * another session has locked. The locks of this statement end with it.
 */
export const lockedAmong = async (db: Db, keys: Keys): Promise<Set<string>> =>
  new Set((await selectLocked(db, keys)).map(({ id }) => id))
