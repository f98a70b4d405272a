// Look-ups by id and pages of lists read few partitions, whatever the age of the installation.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { anyPostgres, createDatabase } from '../../../../test/harness/service/postgres.ts'
import { addReserved, saveTexts } from '../../../features/answers/turns.store.ts'
import * as inbox from '../../../features/conversations/inbox.store.ts'
import { listMessages } from '../../../features/conversations/visits.store.ts'
import { listBodies } from '../../../features/deliveries/claims.store.ts'
import * as deliveries from '../../../features/deliveries/deliveries.store.ts'
import { settle } from '../../../features/deliveries/settlement.store.ts'
import * as events from '../../../features/events/events.ts'
import { findAnswer } from '../../../features/questions/questions.store.ts'
import * as scans from '../../../features/scans/scans.store.ts'
import { dayMs } from '../../kit/clock.ts'
import type { Db } from '../database.ts'
import { migrate } from '../migrations/migrations.ts'
import { runPreparedWith } from '../prepared.ts'
import type { Tables } from '../tables.ts'
import { keepMonths } from './keep.ts'
import { monthStart } from './months.ts'
import { givenRows } from './rows.fixture.ts'

const serverUrl = await anyPostgres({ after })
const now = Date.parse('2026-11-16T10:00:00Z')

const asked: { sql: string; parameters: readonly unknown[] }[] = []
const pool = new Pool({ connectionString: await createDatabase(serverUrl), max: 1 })
pool.on('error', () => undefined)
const db: Db = new Kysely<Tables>({
  dialect: new PostgresDialect({ pool }),
  log({ query }) {
    asked.push(query)
  },
})
runPreparedWith(db, (query) => {
  const run = (parameters: unknown[]) => db.executeQuery({ ...query, parameters })
  return {
    rows: async (parameters) => (await run(parameters)).rows,
    changes: async (parameters) => Number((await run(parameters)).numAffectedRows ?? 0),
  }
})
after(() => db.destroy())

