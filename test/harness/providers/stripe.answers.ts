// Stripe's responses to each request, by the parts of its API in use.
import { type Form, formAt, textAt, texts } from './stripe.form.ts'
import type { Things } from './stripe.things.ts'

export interface Asked {
  method: string
  path: string
  form: Form
  headers: Record<string, string | string[] | undefined>
}

export interface StripeAnswer {
  status: number
  body: object
}

const fine = (body: object): StripeAnswer => ({ status: 200, body })

export const refusal = (status: number, message: string, code?: string): StripeAnswer => ({
  status,
  body: { error: { type: typeOf(status), message, ...(code && { code }) } },
})

const typeOf = (status: number): string => {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'api_error' : 'invalid_request_error'
}

const missing = (what: string, id: string) =>
  refusal(404, `No such ${what}: '${id}'`, 'resource_missing')

type Route = [
  method: string,
  path: RegExp,
  answer: (things: Things, asked: Asked, id: string) => StripeAnswer,
]

const list = (data: object[], has_more = false) =>
  fine({ object: 'list', data, has_more, url: '/' })

const knows = (things: Things, id: string) => {
  const customer = things.customers.get(id)
  return customer !== undefined && !customer.deleted
}

const routes: Route[] = [
  [
    'POST',
    /^\/v1\/customers$/,
    (things, { form }) => {
      const id = things.newId('cus')
      const metadata = texts(formAt(form, 'metadata'))
      const customer = { id, object: 'customer' as const, metadata }
      things.customers.set(id, customer)
      things.tell('customer.created', customer)
      return fine(customer)
    },
  ],
  [
    'GET',
    /^\/v1\/customers\/(\w+)$/,
    (things, _asked, id) => {
      const customer = things.customers.get(id)
      if (!customer) return missing('customer', id)
      return fine(customer.deleted ? { id, object: 'customer', deleted: true } : customer)
    },
  ],
  [
    'POST',
    /^\/v1\/customers\/(\w+)$/,
    (things, { form }, id) => {
      const customer = things.customers.get(id)
      if (!customer || customer.deleted) return missing('customer', id)
      const email = textAt(form, 'email') ?? ''
      if (!/^[^@]+@[^@]+\.\w+$/.test(email)) return refusal(400, `Invalid email address: ${email}`)
      return fine(Object.assign(customer, { email, name: textAt(form, 'name') }))
    },
  ],
  [
    'GET',
    /^\/v1\/subscriptions$/,
    (things, { form }) => {
      const customer = textAt(form, 'customer') ?? ''
      if (!things.customers.has(customer)) return missing('customer', customer)
      const all = [...things.subscriptions.values()]
        .filter((one) => one.customer === customer && one.status !== 'canceled')
        .reverse()
      const after = all.findIndex(({ id }) => id === textAt(form, 'starting_after')) + 1
      const page = all.slice(after, after + Number(textAt(form, 'limit') ?? 10))
      return list(page, after + page.length < all.length)
    },
  ],
  [
    'POST',
    /^\/v1\/subscriptions\/(\w+)$/,
    (things, { form }, id) => {
      const subscription = things.subscriptions.get(id)
      if (!subscription || subscription.status === 'canceled') return missing('subscription', id)
      const metadata = { ...subscription.metadata, ...texts(formAt(form, 'metadata')) }
      return fine(
        textAt(form, 'cancel_at_period_end') === 'true'
          ? things.cancelAtPeriodEnd(id, { metadata })
          : things.change(id, { metadata }),
      )
    },
  ],
  [
    'GET',
    /^\/v1\/checkout\/sessions$/,
    (things, { form }) =>
      list(
        [...things.sessions.values()]
          .filter((one) => one.customer === textAt(form, 'customer'))
          .filter((one) => one.status === textAt(form, 'status'))
          .reverse(),
      ),
  ],
  [
    'POST',
    /^\/v1\/checkout\/sessions$/,
    (things, { form }) => {
      const customer = textAt(form, 'customer') ?? ''
      if (!knows(things, customer)) return missing('customer', customer)
      const id = things.newId('cs')
      const session = {
        id,
        object: 'checkout.session' as const,
        customer,
        status: 'open' as const,
        created: things.now(),
        url: `https://checkout.stripe.test/${id}`,
        client_reference_id: textAt(form, 'client_reference_id') ?? '',
        price: textAt(form, 'line_items', '0', 'price') ?? '',
        subscription_metadata: texts(formAt(form, 'subscription_data', 'metadata')),
        subscription: null,
        success_url: textAt(form, 'success_url') ?? '',
      }
      things.sessions.set(id, session)
      return fine(session)
    },
  ],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    (things, _asked, id) => {
      const session = things.sessions.get(id)
      if (!session) return missing('checkout.session', id)
      if (session.status !== 'open') return refusal(400, 'Only open sessions can be expired.')
      session.status = 'expired'
      things.tell('checkout.session.expired', session)
      return fine(session)
    },
  ],
  [
    'POST',
    /^\/v1\/billing_portal\/sessions$/,
    (things, { form }) => {
      const customer = textAt(form, 'customer') ?? ''
      if (!knows(things, customer)) return missing('customer', customer)
      const flow = formAt(form, 'flow_data', 'subscription_update_confirm')
      const subscription = textAt(flow, 'subscription')
      const price = textAt(flow, 'items', '0', 'price') ?? ''
      if (subscription !== undefined) {
        const [item] = things.subscriptionWith(subscription).items.data
        if (item?.id !== textAt(flow, 'items', '0', 'id')) return refusal(400, 'No such item')
        if (things.unofferedPrices.has(price)) {
          return refusal(400, `The price ${price} is not in the portal's configuration.`)
        }
      }
      const id = things.newId('bps')
      const session = {
        id,
        object: 'billing_portal.session' as const,
        customer,
        url: `https://billing.stripe.test/${id}`,
        change: subscription === undefined ? null : { subscription, price },
      }
      things.portals.set(id, session)
      return fine(session)
    },
  ],
]

/** A used key repeats its response, and refuses another request. */
export const createAnswers = (things: Things) => {
  const kept = new Map<string, { meant: string; answer: StripeAnswer }>()

  const answerAnew = (asked: Asked): StripeAnswer => {
    for (const [method, path, answer] of routes) {
      const match = asked.method === method ? asked.path.match(path) : null
      if (match) return answer(things, asked, match[1] ?? '')
    }
    return refusal(404, `Unrecognized request URL (${asked.method}: ${asked.path})`)
  }

  return (asked: Asked): StripeAnswer => {
    const key = asked.headers['idempotency-key']
    const meant = JSON.stringify([asked.method, asked.path, asked.form])
    const known = typeof key === 'string' ? kept.get(key) : undefined
    if (known && known.meant !== meant) {
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Key reused' } } }
    }
    // The current state, before later changes.
    const answer = structuredClone(known?.answer ?? answerAnew(asked))
    if (typeof key === 'string') kept.set(key, { meant, answer })
    return answer
  }
}
