import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { countRows, createOrganization } from '../../../test/harness/data/given.ts'
import { type Selling, startSelling } from '../../../test/harness/providers/selling.ts'
import type { StripeFault } from '../../../test/harness/providers/stripe.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import { fakeClock } from '../../../test/harness/service/service.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'

/** All requests of an owner while Stripe does not respond. */
const tryEverything = async (selling: Selling) => {
  const before = [await selling.row(), await selling.told()]
  // At once, because each is retried a few times with pauses.
  const answers = await Promise.all([
    selling.choose('professional'),
    selling.choose('free'),
    selling.delete(selling.path),
    selling.post(`${selling.path}/portal`),
  ])
  for (const { status, body, headers } of answers) {
    assert.deepEqual([status, body.code], [503, 'payments_unavailable'])
    assert.match(body.detail ?? '', /Nothing was changed/)
    assert.equal(headers.get('retry-after'), '60')
  }
  assert.deepEqual([await selling.row(), await selling.told()], before)
}

test('Stripe unreachable: 503 with a message and no change; afterwards it works again', async (t) => {
  const selling = await startSelling(t)
  await selling.subscribe('starter')
  await selling.stripe.goAway()
  await tryEverything(selling)
  assert.equal((await selling.subscription()).plan, 'starter')
  await selling.stripe.comeBack()
  selling.stripe.confirm(await selling.checkout('professional'))
})

const faults: StripeFault[] = [{ status: 500 }, { status: 429 }, { by: 'cut' }]

const neverResponds = async (t: TestContext) => {
  const selling = await startSelling(t)
  await selling.subscribe('starter')
  selling.stripe.failWith({ by: 'hang' })
  const waiting = selling.choose('professional')
  assert.equal((await selling.get(selling.path)).status, 200, 'the service continues')
  assert.equal((await waiting).status, 503)
}

/** An error would ask the operator to change the settings. */
const warning = new Set(['40 Stripe did not answer'])

test('Stripe answers 500, 429, hangs up or never responds: 503 with a message, no change, and a warning in the log', async (t) => {
  // At once, each with a service of its own: retries and the time limit are pauses.
  const refused = faults.map(async (fault) => {
    const { log, lines } = collectLogs()
    const selling = await startSelling(t, { log })
    await selling.subscribe('starter')
    selling.stripe.failWith(fault)
    await tryEverything(selling)
    const told = lines().filter(({ level, msg }) => level >= 40 && msg.startsWith('Stripe '))
    assert.deepEqual(new Set(told.map(({ level, msg }) => `${level} ${msg}`)), warning)
  })
  await Promise.all([...refused, neverResponds(t)])
})

test('Stripe slow: the owner waits and gets the page', async (t) => {
  const selling = await startSelling(t)
  selling.stripe.failWith({ delayMs: 700 })
  selling.stripe.pay(await selling.checkout('starter'))
  await selling.sendNews()
  assert.equal((await selling.subscription()).plan, 'starter')
})

test('a key that Stripe refuses is 503 for owners and an error in the log', async (t) => {
  const logs = collectLogs()
  const selling = await startSelling(t, { log: logs.log })
  selling.stripe.failWith({ status: 401 })
  assert.equal((await selling.choose('starter')).status, 503)
  const line = await logs.waitFor(({ msg }) => /check the settings/.test(msg))
  assert.deepEqual([line.level, line.statusCode], [50, 401])
  assert.ok(!logs.texts.join('').includes(selling.stripe.secretKey))
})

test('an event while Stripe is unreachable gets 503, is not settled, and works when it is resent', async (t) => {
  const selling = await startSelling(t)
  selling.stripe.pay(await selling.checkout('starter'))
  const event = selling.stripe.events.at(-1)
  await selling.stripe.goAway()
  const { status, code } = await selling.send(event)
  assert.deepEqual([status, code], [503, 'payments_unavailable'])
  assert.equal(await countRows(selling, 'billing_events'), 0)
  await selling.stripe.comeBack()
  assert.equal((await selling.send(event)).status, 200)
  assert.equal((await selling.subscription()).plan, 'starter')
})

