// Three processes under load while things break. Counted at the end: every acknowledged code, scan
// and message is there, every event is delivered, and nothing is sent twice or cut without a reason.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Environment } from '../../src/config.ts'
import { createLog } from '../../src/kit/log.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { assertBooks } from '../harness/books.ts'
import {
  allDelivered,
  type Member,
  sentTwice,
  shiftedBy,
  startCluster,
} from '../harness/cluster.ts'
import { eventually } from '../harness/eventually.ts'
import type { Code } from '../harness/given.ts'
import { type Load, startLoad } from '../harness/load.ts'
import { type PostgresServer, startPostgres } from '../harness/postgres.ts'
import { startProvider } from '../harness/provider.ts'
import { startProxy } from '../harness/proxy.ts'
import { startReceiver } from '../harness/receiver.ts'
import { asking } from '../harness/talk.ts'
import { registerWebhook } from '../harness/webhooks.ts'

let postgres: PostgresServer
before(async () => {
  postgres = await startPostgres({ fsync: 'on' })
})
after(() => postgres.stop())

/** Longer than a sweep, shorter than a lease that nobody renews. */
const tokens = Array.from({ length: 16 }, (_, n) => `word${n} `)
const answer = tokens.join('')

const startUnderLoad = async (t: TestContext, each: Environment[]) => {
  const provider = await startProvider(t, { tokens, delayMs: 500 })
  const cluster = await startCluster(t, postgres.url, { settings: asking(provider), each })
  const receiver = await startReceiver(t)
  receiver.answerWith(async () => {
    await wait(100)
    return 200
  })
  const api = await cluster.member(0).service.connect()
  await registerWebhook(api, receiver.url)
  const { body } = await api.post<Code>('/v1/qpr-codes', { name: 'Harbour', prompt: 'A host.' })
  const load = startLoad({ addresses: cluster.addresses, shortId: body.short_id })
  return { ...cluster, receiver, load, first: body.id }
}

type Running = Awaited<ReturnType<typeof startUnderLoad>>

const readRows = async (databaseUrl: string) => {
  const database = openDatabase(databaseUrl, createLog('silent'))
  try {
    const scans = await database.db.selectFrom('scans').select('id').execute()
    const messages = await database.db
      .selectFrom('messages')
      .select(['id', 'role', 'text', 'status', 'error_code'])
      .execute()
    const open = await database.db
      .selectFrom('conversations')
      .select('id')
      .where('status', '=', 'ended')
      .execute()
    return { scans: scans.length, messages, ended: open.length }
  } finally {
    await database.close()
  }
}

interface Allowed {
  /** Arrivals of one delivery at these times (performance.now) need no reason of their own. */
  isTwiceAllowed?: (firstAt: number, secondAt: number) => boolean
  /** Whether this answer may have been cut. */
  isCutAllowed?: (talk: Load['talks'][number]) => boolean
}

const assertWhole = async (
  { databaseUrl, receiver, load, first }: Running,
  { isTwiceAllowed = () => false, isCutAllowed = () => false }: Allowed = {},
) => {
  await load.stop()
  assert.deepEqual(
    [...load.statuses.keys()].filter((status) => status >= 500 && status !== 503),
    [],
  )
  const acknowledged = [first, ...load.codes]
  const { codes } = await assertBooks(databaseUrl, {
    acknowledged,
    inFlight: load.unanswered() + refusals(load),
  })
  // The last answers are still under way, or their processes are being missed.
  await eventually(async () => {
    const { messages } = await readRows(databaseUrl)
    assert.deepEqual(
      messages.filter(({ status }) => status === 'running'),
      [],
    )
  }, 60_000)
  const delivered = await allDelivered(databaseUrl, receiver, 60_000)
  const { scans, messages, ended } = await readRows(databaseUrl)
  assert.ok(scans >= load.scans(), `${scans} of ${load.scans()} scans`)
  assert.equal(ended, 0, 'conversations that ended early')

  const answers = new Map(
    messages.filter(({ role }) => role === 'assistant').map((one) => [one.id, one]),
  )
  const cut = load.talks.filter(({ messageId }) => {
    const found = answers.get(messageId)
    assert.ok(found, 'acknowledged, and lost')
    return found.status !== 'done' || found.text !== answer
  })
  assert.deepEqual(
    cut.filter((talk) => !isCutAllowed(talk)).map(({ messageId }) => answers.get(messageId)),
    [],
    'answers that were cut',
  )
  const doubled = [...sentTwice(receiver).keys()]
  const unexplained = doubled.filter((id) => {
    const [firstAt = 0, secondAt = 0] = receiver.requests
      .filter(({ headers }) => headers['x-service-delivery'] === id)
      .map(({ at }) => at - Date.now() + performance.now())
    return !isTwiceAllowed(firstAt, secondAt)
  })
  assert.deepEqual(unexplained, [], 'sent twice')
  const counted = {
    codes,
    scans,
    talks: load.talks.length,
    delivered,
    twice: doubled.length,
    cut: cut.length,
  }
  console.log(JSON.stringify(counted))
}

