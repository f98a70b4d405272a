import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows, createOrganization } from '../../../test/harness/data/given.ts'
import { startSelling } from '../../../test/harness/providers/selling.ts'

test('PUT returns the payment page, and the plan changes only after the payment', async (t) => {
  const selling = await startSelling(t)
  const { stripe, organizationId } = selling
  const url = await selling.checkout('starter')
  assert.equal((await selling.subscription()).plan, 'free')
  assert.deepEqual(await selling.told(), [])
  const [session] = stripe.sessions.values()
  assert.equal(url, session?.url)
  assert.equal(session?.price, 'price_starter')
  assert.equal(session?.client_reference_id, organizationId)
  assert.equal(session?.success_url, `${selling.config.QPR_BASE_URL}/studio`)
  const { user_id, ...rest } = session?.subscription_metadata ?? {}
  assert.deepEqual(rest, { organization_id: organizationId })
  assert.match(user_id ?? '', /^usr_/)
})

test('a paid plan takes effect, and subscription.upgraded names the user who chose it', async (t) => {
  const selling = await startSelling(t)
  const key = await selling.keyOf('owner', selling.organizationId, 'second@example.com')
  const { stripe } = selling
  const { id } = stripe.pay(await selling.checkout('starter', key))
  await selling.sendNews()
  const { current_period_end, ...view } = await selling.subscription()
  assert.deepEqual(view, { plan: 'starter', status: 'active', provider: 'stripe', cancel_at: null })
  const periodEnd = stripe.periodEnd(stripe.subscriptionWith(id))
  assert.equal(current_period_end, new Date(periodEnd * 1000).toISOString())
  const [event, ...others] = await selling.toldData()
  assert.deepEqual(others, [])
  assert.equal(event?.event, 'subscription.upgraded')
  const { user_id: _user, effective_at: _at, ...data } = event?.data ?? {}
  assert.deepEqual(data, {
    organization_id: selling.organizationId,
    plan: 'starter',
    previous_plan: 'free',
    email: 'second@example.com',
  })
})

test('an organization never gets a second subscription: the page confirms the change', async (t) => {
  const selling = await startSelling(t)
  const { id } = await selling.subscribe('starter')
  const url = await selling.checkout('professional')
  assert.equal(selling.stripe.sessions.size, 1)
  selling.stripe.confirm(url)
  await selling.sendNews()
  assert.equal((await selling.subscription()).plan, 'professional')
  assert.deepEqual([...selling.stripe.subscriptions.keys()], [id])
  assert.deepEqual(await selling.told(), [
    'subscription.upgraded starter',
    'subscription.upgraded professional',
  ])
})

test('a change that the portal does not offer leads to the portal itself', async (t) => {
  const selling = await startSelling(t)
  await selling.subscribe('starter')
  selling.stripe.unofferedPrices.add('price_professional')
  const url = await selling.checkout('professional')
  const portal = [...selling.stripe.portals.values()].find((one) => one.url === url)
  assert.equal(portal?.change, null)
})

test('choosing the paid plan again changes nothing, even before its event arrives', async (t) => {
  const selling = await startSelling(t)
  selling.stripe.pay(await selling.checkout('starter'))
  const { status, body } = await selling.choose('starter')
  assert.deepEqual([status, body.plan, body.checkout_url], [200, 'starter', undefined])
  assert.equal(selling.stripe.subscriptions.size, 1)
  await selling.sendNews()
  assert.deepEqual(await selling.told(), ['subscription.upgraded starter'])
})

test('a plan without prices cannot be bought', async (t) => {
  const selling = await startSelling(t)
  const { status, body } = await selling.choose('enterprise')
  assert.deepEqual([status, body.code], [409, 'plan_not_for_sale'])
  assert.equal(selling.stripe.requests.length, 0)
  const { body: offers } = await selling.get<{ plans: object[]; provider: string }>('/v1/plans')
  assert.equal(offers.provider, 'stripe')
  assert.deepEqual(
    (offers.plans as { is_for_sale: boolean }[]).map(({ is_for_sale }) => is_for_sale),
    [true, true, true, false],
  )
})

test('an organization is one customer for all of its owners', async (t) => {
  const selling = await startSelling(t)
  const key = await selling.keyOf('owner', selling.organizationId, 'second@example.com')
  const answers = await Promise.all([
    selling.choose('starter'),
    selling.choose('professional', key),
    selling.choose('starter', key),
  ])
  for (const { status } of answers) assert.ok([200, 409].includes(status))
  assert.equal(selling.stripe.customers.size, 1)
  const [customer] = selling.stripe.customers.values()
  assert.equal(customer?.metadata.organization_id, selling.organizationId)
  assert.equal(await countRows(selling, 'subscriptions'), 1)
})

