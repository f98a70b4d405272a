import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listConversations } from '../../../test/harness/data/conversations.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { rebuildSums } from '../../../test/harness/data/rebuilt-sums.ts'
import { analyticsOf, cookiesOf, visitPlainly } from '../../../test/harness/data/scans.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { fakeClock, startService } from '../../../test/harness/service/service.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'

test('Insight, the list and the export count the same conversations', async (t) => {
  const clock = fakeClock('2026-01-01T10:30:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
  const cookie = cookiesOf(await visitPlainly(service, code))
  await visitPlainly(service, code)
  clock.advance(2 * hourMs)
  const talk = async (headers = {}) => {
    const visitor = await openTalk(service, code.short_id, headers)
    await visitor.ask('When is breakfast?')
    return visitor
  }
  // Two after one scan, and one of a front end without a scan.
  const first = await talk({ cookie })
  await first.ask('And lunch?')
  const again = await talk({ cookie })
  const own = await talk()
  await openTalk(service, code.short_id) // without a message it does not count

  const figures = async (one: { id: string } | null = code) => {
    const { timeseries, ...all } = await analyticsOf(service, one, '?period=7d')
    const conversations = timeseries.reduce((sum, step) => sum + step.conversations, 0)
    const { conversation_rate: rate, avg_messages_per_conversation: average } = all
    return { conversations, rate, messages: Math.round(average * conversations) }
  }
  const agree = async (expected: Awaited<ReturnType<typeof figures>>) => {
    for (const one of [code, null]) assert.deepEqual(await figures(one), expected)
    assert.equal((await listConversations(service)).total, expected.conversations)
    const { text } = await service.get('/v1/conversations/export?format=jsonl')
    assert.equal(text.trim().split('\n').length, expected.conversations)
    const top = await service.get<{
      codes: { conversations: number; conversation_rate: number }[]
    }>('/v1/analytics/codes')
    const [{ conversations, conversation_rate } = assert.fail()] = top.body.codes
    assert.deepEqual([conversations, conversation_rate], [expected.conversations, expected.rate])
  }
  await agree({ conversations: 3, rate: 0.5, messages: 8 })
  const hours = await analyticsOf(service, code, '?period=today&granularity=hour')
  assert.deepEqual(
    hours.timeseries.slice(10).map(({ scans, conversations }) => [scans, conversations]),
    [
      [2, 0],
      [0, 0],
      [0, 3],
    ],
  )

  // Deleted conversations are not counted, also when the visitor deletes them.
  assert.equal((await own.forget()).status, 204)
  await service.delete(`/v1/conversations/${again.conversation_id}`)
  await agree({ conversations: 1, rate: 0.5, messages: 4 })

  // The sums can be rebuilt, and stay when their code moves.
  await service.database.transaction(({ db }) =>
    db.updateTable('scan_hours').set({ conversations: 7, messages: 0 }).execute(),
  )
  await rebuildSums(service.database, clock, null)
  await agree({ conversations: 1, rate: 0.5, messages: 4 })
  const { id: organization_id } = await createOrganization(service)
  await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id })
  assert.deepEqual(await figures(null), { conversations: 1, rate: 0.5, messages: 4 })
  assert.equal((await figures()).conversations, 0)
})

test('rebuilding keeps the counts of days whose conversations retention has deleted', async (t) => {
  const clock = fakeClock('2026-01-01T10:30:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('Hello')
  await service.database.transaction(({ db }) => db.deleteFrom('conversations').execute())
  clock.advance(5 * dayMs)
  await rebuildSums(service.database, clock, 2)
  const { timeseries } = await analyticsOf(service, code, '?period=7d')
  assert.equal(
    timeseries.reduce((sum, { conversations }) => sum + conversations, 0),
    1,
  )
})