const ask = async (statement: string) =>
  (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows

await migrate(db, 'postgres')
for (let month = -7; month <= 0; month++) await keepMonths(db, monthStart(now, month))
await givenRows(ask, now)
await ask(`insert into codes (id, organization_id, short_id, name, name_folded, template, status,
    scans_total, created_at, updated_at)
  values ('qpr_1', 'org_1', 'short', 'n', 'n', 'none', 'active', 0, 0, 0)`)
await ask(`insert into code_contents (code_id, suggestions, metadata, prompt)
  values ('qpr_1', '[]', '{}', '')`)
await ask('set session_replication_role = replica')
await ask(`insert into members (id, organization_id, user_id, role, joined_at)
  values ('mem_1', 'org_1', 'usr_1', 'owner', 0)`)
await ask('set session_replication_role = default')
await ask('analyze')
// As with millions of rows, where reading all of them is never the best plan.
await ask('set enable_seqscan = off')
await ask('set enable_bitmapscan = off')

interface Plan {
  'Relation Name'?: string
  'Actual Loops': number
  Plans?: Plan[]
}

const readIn = ({ Plans = [], ...plan }: Plan): string[] => [
  ...(plan['Actual Loops'] > 0 ? [plan['Relation Name'] ?? []].flat() : []),
  ...Plans.flatMap(readIn),
]

/** The partitions that the statements of `work` read. */
const partitionsReadBy = async (work: () => Promise<unknown>): Promise<string[]> => {
  asked.length = 0
  await work()
  const read = new Set<string>()
  for (const { sql, parameters } of asked.splice(0)) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, format json) ${sql}`,
      [...parameters],
    )
    for (const name of readIn(rows[0]?.['QUERY PLAN'][0].Plan as Plan)) {
      if (/_(\d{4}_\d\d|earlier|later)$/.test(name)) read.add(name)
    }
  }
  return [...read].sort()
}

const [row] =
  await ask(`select m.id as message, m.conversation_id as conversation, d.id as delivery,
    e.id as event, s.id as scan, s.scanned_at
  from scans s
  join conversations c on c.scan_id = s.id join messages m on m.conversation_id = c.id
  join events e on e.created_at = s.scanned_at and right(e.id, 4) = right(c.id, 4)
  join deliveries d on d.event_id = e.id
  where s.scanned_at between ${Date.parse('2026-08-10')} and ${Date.parse('2026-08-20')} limit 1`)
const given = Object.fromEntries(
  Object.entries(row ?? {}).map(([name, value]) => [name, String(value)]),
)
const { message = '', conversation = '', delivery = '', event = '' } = given
const scan = { id: Number(given.scan), scanned_at: Number(given.scanned_at) }
const reachable = db.selectFrom('members').select('organization_id')
const settlement = {
  id: delivery,
  claim: 'none',
  status: 'succeeded' as const,
  number: 2,
  waits_used: 0,
  next_attempt_at: null,
  started_at: now,
  duration_ms: 1,
  last_status: 200,
  error: null,
  response_body: null,
}

const lookUps: Record<string, [() => Promise<unknown>, ...string[]]> = {
  'an event': [() => listBodies(db, 'postgres', [event]), 'events'],
  'a delivery with its event': [
    () => deliveries.find(db, reachable, delivery),
    'deliveries',
    'events',
  ],
  'the attempts of a delivery': [() => deliveries.listAttempts(db, delivery), 'delivery_attempts'],
  'the result of a delivery': [() => settle(db, 'postgres', [settlement]), 'deliveries'],
  'the messages of a conversation': [() => listMessages(db, conversation), 'messages'],
  'a message by its id alone': [() => findAnswer(db, reachable, message), 'messages'],
  'the text of a running answer': [
    () =>
      saveTexts(db, 'postgres', [
        { id: message, conversation_id: conversation, text: '', lease_until: 0 },
      ]),
    'messages',
  ],
  'the reservation of an answer': [
    () => addReserved(db, { id: message, conversation_id: conversation, tokens: 1 }),
    'messages',
  ],
  'a conversation with its scan': [
    () => inbox.find(db, reachable, conversation),
    'messages',
    'scans',
  ],
  'the scan of a conversation': [
    () => scans.countMessages(db, { scanId: scan.id, talkedAt: scan.scanned_at }, 1),
    'scans',
  ],
  'scans of a page': [() => scans.listAt(db, 'org_1', [scan], 'desc'), 'scans'],
}

for (const [name, [work, ...tables]] of Object.entries(lookUps)) {
  test(`${name} is looked up in one partition`, async () => {
    assert.deepEqual(
      await partitionsReadBy(work),
      tables.map((table) => `${table}_2026_08`),
    )
  })
}

const span = { organizationId: 'org_1', fromId: 'evt_', beforeId: 'evt_Z' }
const first = { after: null, offset: 0, maximum: 5 }
const wanted = { webhookId: 'wh_1', status: undefined, event: undefined }
const scope = { organizationId: 'org_1', code: null }
const everything = { scope, since: 0, until: now + dayMs }
const code = { id: 'qpr_1', organizationId: 'org_1', scopeId: 'qpr_1', stay: null }
const ofCode = { ...everything, scope: { ...scope, code } }
const place: scans.Place = [scan.scanned_at, scan.id]

/** The partitions of coming months are empty, and are looked at first. */
const lists: Record<string, () => Promise<unknown>> = {
  events: () => events.listRows(db, span, undefined, first),
  'events after a cursor': () => events.listRows(db, span, undefined, { ...first, after: [event] }),
  deliveries: () => deliveries.list(db, wanted, 400, first),
  'deliveries after a cursor': () =>
    deliveries.list(db, wanted, 400, { ...first, after: [delivery] }),
  scans: () => scans.places(db, everything, 'desc', null, { limit: 5 }),
  'scans of a code': () => scans.places(db, ofCode, 'desc', null, { limit: 5 }),
  'scans after a cursor': () => scans.places(db, everything, 'desc', place, { limit: 5 }),
}

for (const [name, work] of Object.entries(lists)) {
  test(`a page of ${name} reads the partitions of its rows`, async () => {
    const read = await partitionsReadBy(work)
    const month = name.endsWith('cursor') ? '2026_08' : '2026_11'
    const filled = read.filter((one) => !/_(later|2026_12|2027_01)$/.test(one))
    assert.deepEqual([...new Set(filled.map((one) => one.replace(/^[a-z_]+_(?=\d)/, '')))], [month])
  })
}