test('an earlier payment page is closed, so two owners cannot pay twice', async (t) => {
  const selling = await startSelling(t)
  const first = await selling.checkout('starter')
  const key = await selling.keyOf('owner', selling.organizationId, 'second@example.com')
  const second = await selling.checkout('professional', key)
  assert.throws(() => selling.stripe.pay(first))
  selling.stripe.pay(second)
  await selling.sendNews()
  assert.equal((await selling.subscription()).plan, 'professional')
})

test('when two owners choose at the same time, one page stays open', async (t) => {
  const selling = await startSelling(t)
  const { stripe } = selling
  const key = await selling.keyOf('owner', selling.organizationId, 'second@example.com')
  await selling.checkout('starter')
  // Both see that nothing is paid before either opens a page.
  const both = Promise.withResolvers<void>()
  let asked = 0
  stripe.failWith(({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/checkout/sessions') return undefined
    asked += 1
    if (asked === 2) both.resolve()
    return { until: both.promise }
  })
  const answers = await Promise.all([
    selling.choose('starter'),
    selling.choose('professional', key),
  ])
  const open = [...stripe.sessions.values()].filter(({ status }) => status === 'open')
  assert.equal(open.length, 1)
  const urls = answers.flatMap(({ body }) => body.checkout_url ?? [])
  const refused = answers.filter(({ status }) => status === 409)
  assert.deepEqual(urls, [open[0]?.url])
  assert.deepEqual(
    refused.map(({ body }) => body.code),
    ['another_checkout'],
  )
})

test('a payment that happens while another owner chooses is noticed: the page confirms a change', async (t) => {
  const selling = await startSelling(t)
  const { stripe } = selling
  const first = await selling.checkout('starter')
  stripe.failWith(({ path }) => {
    if (path.endsWith('/expire')) stripe.pay(first)
    return undefined
  })
  stripe.confirm(await selling.checkout('professional'))
  await selling.sendNews()
  assert.equal(stripe.subscriptions.size, 1)
  assert.equal((await selling.subscription()).plan, 'professional')
})

test('the portal opens once there has been a payment', async (t) => {
  const selling = await startSelling(t)
  const before = await selling.post(`${selling.path}/portal`)
  assert.deepEqual([before.status, before.body.code], [409, 'no_payments'])
  await selling.subscribe('starter')
  const { status, body } = await selling.post<{ portal_url: string }>(`${selling.path}/portal`)
  assert.equal(status, 200)
  assert.ok([...selling.stripe.portals.values()].some(({ url }) => url === body.portal_url))
})

test('a customer who was deleted at Stripe is created again for the next purchase', async (t) => {
  const selling = await startSelling(t)
  const { customer } = await selling.subscribe('starter')
  selling.stripe.deleteCustomer(customer)
  await selling.sendNews()
  assert.deepEqual(
    [(await selling.subscription()).plan, await selling.told()],
    ['free', ['subscription.upgraded starter', 'subscription.cancelled free']],
  )
  const { customer: next } = await selling.subscribe('professional')
  assert.notEqual(next, customer)
  assert.equal((await selling.subscription()).plan, 'professional')
})

test('an address that Stripe refuses does not prevent a purchase', async (t) => {
  const selling = await startSelling(t)
  const key = await selling.keyOf('owner', selling.organizationId, 'owner@localhost')
  selling.stripe.pay(await selling.checkout('starter', key))
  await selling.sendNews()
  assert.equal((await selling.subscription()).plan, 'starter')
})

test('another organization of the same account has its own customer and plan', async (t) => {
  const selling = await startSelling(t)
  await selling.subscribe('starter')
  const other = await createOrganization(selling)
  const { body } = await selling.get<{ plan: string }>(`/v1/organizations/${other.id}/subscription`)
  assert.equal(body.plan, 'free')
})

test('a plan that was set by hand stays until a payment', async (t) => {
  const selling = await startSelling(t)
  const { database, organizationId } = selling
  await database.transaction(({ db }) =>
    db
      .updateTable('organizations')
      .set({ plan: 'enterprise' })
      .where('id', '=', organizationId)
      .execute(),
  )
  const url = await selling.checkout('starter')
  await selling.sendNews()
  await database.transaction(({ db }) =>
    db.updateTable('subscriptions').set({ reconcile_at: 0 }).execute(),
  )
  await selling.reconcile()
  assert.equal((await selling.subscription()).plan, 'enterprise')
  selling.stripe.pay(url)
  await selling.sendNews()
  assert.equal((await selling.subscription()).plan, 'starter')
})