test('the change, its event and the id of the Stripe event are one transaction', async (t) => {
  const selling = await startSelling(t)
  const { database } = selling
  selling.stripe.pay(await selling.checkout('starter'))
  const event = selling.stripe.events.at(-1)
  const rename = (from: string, to: string) =>
    database.transaction(({ db }) =>
      sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(db),
    )
  for (const table of ['events', 'mails']) {
    await rename(table, 'hidden')
    assert.equal((await selling.send(event)).status, 500, table)
    await rename('hidden', table)
    assert.deepEqual([(await selling.subscription()).plan, await selling.told()], ['free', []])
    assert.equal(await countRows(selling, 'billing_events'), 0)
  }
  assert.equal((await selling.send(event)).status, 200)
  assert.equal((await selling.subscription()).plan, 'starter')
  assert.equal(await countRows(selling, 'billing_events'), 1)
})

test('lost events are made up for within an hour', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const selling = await startSelling(t, { clock })
  const { id } = selling.stripe.pay(await selling.checkout('starter'))
  clock.advance(hourMs)
  assert.equal(await selling.reconcile(), hourMs)
  assert.equal((await selling.subscription()).plan, 'starter')
  selling.stripe.change(id, { price: 'price_professional' })
  clock.advance(hourMs - 1)
  await selling.reconcile()
  assert.equal((await selling.subscription()).plan, 'starter')
  clock.advance(1)
  await selling.reconcile()
  assert.equal((await selling.subscription()).plan, 'professional')
})

test('reconciliation retries after a minute when Stripe was unreachable', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const logs = collectLogs()
  const selling = await startSelling(t, { clock, log: logs.log })
  selling.stripe.pay(await selling.checkout('starter'))
  clock.advance(hourMs)
  await selling.stripe.goAway()
  assert.equal(await selling.reconcile(), minuteMs)
  assert.equal(logs.lines().filter(({ msg }) => /Stripe did not answer/.test(msg)).length, 1)
  assert.equal((await selling.subscription()).plan, 'free')
  await selling.stripe.comeBack()
  clock.advance(minuteMs)
  await selling.reconcile()
  assert.equal((await selling.subscription()).plan, 'starter')
})

test('a customer for whom Stripe fails does not delay the others', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const selling = await startSelling(t, { clock })
  await selling.checkout('starter')
  const other = await createOrganization(selling)
  const path = `/v1/organizations/${other.id}/subscription`
  const { body } = await selling.request<{ checkout_url: string }>('PUT', path, {
    body: { plan: 'professional' },
  })
  const [bad] = selling.stripe.customers.keys()
  selling.stripe.pay(body.checkout_url)
  selling.stripe.failWith(({ form }) => (form.customer === bad ? { status: 500 } : undefined))
  clock.advance(hourMs)
  await selling.reconcile()
  assert.equal((await selling.get<{ plan: string }>(path)).body.plan, 'professional')
})

test('with a key of another account every plan stays, and the log says so', async (t) => {
  const clock = fakeClock('2026-03-01T10:00:00Z')
  const logs = collectLogs()
  const selling = await startSelling(t, { clock, log: logs.log })
  const { id } = await selling.subscribe('starter')
  selling.stripe.customers.clear()
  clock.advance(hourMs)
  await selling.reconcile()
  assert.equal((await selling.subscription()).plan, 'starter')
  const line = await logs.waitFor(({ msg }) => /another account or mode/.test(msg))
  assert.equal(line.organizationId, selling.organizationId)
  selling.stripe.change(id, { status: 'canceled' })
  assert.equal((await selling.send(selling.stripe.events.at(-1))).status, 503)
  assert.equal((await selling.delete(selling.path)).status, 503)
  assert.equal((await selling.subscription()).plan, 'starter')
})