/** A refusal may come after the commit: the connection broke before its confirmation. */
const refusals = (load: Load) => load.statuses.get(503) ?? 0

const clocks = [shiftedBy(0), shiftedBy(3600), shiftedBy(-3600)]

/** Kills a process, lets the others go on for longer than any lease, and starts it again. */
const killAndRestart = async (member: Member, signal: NodeJS.Signals, pauseMs: number) => {
  const at = performance.now()
  await member.service.stop(signal)
  await wait(pauseMs)
  await member.restart()
  return { at, address: member.service.address }
}

test('an hour between the clocks of three processes changes nothing', async (t) => {
  const running = await startUnderLoad(t, clocks)
  await wait(40_000)
  await assertWhole(running)
})

test('a system clock that is set by an hour under load changes nothing', async (t) => {
  const running = await startUnderLoad(t, [shiftedBy(0, 3600), shiftedBy(0, -3600), shiftedBy(0)])
  await wait(10_000)
  for (const { service } of running.members.slice(0, 2)) service.kill('SIGUSR2')
  await wait(20_000)
  for (const { service } of running.members.slice(0, 2)) service.kill('SIGUSR2')
  await wait(10_000)
  await assertWhole(running)
})

test('each process is killed in turn: what it had is taken over, and only that comes twice', async (t) => {
  const running = await startUnderLoad(t, clocks)
  const kills: { at: number; address: string }[] = []
  for (const member of running.members) {
    await wait(5000)
    kills.push(await killAndRestart(member, 'SIGKILL', 20_000))
  }
  await assertWhole(running, {
    isTwiceAllowed: (firstAt, secondAt) =>
      kills.some(({ at }) => firstAt <= at + 1000 && firstAt > at - 10_000 && secondAt > at),
    isCutAllowed: ({ address, startedAt }) =>
      kills.some(
        (kill) =>
          kill.address === address && startedAt < kill.at + 1000 && startedAt > kill.at - 30_000,
      ),
  })
})

test('a rolling restart loses nothing, sends nothing twice, and cuts only what could not end in time', async (t) => {
  const running = await startUnderLoad(t, clocks)
  const stops: { at: number; address: string }[] = []
  for (const member of running.members) {
    await wait(5000)
    stops.push(await killAndRestart(member, 'SIGTERM', 0))
  }
  await assertWhole(running, {
    isCutAllowed: ({ address, startedAt }) =>
      stops.some(
        (stop) =>
          stop.address === address && startedAt < stop.at + 10_000 && startedAt > stop.at - 30_000,
      ),
  })
})

test('PostgreSQL is killed and comes back: nothing is lost, nothing comes twice', async (t) => {
  const running = await startUnderLoad(t, clocks)
  for (let kills = 0; kills < 3; kills++) {
    await wait(8000)
    await postgres.signal('SIGKILL')
    await eventually(() => postgres.resume())
  }
  await wait(5000)
  await assertWhole(running)
})

test('PostgreSQL is frozen for 8 s and for 20 s: requests get 503, and it goes on', async (t) => {
  const running = await startUnderLoad(t, clocks)
  for (const ms of [8000, 20_000]) {
    await wait(8000)
    await postgres.signal('SIGSTOP')
    await wait(ms)
    await postgres.signal('SIGCONT')
  }
  await wait(10_000)
  await assertWhole(running)
  assert.ok(refusals(running.load) > 0)
})

test('the network of one process falls silent for 20 s: the others go on, and it comes back', async (t) => {
  const proxy = await startProxy(t, postgres.url)
  const running = await startUnderLoad(t, [{}, {}, {}])
  // The third comes back behind the proxy.
  const third = running.member(2)
  await third.service.stop()
  const behind = await running.machine.serve({
    ...running.common,
    DATABASE_URL: proxy.through(running.databaseUrl),
    PORT: new URL(third.service.address).port,
  })
  const restartedAt = performance.now()
  await wait(5000)
  const from = performance.now()
  proxy.silence()
  await wait(20_000)
  proxy.speak()
  await eventually(async () => {
    assert.equal((await fetch(`${behind.address}/readyz`)).status, 200)
  })
  await wait(10_000)
  await assertWhole(running, {
    // It cannot settle what it has sent: the others send it again when the lease is over.
    isTwiceAllowed: (firstAt, secondAt) => firstAt > from - 10_000 && secondAt > from,
    isCutAllowed: ({ address, startedAt }) =>
      address === behind.address && (startedAt > from - 30_000 || startedAt < restartedAt),
  })
})
