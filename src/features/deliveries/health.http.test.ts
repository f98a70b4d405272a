import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import {
  deliveriesOf,
  deliveryOf,
  registerWebhook,
} from '../../../test/harness/receivers/webhooks.ts'
import { fakeClock, startService } from '../../../test/harness/service/service.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'

const owner = 'owner@localhost'

interface WebhookView {
  active: boolean
  inactive_reason: string | null
  failing_since: string | null
}

const start = async (t: TestContext) => {
  // Later than the real time, because ids never go back in time.
  const clock = fakeClock('2099-01-01T00:00:00Z')
  const settings = { QPR_WEBHOOK_RETRY_SECONDS: '864000' }
  const service = await startService(t, { clock, settings })
  const receiver = await startReceiver(t)
  const mailbox = await openMailbox(t, service)
  const webhook = await registerWebhook(service, receiver.url)
  const view = async () => (await service.get<WebhookView>(`/v1/webhooks/${webhook.id}`)).body
  /** A delivery that was attempted and settled. */
  const deliver = async () => {
    const former = new Set((await deliveriesOf(service, webhook.id)).map(({ id }) => id))
    await createCode(service)
    return await eventually(async () => {
      // Not the first: the order of events with the same time is random, and the clock of an
      // earlier test may be ahead.
      const [delivery, ...others] = (await deliveriesOf(service, webhook.id)).filter(
        ({ id }) => !former.has(id),
      )
      assert.deepEqual(others, [])
      assert.equal(delivery?.attempts_count, 1)
      return delivery
    })
  }
  return { clock, service, receiver, mailbox, webhook, view, deliver }
}

test('a webhook that has been failing for 5 days is deactivated with a mail to its owners, and a warning after 1 day', async (t) => {
  const { clock, service, receiver, mailbox, webhook, view, deliver } = await start(t)
  receiver.answerWith(500)
  const first = await deliver()
  assert.equal((await view()).failing_since, '2099-01-01T00:00:00.000Z')
  clock.advance(dayMs - 1)
  await deliver()
  assert.deepEqual(await mailbox.all(), [])

  clock.advance(1)
  await deliver()
  const warning = await mailbox.mailTo(owner)
  assert.match(warning.subject ?? '', /is failing$/)
  assert.ok(warning.text?.includes(receiver.url))
  assert.match(warning.text ?? '', /Since Thursday, 1 January 2099/)
  clock.advance(hourMs)
  await deliver()
  assert.equal((await mailbox.all()).length, 1, 'it is sent once')
  assert.equal((await view()).active, true)

  clock.advance(4 * dayMs)
  await deliver()
  const notice = await mailbox.mailTo(owner, 2)
  assert.match(notice.subject ?? '', /was switched off$/)
  const { active, inactive_reason } = await view()
  assert.deepEqual({ active, inactive_reason }, { active: false, inactive_reason: 'failing' })
  const log = `/v1/organizations/${await service.defaultOrganizationId()}/audit`
  const { entries } = (
    await service.get<{ entries: { via: string; target_id: string }[] }>(
      `${log}?action=deactivateWebhook`,
    )
  ).body
  assert.deepEqual(
    entries.map(({ via, target_id }) => [via, target_id]),
    [['service', webhook.id]],
  )
  const { status, note } = await deliveryOf(service, first.id)
  assert.deepEqual([status, note], ['failed', 'Dropped: the webhook was deactivated.'])
  const before = (await deliveriesOf(service, webhook.id)).length
  await createCode(service)
  assert.equal((await deliveriesOf(service, webhook.id)).length, before, 'nothing more is sent')
})

test('a success in between restarts the five days', async (t) => {
  const { clock, receiver, mailbox, view, deliver } = await start(t)
  receiver.answerWith(500)
  await deliver()
  clock.advance(4 * dayMs)
  receiver.answerWith(200)
  assert.equal((await deliver()).status, 'succeeded')
  assert.equal((await view()).failing_since, null)
  receiver.answerWith(500)
  await deliver()
  clock.advance(dayMs - 1)
  await deliver()
  assert.equal((await view()).active, true)
  assert.deepEqual(await mailbox.all(), [])
})

test('a reactivated webhook starts again, and dropped deliveries can be replayed', async (t) => {
  const { clock, service, receiver, webhook, view, deliver } = await start(t)
  receiver.answerWith(500)
  await deliver()
  clock.advance(5 * dayMs)
  await deliver()
  await eventually(async () => assert.equal((await view()).active, false))
  receiver.answerWith(200)
  await service.patch(`/v1/webhooks/${webhook.id}`, { active: true })
  const { failing_since, inactive_reason } = await view()
  assert.deepEqual([failing_since, inactive_reason], [null, null])
  const range = { since: '2099-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z', status: 'failed' }
  const replay = await service.post<{ count: number }>(`/v1/webhooks/${webhook.id}/replay`, range)
  assert.equal(replay.status, 202)
  assert.equal(replay.body.count, 2)
  await eventually(async () => {
    const deliveries = await deliveriesOf(service, webhook.id)
    assert.deepEqual([...new Set(deliveries.map(({ status }) => status))], ['succeeded'])
  })
})
