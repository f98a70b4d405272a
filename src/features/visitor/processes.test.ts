// Two processes of one service on one PostgreSQL.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Code } from '../../../test/harness/data/given.ts'
import { visit } from '../../../test/harness/data/scans.ts'
import { openTalk, type Visit } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { anyPostgres } from '../../../test/harness/service/postgres.ts'
import { startTwo } from './processes.fixture.ts'

// The server ends last.
const ends: (() => unknown)[] = []
const file = { after: (end: () => unknown) => void ends.push(end) }
const postgresUrl = await anyPostgres(file)
const provider = await startProvider(file)
// A code has the tokens of two answers on a day.
const limits = { QPR_LIMIT_OUTPUT_TOKENS: '2000', QPR_LIMIT_TOKENS_PER_DAY: '4000' }
const two = await startTwo(file, postgresUrl, provider, limits)
after(async () => {
  for (const end of ends.reverse()) await end()
})

/** Half of the time between two heartbeats of an answer, which would notice it too. */
const maxMs = 2500

/** Two of three: a busy machine can pause, but heartbeats are not this quick twice. */
const assertQuick = async (once: () => Promise<number>) => {
  const durations = [await once(), await once()]
  const quick = () => durations.filter((durationMs) => durationMs < maxMs).length
  if (quick() < 2) durations.push(await once())
  assert.ok(quick() >= 2, `${durations} ms`)
}

test('a stop, a close and a deletion reach a silent model of another process before its heartbeat', async () => {
  provider.answerWith({ fault: { after: 0, by: 'stall' } })
  const { one, other, newCode } = two
  const ways = {
    stop: (token: string) => other.post(`/c/${token}/stop`, undefined, { key: null }),
    close: (token: string) => other.post(`/c/${token}/close`, undefined, { key: null }),
    forget: (token: string) => other.delete(`/c/${token}`, { key: null }),
    remove: (_: string, id: string) => other.delete(`/v1/conversations/${id}`),
  }
  for (const end of Object.values(ways)) {
    await assertQuick(async () => {
      const visitor = await openTalk(one, (await newCode()).short_id)
      const before = provider.requests.length
      await visitor.say('Hello')
      const asked = (await provider.waitFor(before + 1))[before]
      const startedMs = performance.now()
      const [{ status }] = await Promise.all([
        end(visitor.token, visitor.conversation_id),
        asked?.ended,
      ])
      assert.equal(status, 204)
      return Math.round(performance.now() - startedMs)
    })
  }
})

test('a stop at another process keeps every word of the answer', async () => {
  const tokens = Array.from({ length: 200 }, (_, n) => `word${n} `)
  provider.answerWith({ tokens, fault: { after: 200, by: 'stall' } })
  const { one, other, newCode } = two
  const visitor = await openTalk(one, (await newCode()).short_id)
  await visitor.say('Hello')
  const stream = await visitor.follow()
  let heard = ''
  // White space at the end may precede the report of the model, and is shown with the next word.
  while (!heard.endsWith('word199')) heard += JSON.parse((await stream.next())?.data ?? '').text
  stream.close()
  await other.post(`/c/${visitor.token}/stop`, undefined, { key: null })
  const { body } = await other.get<Visit>(`/c/${visitor.token}`, { key: null })
  assert.deepEqual([body.messages[1]?.text, body.messages[1]?.status], [tokens.join(''), 'stopped'])
})

test('an archived code gets 410 and a deleted one 404 at once in the other process', async () => {
  const { one, other, newCode } = two
  const head = (path: string) => fetch(`${other.address}${path}`, { method: 'HEAD' })
  for (let n = 0; n < 3; n++) {
    const code = await newCode()
    const path = `/v1/qpr-codes/${code.id}`
    assert.equal((await visit(other, code.short_id)).status, 200)
    await one.patch(path, { status: 'archived' })
    const archived = await Promise.all([
      visit(other, code.short_id),
      head(`/s/${code.short_id}`),
      head(`/s/${code.short_id}/chat`),
    ])
    assert.deepEqual(
      archived.map(({ status }) => status),
      [410, 410, 410],
    )
    await one.patch(path, { status: 'active' })
    assert.equal((await visit(other, code.short_id)).status, 200)
    assert.equal((await one.get<Code>(path)).body.scans_total, 2)
    await one.delete(path)
    const deleted = await Promise.all([visit(other, code.short_id), head(`/s/${code.short_id}`)])
    assert.deepEqual(
      deleted.map(({ status }) => status),
      [404, 404],
    )
  }
})

// The last test: one of the two processes does not survive it.
test('an answer whose process is killed is ended by a stop at another process, and charged', async () => {
  provider.answerWith({ fault: { after: 0, by: 'stall' } })
  const { one, other, newCode } = two
  const code = await newCode()
  const visitor = await openTalk(one, code.short_id)
  const before = provider.requests.length
  await visitor.say('Hello')
  await provider.waitFor(before + 1)
  await one.running.stop('SIGKILL')
  await other.post(`/c/${visitor.token}/stop`, undefined, { key: null })
  const { body } = await other.get<Visit>(`/c/${visitor.token}`, { key: null })
  assert.equal(body.messages[1]?.status, 'stopped')
  const next = await (await openTalk(other, code.short_id)).say('Hello')
  assert.equal(next.body.code, 'daily_limit_reached')
})
