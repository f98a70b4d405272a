import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plantConversations } from '../../../test/harness/data/conversations.ts'
import { countRows, createCode } from '../../../test/harness/data/given.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { startLimited } from '../../../test/harness/providers/billing.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { tidy } from '../../service/janitor.ts'

interface Privacy {
  conversation_days: number | null
  lead_days: number | null
  question_days: number | null
  maximum_days: number | null
  errors: { pointer: string }[]
}

const put = async (service: Service, body: object) =>
  service.request<Privacy>(
    'PUT',
    `/v1/organizations/${await service.defaultOrganizationId()}/privacy`,
    { body },
  )

const cleanUp = ({ internals, config }: Service) => tidy(internals, config)

test('conversations, leads and questions go after the days that the organization says', async (t) => {
  const clock = fakeClock('2026-01-01T12:00:00Z')
  const service = await startOwnService(t, { clock })
  const consent = 'You may call me.'
  const fields = [{ key: 'name', label: 'Name', type: 'text', required: true }]
  const code = await createCode(service, { lead_form: { title: 'Leave a note', fields, consent } })
  await plantConversations(service, code, [{ at: clock.now() }, { at: clock.now() }])
  const visitor = await openTalk(service, code.short_id)
  // The demo does not know it, so it becomes a question.
  await visitor.ask('Is there a sauna?')
  await visitor.post('/lead', { values: { name: 'Ana' }, consent })
  const left = async () => [
    await countRows(service, 'conversations'),
    await countRows(service, 'leads'),
    await countRows(service, 'asked_questions'),
  ]
  await put(service, { conversation_days: 30, lead_days: 10, question_days: 20 })
  await cleanUp(service)
  assert.deepEqual(await left(), [3, 1, 1])
  clock.advance(10 * dayMs + 1000)
  await cleanUp(service)
  assert.deepEqual(await left(), [3, 0, 1])
  clock.advance(10 * dayMs)
  await cleanUp(service)
  assert.deepEqual(await left(), [3, 0, 0])
  clock.advance(10 * dayMs + 3600_000)
  await cleanUp(service)
  // The open one timed out a while after the others, and goes later.
  const [conversations = 0] = await left()
  assert.ok(conversations <= 1)
  // Null: everything stays.
  await plantConversations(service, code, [{ at: clock.now() - 400 * dayMs }])
  await put(service, {})
  await cleanUp(service)
  assert.equal(await countRows(service, 'conversations'), conversations + 1)
})

test('a longer time than that of the operator is refused, by its field', async (t) => {
  const service = await startService(t, { settings: { QPR_CONVERSATION_RETENTION_DAYS: '90' } })
  const refused = await put(service, { conversation_days: 91, lead_days: 90, question_days: 92 })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.errors.map(({ pointer }) => pointer),
    ['/conversation_days', '/question_days'],
  )
  const { status, body } = await put(service, { lead_days: 90 })
  assert.deepEqual(
    [status, body.conversation_days, body.lead_days, body.maximum_days],
    [200, null, 90, 90],
  )
})

test('a lead without a conversation goes with the retention of the plan, and leaves no trace', async (t) => {
  const clock = fakeClock('2026-01-01T12:00:00Z')
  const { service } = await startLimited(t, { free: { retention_days: 7 } }, {}, clock)
  const consent = 'You may call me.'
  const fields = [{ key: 'name', label: 'Name', type: 'text', required: true }]
  const code = await createCode(service, { lead_form: { title: 'Leave a note', fields, consent } })
  // A new plan deletes nothing for a month.
  clock.advance(40 * dayMs)
  const visitor = await openTalk(service, code.short_id)
  await visitor.post('/lead', { values: { name: 'Ana' }, consent })
  await visitor.post('/close')
  clock.advance(7 * dayMs - 1000)
  await cleanUp(service)
  assert.equal(await countRows(service, 'leads'), 1)
  clock.advance(2000)
  await cleanUp(service)
  assert.equal(await countRows(service, 'leads'), 0)
  assert.equal(await countRows(service, 'conversations'), 0)
})

test('a longer time than that of the plan is refused', async (t) => {
  const { service } = await startLimited(t, { free: { retention_days: 7 } })
  assert.equal((await put(service, { conversation_days: 8 })).status, 422)
  assert.equal((await put(service, { conversation_days: 7 })).status, 200)
})
