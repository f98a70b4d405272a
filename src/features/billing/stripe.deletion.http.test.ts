import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createOrganization } from '../../../test/harness/data/given.ts'
import { startSelling } from '../../../test/harness/providers/selling.ts'

/** An organization that is not a default organization, about to be paid for. */
const start = async (t: TestContext) => {
  const selling = await startSelling(t)
  const { id } = await createOrganization(selling)
  const path = `/v1/organizations/${id}`
  const { body } = await selling.request<{ checkout_url: string }>('PUT', `${path}/subscription`, {
    body: { plan: 'starter' },
  })
  const remove = async () => {
    const answer = await selling.delete(path)
    return [answer.status, answer.body?.code]
  }
  return { ...selling, path, url: body.checkout_url, remove }
}

test('an organization with a paid plan cannot be deleted', async (t) => {
  const { stripe, sendNews, url, path, remove, get } = await start(t)
  stripe.pay(url)
  await sendNews()
  assert.deepEqual(await remove(), [409, 'subscription_running'])
  assert.equal((await get(path)).status, 200)
})

test('an organization that was just paid for cannot be deleted, even before an event arrives', async (t) => {
  const { stripe, url, remove } = await start(t)
  stripe.pay(url)
  assert.deepEqual(await remove(), [409, 'subscription_running'])
})

test('an organization with a failed payment cannot be deleted, even after the grace period, because Stripe may still collect it', async (t) => {
  const { stripe, url, remove, database } = await start(t)
  const { id } = stripe.pay(url)
  stripe.change(id, { status: 'past_due' })
  assert.deepEqual(await remove(), [409, 'subscription_running'])
  await database.transaction(({ db }) =>
    db.updateTable('subscriptions').set({ grace_until: 1 }).execute(),
  )
  assert.deepEqual(await remove(), [409, 'subscription_running'])
})

test('a cancelled organization can be deleted before the period ends, and later events of Stripe are settled', async (t) => {
  const { stripe, sendNews, url, path, remove, request, get } = await start(t)
  const { id } = stripe.pay(url)
  await sendNews()
  assert.equal((await request('DELETE', `${path}/subscription`)).status, 200)
  assert.deepEqual(await remove(), [204, undefined])
  assert.equal((await get(path)).status, 404)
  assert.equal(stripe.subscriptionWith(id).cancel_at_period_end, true)
  stripe.change(id, { status: 'canceled' })
  await sendNews()
})

test('a deleted organization can no longer be paid for', async (t) => {
  const { stripe, url, remove } = await start(t)
  assert.deepEqual(await remove(), [204, undefined])
  assert.throws(() => stripe.pay(url))
})

test('while Stripe is unavailable an organization that may be paid for cannot be deleted, any other can', async (t) => {
  const selling = await start(t)
  const other = await createOrganization(selling)
  await selling.stripe.goAway()
  assert.deepEqual(await selling.remove(), [503, 'payments_unavailable'])
  assert.equal((await selling.delete(`/v1/organizations/${other.id}`)).status, 204)
})

test('a caller who may not delete an organization does not close its payment pages', async (t) => {
  const selling = await start(t)
  const id = selling.path.split('/').at(-1)
  const key = await selling.keyOf('admin', id)
  const asked = selling.stripe.requests.length
  assert.equal((await selling.delete(selling.path, { key })).status, 403)
  assert.equal(selling.stripe.requests.length, asked)
})
