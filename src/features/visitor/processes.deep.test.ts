// Two processes of one service on one PostgreSQL, with the real duration of a lease.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { openTalk, type Visit } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { anyPostgres } from '../../../test/harness/service/postgres.ts'
import { startTwo } from './processes.fixture.ts'

test('an answer whose process is killed is charged when its lease expires', async (t) => {
  const provider = await startProvider(t, { fault: { after: 0, by: 'stall' } })
  const limits = { QPR_LIMIT_OUTPUT_TOKENS: '2000', QPR_LIMIT_TOKENS_PER_DAY: '4000' }
  const { one, other, newCode } = await startTwo(t, await anyPostgres(t), provider, limits)
  const code = await newCode()
  const visitor = await openTalk(one, code.short_id)
  await visitor.say('Hello')
  await provider.waitFor(1)
  await one.running.stop('SIGKILL')
  await eventually(async () => {
    const { body } = await other.get<Visit>(`/c/${visitor.token}`, { key: null })
    assert.equal(body.messages[1]?.status, 'failed')
  })
  const next = await (await openTalk(other, code.short_id)).say('Hello')
  assert.equal(next.body.code, 'daily_limit_reached')
})
