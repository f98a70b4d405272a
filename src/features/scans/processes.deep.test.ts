// Two processes of one service on one PostgreSQL.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { assertWithinASecond } from '../../../test/harness/checks/duration.ts'
import type { Code } from '../../../test/harness/data/given.ts'
import { type Analytics, type Scans, scan, visit } from '../../../test/harness/data/scans.ts'
import { followScans } from '../../../test/harness/receivers/scan-stream.ts'
import {
  createDatabase,
  type PostgresServer,
  startPostgres,
} from '../../../test/harness/service/postgres.ts'
import { newMachine, testKey } from '../../../test/harness/service/process.ts'

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres()
})
after(() => postgres.stop())

const startTwo = async (t: TestContext) => {
  const settings = {
    DATABASE_URL: await createDatabase(postgres.url),
    QPR_SECRET: 'the-same-secret-for-both-of-them',
  }
  const start = async () => {
    const { address, connect } = await (await newMachine(t)).serve(settings)
    return { address, key: testKey, ...(await connect()) }
  }
  const [one, other] = [await start(), await start()]
  const { body: code } = await one.post<Code>('/v1/qpr-codes', {
    name: 'Harbour Hotel',
    prompt: 'You are the concierge.',
  })
  return { one, other, code }
}

test('a scan at one process appears at the other within a second', async (t) => {
  const { one, other, code } = await startTwo(t)
  const stream = await followScans(other)
  const scanAndSee = async () => {
    await scan(one, code)
    assert.equal((await stream.next())?.qpr_code_id, code.id)
  }
  await assertWithinASecond(scanAndSee)
  stream.close()
})

test('a code that is changed at one process is changed at the next scan of the other', async (t) => {
  const { one, other, code } = await startTwo(t)
  await scan(other, code)
  const path = `/v1/qpr-codes/${code.id}`
  const isSeen = async (expected: (answer: { status: number; text: string }) => boolean) => {
    // By a signal after the commit, long before the 5 seconds for which a code is cached.
    const until = performance.now() + 4000
    for (;;) {
      if (expected(await visit(other, code.short_id))) return
      assert.ok(performance.now() < until, 'the other process still shows the old one')
    }
  }
  await one.patch(path, { name: 'Seaside Hotel' })
  await isSeen(({ text }) => text.includes('Seaside Hotel'))
  await one.patch(path, { status: 'archived' })
  await isSeen(({ status }) => status === 410)
  await one.delete(path)
  await isSeen(({ status }) => status === 404)
})

test('parallel scans at both processes are all counted, and all sent once to a live stream', async (t) => {
  const { one, other, code } = await startTwo(t)
  let stream = await followScans(one)
  const scanning = [one, other].flatMap((service) =>
    Array.from({ length: 6 }, async () => {
      for (let i = 0; i < 25; i++) await scan(service, code)
    }),
  )
  const seen: number[] = []
  while (seen.length < 300) {
    seen.push((await stream.next())?.id ?? assert.fail('the stream ended'))
    if (seen.length % 40 === 0) {
      stream.close()
      stream = await followScans(other, '', { 'Last-Event-ID': String(seen.at(-1)) })
    }
  }
  stream.close()
  await Promise.all(scanning)
  assert.equal(new Set(seen).size, 300)
  const analytics = await one.get<Analytics>(`/v1/qpr-codes/${code.id}/analytics`)
  assert.equal(analytics.body.scans_total, 300)
  assert.equal((await other.get<Code>(`/v1/qpr-codes/${code.id}`)).body.scans_total, 300)
  assert.equal((await other.get<Scans>('/v1/scans')).body.total, 300)
})
