// A webhook whose row another session of PostgreSQL has locked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { deliveriesOf, registerWebhook } from '../../../test/harness/receivers/webhooks.ts'
import { anyPostgres, copyDatabase, patient } from '../../../test/harness/service/postgres.ts'
import { startService } from '../../../test/harness/service/service.ts'

test('results of other webhooks are saved while the row of one is locked, and its own afterwards', async (t) => {
  const url = await copyDatabase(await anyPostgres(t))
  const service = await startService(t, {
    settings: { DATABASE_URL: patient(url), QPR_SECRET: 'a-secret-that-only-tests-know' },
  })
  const [failing, healthy] = [await startReceiver(t), await startReceiver(t)]
  failing.answerWith(500)
  const locked = await registerWebhook(service, failing.url)
  const free = await registerWebhook(service, healthy.url)
  const other = new Client({ connectionString: url })
  await other.connect()
  t.after(() => other.end())

  await other.query('begin')
  await other.query('select from webhooks where id = $1 for update', [locked.id])
  await createCode(service)
  await eventually(async () => assert.equal(failing.requests.length, 1))
  // The result of the locked webhook waits from here on.
  for (let n = 0; n < 3; n++) await createCode(service)
  await eventually(async () => {
    const statuses = (await deliveriesOf(service, free.id)).map(({ status }) => status)
    assert.deepEqual(statuses, Array(4).fill('succeeded'))
  })
  for (const { attempts_count } of await deliveriesOf(service, locked.id)) {
    assert.equal(attempts_count, 0)
  }
  await other.query('commit')
  await eventually(async () => {
    for (const { attempts_count } of await deliveriesOf(service, locked.id)) {
      assert.ok(attempts_count > 0)
    }
  })
})
