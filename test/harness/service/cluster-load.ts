// Three processes under load while parts fail. Checked at the end: every acknowledged code, scan
// and message exists, every event is delivered, and nothing is sent twice or cut without a reason.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createLog } from '../../../src/platform/kit/log.ts'
import { openDatabase } from '../../../src/platform/store/open.ts'
import type { Environment } from '../../../src/service/config/config.ts'
import { eventually } from '../checks/eventually.ts'
import type { Code } from '../data/given.ts'
import { asking } from '../data/talk.ts'
import { startProvider } from '../providers/provider.ts'
import { assertBooks } from '../receivers/books.ts'
import { startReceiver } from '../receivers/receiver.ts'
import { registerWebhook } from '../receivers/webhooks.ts'
import { allDelivered, type Member, sentTwice, shiftedBy, startCluster } from './cluster.ts'
import { type Load, startLoad } from './load.ts'

/** Longer than a sweep, shorter than a lease that is not renewed. */
const tokens = Array.from({ length: 16 }, (_, n) => `word${n} `)
const answer = tokens.join('')

export const startUnderLoad = async (t: TestContext, serverUrl: string, each: Environment[]) => {
  const provider = await startProvider(t, { tokens, delayMs: 500 })
  const cluster = await startCluster(t, serverUrl, { settings: asking(provider), each })
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
  /** Arrivals of a delivery at these times (performance.now) need no further reason. */
  isTwiceAllowed?: (firstAt: number, secondAt: number) => boolean
  /** Whether this answer may have been cut. */
  isCutAllowed?: (talk: Load['talks'][number]) => boolean
}

export const assertWhole = async (
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
  // The last answers are still running, or their processes are not yet considered dead.
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

/** A refusal may follow the commit, when the connection broke before its confirmation. */
export const refusals = (load: Load) => load.statuses.get(503) ?? 0

export const clocks = [shiftedBy(0), shiftedBy(3600), shiftedBy(-3600)]

/** Kills a process, waits longer than any lease, and starts it again. */
export const killAndRestart = async (member: Member, signal: NodeJS.Signals, pauseMs: number) => {
  const at = performance.now()
  await member.service.stop(signal)
  await wait(pauseMs)
  await member.restart()
  return { at, address: member.service.address }
}
