// Rows that another session of PostgreSQL has locked, for instance a person with psql.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Code, createCode } from '../../../test/harness/data/given.ts'
import { anyPostgres, copyDatabase, patient } from '../../../test/harness/service/postgres.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'

let service: Service
let other: Client
let code: Code
let sibling: Code
let stranger: Code
const ends: (() => unknown)[] = []
const t = { after: (end: () => unknown) => void ends.unshift(end) }

before(async () => {
  const url = await copyDatabase(await anyPostgres(t as Parameters<typeof anyPostgres>[0]))
  service = await startService(t as Parameters<typeof startService>[0], {
    settings: { DATABASE_URL: patient(url), QPR_SECRET: 'a-secret-that-only-tests-know' },
  })
  other = new Client({ connectionString: url })
  await other.connect()
  t.after(() => other.end())
  const { body: elsewhere } = await service.post<{ id: string }>('/v1/organizations', {
    name: 'Other',
  })
  code = await createCode(service)
  sibling = await createCode(service)
  stranger = await createCode(service, { organization_id: elsewhere.id })
  for (const one of [code, sibling, stranger]) assert.equal((await scan(one)).status, 200)
})

after(async () => {
  for (const end of ends) await end()
})

const scan = async ({ short_id }: Code) => {
  const headers = { 'User-Agent': `phone ${Math.random()}`, 'Accept-Language': 'de' }
  return await service.get(`/s/${short_id}`, { key: null, headers })
}

const totalOf = async ({ id }: Code): Promise<number> =>
  Number(
    (await other.query('select scans_total from codes where id = $1', [id])).rows[0].scans_total,
  )

const many = 20

/** One scan after the other. Returns the time that they took. */
const scanOften = async (): Promise<number> => {
  const startedAt = performance.now()
  for (let n = 0; n < many; n++) assert.equal((await scan(stranger)).status, 200)
  return performance.now() - startedAt
}

/** What a session locks, and whether only the code is affected, or its organization. */
const locks: Record<string, { statement: string; whole?: boolean; isNew?: boolean }> = {
  'the code': { statement: 'update codes set name = name where id = $1' },
  'the organization': {
    statement: `select from organizations where id =
      (select organization_id from codes where id = $1) for update`,
    whole: true,
  },
  'the sums of the code': { statement: 'update scan_hours set scans = scans where scope_id = $1' },
  'the shares of the code': {
    statement: 'update scan_shares set scans = scans where scope_id = $1',
  },
  'the devices of the code': {
    statement: 'select from scan_devices where scope_id = $1 for update',
  },
  'the sums of the organization': {
    statement: `update scan_hours set scans = scans
      where scope_id = (select organization_id from codes where id = $1)`,
    whole: true,
  },
  'a row of a new code that it has not committed': {
    statement: `insert into scan_hours (scope_id, hour, scans, scans_with_conversation,
        conversations, messages)
      select $1, extract(epoch from now())::bigint / 3600 + n, 0, 0, 0, 0
      from generate_series(0, 1) n`,
    isNew: true,
  },
}

for (const [name, { statement, whole = false, isNew = false }] of Object.entries(locks)) {
  test(`scans of other codes do not wait for a session that has locked ${name}`, async () => {
    const free = whole ? [stranger] : [sibling, stranger]
    const target = isNew ? await createCode(service) : code
    const usualMs = await scanOften()
    const counted = [await totalOf(target), await totalOf(stranger)]
    await other.query('begin')
    await other.query(statement, [target.id])
    const startedAt = performance.now()
    const waiting = scan(target)
    const first = await Promise.all(free.map(scan))
    await scanOften()
    const ms = performance.now() - startedAt
    await other.query('commit')
    const late = await waiting
    for (const { status } of first) assert.equal(status, 200)
    // Each would wait for half a second, if it shared a transaction with the locked code.
    assert.ok(ms < 2 * usualMs + 5000, `${ms} ms, usually ${usualMs} ms`)
    // On a busy machine the others may take longer than a scan may wait.
    const isCounted = late.status === 200
    assert.equal(await totalOf(target), (counted[0] ?? 0) + (isCounted ? 1 : 0))
    assert.equal(await totalOf(stranger), (counted[1] ?? 0) + 1 + many)
  })
}

test('a scan whose code stays locked gets 503 and a page, and is not counted later', async () => {
  const before = await totalOf(code)
  await other.query('begin')
  await other.query('select from codes where id = $1 for update', [code.id])
  const answers = await Promise.all([scan(code), scan(code)])
  await other.query('commit')
  for (const { status, headers, text } of answers) {
    assert.equal(status, 503)
    assert.equal(headers.get('retry-after'), '1')
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<html lang="de"/)
  }
  assert.equal((await scan(code)).status, 200)
  assert.equal(await totalOf(code), before + 1)
})

test('scans of a locked table get 503 in time, and are counted again afterwards', async () => {
  await other.query('begin')
  await other.query('lock table scans in exclusive mode')
  const answers = await Promise.all([code, sibling, stranger].map(scan))
  await other.query('commit')
  for (const { status } of answers) assert.equal(status, 503)
  assert.equal((await scan(stranger)).status, 200)
})

test('a change of a locked row gets 503, and nothing is saved', async () => {
  await other.query('begin')
  await other.query('select from codes where id = $1 for update', [code.id])
  const refused = await service.patch<{ code: string }>(`/v1/qpr-codes/${code.id}`, { name: 'New' })
  await other.query('commit')
  assert.equal(refused.status, 503)
  assert.equal(refused.body.code, 'storage_unavailable')
  assert.equal((await service.get<Code>(`/v1/qpr-codes/${code.id}`)).body.name, code.name)
})
