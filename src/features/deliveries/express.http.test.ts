import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { registerWebhook, settledDelivery } from '../../../test/harness/receivers/webhooks.ts'
import { startService } from '../../../test/harness/service/service.ts'

test('new deliveries wait for no claim while the webhook responds, and for a claim while it hangs', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_TIMEOUT_MS: '30000' } })
  const healthy = await startReceiver(t)
  const hanging = await startReceiver(t)
  hanging.handleWith(() => undefined)
  const [good, bad] = [
    await registerWebhook(service, healthy.url),
    await registerWebhook(service, hanging.url),
  ]
  const due: string[] = []
  const unlisten = service.database.signals.listen((signal) => {
    if (signal.kind === 'deliveries-due') due.push(signal.webhookId)
  })
  t.after(unlisten)
  const codes = 40
  for (let n = 1; n <= codes; n++) {
    await createCode(service)
    await healthy.waitFor(n)
  }
  const waits = (id: string) => due.filter((webhookId) => webhookId === id).length
  assert.equal(new Set(healthy.requests.map(({ headers }) => headers['webhook-id'])).size, codes)
  // The first delivery of an unknown webhook is claimed, and now and then a later one.
  assert.ok(waits(good.id) < codes / 2, `${waits(good.id)} of ${codes}`)
  // 16 are under way, 16 wait in memory; the others wait in the table.
  assert.ok(waits(bad.id) >= codes - 32, `${waits(bad.id)} of ${codes}`)
  assert.equal(hanging.requests.length, 16)
  // The service need not wait for it when it stops.
  hanging.server.closeAllConnections()
})

test('a delivery that was sent without a claim is settled, retried and logged as any other', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_RETRY_SECONDS: '0,0' } })
  const receiver = await startReceiver(t)
  const webhook = await registerWebhook(service, receiver.url)
  let isAnnounced = false
  const unlisten = service.database.signals.listen(({ kind }) => {
    if (kind === 'deliveries-due') isAnnounced = true
  })
  t.after(unlisten)
  // A delivery that no signal announced before it arrived. The first one of a webhook is announced.
  let unclaimed: unknown
  receiver.answerWith(({ headers }) => {
    const { 'x-service-delivery': id, 'x-service-attempt': attempt } = headers
    if (!isAnnounced) unclaimed ??= id
    return id === unclaimed && attempt !== '3' ? 500 : 200
  })
  for (let codes = 1; unclaimed === undefined && codes <= 20; codes++) {
    isAnnounced = false
    await createCode(service)
    await receiver.waitFor(codes)
    await settledDelivery(service, webhook.id)
  }
  const { id, status, attempts_count } = await settledDelivery(service, webhook.id)
  assert.deepEqual([id, status, attempts_count], [unclaimed, 'succeeded', 3])
  const sent = receiver.requests.filter(({ headers }) => headers['x-service-delivery'] === id)
  assert.deepEqual(
    sent.map(({ headers }) => headers['x-service-attempt']),
    ['1', '2', '3'],
  )
  assert.equal(new Set(sent.map(({ body }) => body)).size, 1)
})
