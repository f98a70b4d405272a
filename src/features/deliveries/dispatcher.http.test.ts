import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { registerWebhook, settledDelivery } from '../../../test/harness/receivers/webhooks.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { startService } from '../../../test/harness/service/service.ts'

test('an idle dispatcher queries the database less than once a second', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  const webhook = await registerWebhook(service, receiver.url)
  await createCode(service)
  await settledDelivery(service, webhook.id)
  const { database } = service
  const { db } = database
  let questions = 0
  const transaction = t.mock.method(database, 'transaction')
  Object.defineProperty(database, 'db', {
    get: () => {
      questions += 1
      return db
    },
  })
  const startedAt = performance.now()
  await wait(6000)
  questions += transaction.mock.callCount()
  // A busy machine waits longer, and the dispatcher may query more often meanwhile.
  const seconds = (performance.now() - startedAt) / 1000
  assert.ok(questions <= seconds, `${questions} in ${seconds} s`)
})

test('each attempt has one log line, without secrets', async (t) => {
  const logs = collectLogs()
  const service = await startService(t, { log: logs.log })
  const receiver = await startReceiver(t)
  receiver.answerWith(500)
  const webhook = await registerWebhook(service, `${receiver.url}/hook?token=a-secret-of-theirs`)
  await createCode(service)
  const line = await logs.waitFor(({ msg }) => msg === 'delivery settled')
  const { deliveryId, webhookId, eventId, event, attempt, result, status, error, durationMs } = line
  assert.match(String(deliveryId), /^dlv_/)
  assert.match(String(eventId), /^evt_/)
  assert.deepEqual(
    { webhookId, event, attempt, result, status, error },
    {
      webhookId: webhook.id,
      event: 'qpr_code.created',
      attempt: 1,
      result: 'pending',
      status: 500,
      error: 'Answered with status 500.',
    },
  )
  assert.equal(typeof durationMs, 'number')
  assert.ok(Date.parse(String(line.retryAt)) > Date.now())
  const all = logs.texts.join('')
  for (const secret of [webhook.secret, 'a-secret-of-theirs']) assert.ok(!all.includes(secret))
})

test('the metrics contain due, running and overdue deliveries, the results and the lag', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  const answer = Promise.withResolvers<void>()
  receiver.answerWith(async () => {
    await answer.promise
    return 200
  })
  await registerWebhook(service, receiver.url)
  const metric = async (name: string): Promise<number> => {
    const { text } = await service.get('/metrics', { key: null })
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    return Number(line?.split(' ')[1])
  }
  // An unknown webhook gets 16 at once, and 16 are claimed in advance.
  const codes = Array.from({ length: 60 }, (_, n) => ({ name: `Table ${n}`, prompt: 'A host.' }))
  await service.post('/v1/qpr-codes/bulk', { codes })
  await receiver.waitFor(16)
  assert.equal(await metric('qpr_deliveries_under_way'), 16)
  await eventually(async () => {
    assert.equal(await metric('qpr_deliveries_due'), 28)
    assert.equal(await metric('qpr_deliveries_backlog'), 60)
    assert.ok((await metric('qpr_deliveries_oldest_due_seconds')) >= 1)
  })
  answer.resolve()
  const succeeded = 'qpr_delivery_attempts_total{result="succeeded"}'
  await eventually(async () => {
    assert.equal(await metric(succeeded), 60)
    // Values from the database are at most a second old.
    assert.equal(await metric('qpr_deliveries_due'), 0)
    assert.equal(await metric('qpr_deliveries_oldest_due_seconds'), 0)
  })
  assert.equal(await metric('qpr_deliveries_total{result="succeeded"}'), 60)
  assert.equal(await metric('qpr_delivery_lag_seconds_count'), 60)
  assert.equal(await metric('qpr_deliveries_under_way'), 0)
})

test('all deliveries that wait for a deactivated webhook are dropped, with a note', async (t) => {
  const settings = { QPR_WEBHOOK_RETRY_SECONDS: '3600' }
  const service = await startService(t, { settings })
  const receiver = await startReceiver(t)
  receiver.answerWith(500)
  const webhook = await registerWebhook(service, receiver.url)
  await createCode(service)
  const first = await eventually(async () => {
    const [row] = await service.database.db.selectFrom('deliveries').selectAll().execute()
    assert.equal(row?.attempts_count, 1)
    return row
  })
  await service.database.transaction(async ({ db }) => {
    for (let n = 0; n < 1500; n += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => ({
        ...first,
        id: `dlv_${String(n + at).padStart(26, '0')}`,
      }))
      await db.insertInto('deliveries').values(rows).execute()
    }
  })
  await service.patch(`/v1/webhooks/${webhook.id}`, { active: false })
  await eventually(async () => {
    const rows = await service.database.db
      .selectFrom('deliveries')
      .select(['status', 'note'])
      .distinct()
      .execute()
    assert.deepEqual(rows, [{ status: 'failed', note: 'Dropped: the webhook was deactivated.' }])
  }, 15_000)
})
