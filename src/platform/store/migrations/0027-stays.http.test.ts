import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listConversations } from '../../../../test/harness/data/conversations.ts'
import { createCode, createOrganization } from '../../../../test/harness/data/given.ts'
import { plantManyScans } from '../../../../test/harness/data/planted-scans.ts'
import { listQuestions, plantQuestions } from '../../../../test/harness/data/questions.ts'
import { rebuildSums } from '../../../../test/harness/data/rebuilt-sums.ts'
import { type Analytics, listScans, scan, scansTotal } from '../../../../test/harness/data/scans.ts'
import { type Service, startService } from '../../../../test/harness/service/service.ts'
import { systemClock } from '../../kit/clock.ts'

/** Columns of later versions, by table. */
const later: [string, ...string[]][] = [
  ['users', 'display_name', 'unconfirmed_since'],
  ['messages', 'user_id', 'offer', 'notice'],
  ['conversations', 'handling', 'assignee_id', 'waits_until', 'offer'],
  ['code_contents', 'handoff', 'lead_form'],
  ['knowledge_sources', 'encoding', 'guessed_encoding'],
  ['asked_questions', 'vector_model'],
  ['knowledge_passages', 'read_text'],
  ['code_days', 'outcomes_answered', 'outcomes_partly', 'outcomes_unknown'],
]

/** A table comes before those that it refers to. */
const laterTables = [
  ...['code_stays', 'address_changes', 'question_notices', 'conversation_states'],
  ...['conversation_notes', 'handoffs', 'handoff_notices', 'chat_targets', 'push_subscriptions'],
  ...['leads', 'organization_privacy'],
]

const laterIndexes = [
  ...['invitations_email', 'asked_questions_of_organization', 'conversations_with_people'],
  ...['conversations_with_people_of_code', 'conversations_of_assignee', 'conversations_waiting'],
  'knowledge_passages_corrected',
]

/** The tables as the version before had them. */
const goBack = ({ database }: Service) =>
  database.transaction(async ({ db }) => {
    for (const table of laterTables) {
      await sql`drop table ${sql.table(table)}`.execute(db)
    }
    for (const index of laterIndexes) {
      await sql`drop index ${sql.ref(index)}`.execute(db)
    }
    for (const [table, ...columns] of later) {
      for (const column of columns) {
        await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db)
      }
    }
    await sql`delete from migrations where name >= '0027'`.execute(db)
  })

/** A code in the middle of a move, as the version before left it when it stopped. */
const beginMove = ({ database }: Service, codeId: string, from: string, to: string, n = 1) =>
  database.transaction(async ({ db }) => {
    const scope = n === 1 ? codeId : `${codeId}~${n - 1}`
    await sql`update sum_transfers set to_organization_id = ${to} where code_id = ${codeId}`.execute(
      db,
    )
    await sql`insert into sum_transfers (scope_id, code_id, from_organization_id, to_organization_id)
      values (${scope}, ${codeId}, ${from}, ${to})`.execute(db)
    await sql`update codes set organization_id = ${to}, scope_id = ${`${codeId}~${n}`}
      where id = ${codeId}`.execute(db)
    await sql`update scans set organization_id = ${to} where code_id = ${codeId} and id in (
      select id from scans where code_id = ${codeId} order by scanned_at, id limit 500)`.execute(db)
    await sql`insert into jobs (id, kind, organization_id, subject_id, subject_name, status, state,
        rows_done, due_at, attempts, created_at)
      values (${`job_${codeId}_${n}`}, 'move_code', ${to}, ${codeId}, 'Terrace', 'waiting', '{}',
        500, 0, 0, 0)`.execute(db)
  })

const seen = async (service: Service, organizationId: string) => {
  const query = `?organization_id=${organizationId}`
  const { scans, total } = await listScans(service, `${query}&limit=200`)
  const lines = await service.get(`/v1/scans/export${query}&format=jsonl`)
  const { body } = await service.get<Analytics>(`/v1/analytics${query}&period=all`)
  const talks = await listConversations(service, query)
  const questions = await listQuestions(service, query.slice(1))
  return {
    scans,
    exported: lines.text,
    totals: [total, body.scans_total, talks.total, questions.total],
    shares: [body.devices, body.top_countries, body.timeseries],
    devices: body.scans_unique_devices,
    conversations: talks.conversations,
  }
}

test('a database of the version before lists, exports and counts the same', async (t) => {
  const service = await startService(t)
  const home = await service.defaultOrganizationId()
  const [stayed, moved] = [await createCode(service), await createCode(service)]
  await plantManyScans(service, stayed.id, 30)
  await plantManyScans(service, moved.id, 40)
  await plantQuestions(service, moved, ['Is there a sauna?'])
  // A move that the version before has finished: its sums have another scope, and all rows moved.
  await service.database.transaction(async ({ db }) => {
    for (const table of ['scan_hours', 'scan_shares', 'scan_devices']) {
      await sql`update ${sql.table(table)} set scope_id = ${`${moved.id}~1`}
        where scope_id = ${moved.id}`.execute(db)
    }
    await sql`update codes set scope_id = ${`${moved.id}~1`} where id = ${moved.id}`.execute(db)
  })
  const ofCode = async () => [
    await listScans(service, `?qpr_code_id=${moved.id}`),
    (await service.get(`/v1/qpr-codes/${moved.id}/analytics`)).body,
    await listConversations(service, `?qpr_code_id=${moved.id}`),
  ]
  const before = [await seen(service, home), await ofCode()]
  await goBack(service)
  assert.equal((await service.database.migrate())[0], '0027-stays')
  assert.deepEqual([await seen(service, home), await ofCode()], before)
  // From now on its past stays.
  const { id: organization_id } = await createOrganization(service)
  await service.patch(`/v1/qpr-codes/${moved.id}`, { organization_id })
  assert.deepEqual(await seen(service, home), before[0])
  assert.equal((await listScans(service, `?qpr_code_id=${moved.id}`)).total, 0)
})

test('an unfinished move of the version before is finished by its rules', async (t) => {
  const service = await startService(t)
  const home = await service.defaultOrganizationId()
  const { id: away } = await createOrganization(service, { name: 'Away' })
  const [code, stays] = [await createCode(service), await createCode(service)]
  await plantManyScans(service, code.id, 2500)
  await plantQuestions(service, code, ['Is there a sauna?'])
  await rebuildSums(service.database, systemClock, null)
  const before = await seen(service, home)
  await beginMove(service, code.id, home, away)
  await scan(service, code)
  await goBack(service)
  await service.database.migrate()

  const arrived = await seen(service, away)
  assert.deepEqual(arrived.totals, [2501, 2501, 1, 1])
  assert.deepEqual(arrived.conversations, before.conversations)
  assert.equal(arrived.exported.trim().split('\n').length, 2501)
  assert.ok(arrived.exported.startsWith(before.exported.trimEnd()))
  assert.ok(arrived.devices >= before.devices)
  assert.deepEqual((await seen(service, home)).totals, [0, 0, 0, 0])
  assert.equal(await scansTotal(service, code), 2501)
  const own = await service.get<Analytics>(`/v1/qpr-codes/${code.id}/analytics?period=all`)
  assert.equal(own.body.scans_total, 2501)
  const { db } = service.database
  assert.deepEqual((await sql`select * from sum_transfers`.execute(db)).rows, [])
  assert.deepEqual(await db.selectFrom('jobs').selectAll().execute(), [])
  // The sums are those that a rebuild finds.
  await rebuildSums(service.database, systemClock, null)
  assert.deepEqual(await seen(service, away), arrived)
  await scan(service, stays)
  assert.deepEqual((await seen(service, home)).totals, [1, 1, 0, 0])
})

test('a code that was moved again, moved back or deleted during its move ends in its last place', async (t) => {
  const service = await startService(t)
  await service.schedule.stop('jobs')
  const home = await service.defaultOrganizationId()
  const { id: away } = await createOrganization(service, { name: 'Away' })
  const { id: third } = await createOrganization(service, { name: 'Third' })
  const [roams, returns, goes] = [
    await createCode(service),
    await createCode(service),
    await createCode(service),
  ]
  for (const { id } of [roams, returns, goes]) await plantManyScans(service, id, 1500)
  await goBack(service)
  for (const { id } of [roams, returns, goes]) await beginMove(service, id, home, away)
  await beginMove(service, roams.id, away, third, 2)
  await beginMove(service, returns.id, away, home, 2)
  // As its deletion in its new place left it.
  await service.database.transaction(async ({ db }) => {
    await sql`update sum_transfers set to_organization_id = null
      where code_id = ${goes.id}`.execute(db)
    await sql`insert into sum_transfers (scope_id, code_id, from_organization_id)
      values (${`${goes.id}~1`}, ${goes.id}, ${away})`.execute(db)
    await sql`delete from codes where id = ${goes.id}`.execute(db)
    await sql`update jobs set kind = 'delete_code' where subject_id = ${goes.id}`.execute(db)
  })
  await service.database.migrate()

  const totals = async () =>
    await Promise.all(
      [home, away, third].map(async (id) => (await seen(service, id)).totals.slice(0, 2)),
    )
  const wanted = [
    [1500, 1500],
    [0, 0],
    [1500, 1500],
  ]
  assert.deepEqual(await totals(), wanted)
  service.schedule.start('jobs')
  const { db } = service.database
  for (;;) {
    const open = await db.selectFrom('jobs').select('id').where('due_at', 'is not', null).execute()
    if (open.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.deepEqual(await totals(), wanted)
  const rows = await db.selectFrom('scans').select('id').where('code_id', '=', goes.id).execute()
  assert.deepEqual(rows, [])
  assert.deepEqual(await db.selectFrom('code_stays').selectAll().execute(), [])
  assert.deepEqual((await sql`select * from sum_transfers`.execute(db)).rows, [])
})
