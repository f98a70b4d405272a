// The objects of Stripe in the format of its responses, and their changes over time.
import type { Clock } from '../../../src/platform/kit/clock.ts'

export interface Customer {
  id: string
  object: 'customer'
  deleted?: true
  name?: string
  email?: string
  metadata: Record<string, string>
}

export interface Subscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  metadata: Record<string, string>
  items: {
    object: 'list'
    has_more: false
    url: string
    data: {
      id: string
      object: 'subscription_item'
      current_period_end: number
      price: { id: string }
    }[]
  }
}

export interface CheckoutSession {
  id: string
  object: 'checkout.session'
  customer: string
  status: 'open' | 'complete' | 'expired'
  created: number
  url: string
  client_reference_id: string
  price: string
  subscription_metadata: Record<string, string>
  subscription: string | null
  success_url: string
}

export interface PortalSession {
  id: string
  object: 'billing_portal.session'
  customer: string
  url: string
  /** Null: the page from which everything is reachable. */
  change: { subscription: string; price: string } | null
}

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: object }
}

export const monthSeconds = 30 * 24 * 3600

export type Things = ReturnType<typeof createThings>

export const createThings = (clock: Clock) => {
  const customers = new Map<string, Customer>()
  const subscriptions = new Map<string, Subscription>()
  const sessions = new Map<string, CheckoutSession>()
  const portals = new Map<string, PortalSession>()
  const events: StripeEvent[] = []
  /** Prices that the portal does not offer. */
  const unofferedPrices = new Set<string>()
  let made = 0

  const newId = (prefix: string) => {
    made += 1
    return `${prefix}_${String(made).padStart(6, '0')}`
  }
  const now = () => Math.floor(clock.now() / 1000)

  /** With the current object: a late event contains an old state. */
  const tell = (type: string, object: object) => {
    const data = { object: structuredClone(object) }
    const event: StripeEvent = { id: newId('evt'), object: 'event', type, created: now(), data }
    events.push(event)
    return event
  }

  const subscribe = (customer: string, price: string, fields: Partial<Subscription> = {}) => {
    const id = newId('sub')
    const item = {
      id: newId('si'),
      object: 'subscription_item' as const,
      current_period_end: now() + monthSeconds,
      price: { id: price },
    }
    const subscription: Subscription = {
      id,
      object: 'subscription',
      customer,
      status: 'active',
      created: now(),
      cancel_at: null,
      cancel_at_period_end: false,
      metadata: {},
      items: { object: 'list', has_more: false, url: `/v1/subscription_items`, data: [item] },
      ...fields,
    }
    subscriptions.set(id, subscription)
    tell('customer.subscription.created', subscription)
    return subscription
  }

  const subscriptionWith = (id: string): Subscription => {
    const found = subscriptions.get(id)
    if (!found) throw new Error(`no subscription ${id}`)
    return found
  }

  /** Changes a subscription like a person in the dashboard, or like time. */
  const change = (id: string, fields: Partial<Subscription> & { price?: string }) => {
    const { price, ...rest } = fields
    const subscription = Object.assign(subscriptionWith(id), rest)
    if (price !== undefined) for (const item of subscription.items.data) item.price.id = price
    const isOver = subscription.status === 'canceled'
    tell(`customer.subscription.${isOver ? 'deleted' : 'updated'}`, subscription)
    return subscription
  }

  const periodEnd = (subscription: Subscription) =>
    Math.max(...subscription.items.data.map((item) => item.current_period_end))

  return {
    customers,
    subscriptions,
    sessions,
    portals,
    events,
    unofferedPrices,
    newId,
    now,
    tell,
    subscribe,
    subscriptionWith,
    change,
    periodEnd,

    cancelAtPeriodEnd: (id: string, fields: Partial<Subscription> = {}) =>
      change(id, {
        ...fields,
        cancel_at_period_end: true,
        cancel_at: periodEnd(subscriptionWith(id)),
      }),

    resume: (id: string) => change(id, { cancel_at_period_end: false, cancel_at: null }),

    /** The customer pays on the page, which creates a subscription. */
    pay(url: string) {
      const session = [...sessions.values()].find((one) => one.url === url)
      if (session?.status !== 'open') throw new Error(`nobody can pay at ${url}`)
      const { customer, price, subscription_metadata: metadata } = session
      const subscription = subscribe(customer, price, { metadata })
      Object.assign(session, { status: 'complete', subscription: subscription.id })
      tell('checkout.session.completed', session)
      tell('invoice.paid', { id: newId('in'), object: 'invoice', customer })
      return subscription
    },

    /** The customer confirms the change that the page offers. */
    confirm(url: string) {
      const portal = [...portals.values()].find((one) => one.url === url)
      if (!portal?.change) throw new Error(`nothing is to be confirmed at ${url}`)
      return change(portal.change.subscription, { price: portal.change.price })
    },

    /** The effect of time: cancelled subscriptions end, the others begin a new period. */
    passTime() {
      for (const subscription of subscriptions.values()) {
        if (subscription.status === 'canceled') continue
        if (subscription.cancel_at !== null && subscription.cancel_at <= now()) {
          change(subscription.id, { status: 'canceled' })
        } else if (periodEnd(subscription) <= now()) {
          for (const item of subscription.items.data) item.current_period_end += monthSeconds
          change(subscription.id, {})
        }
      }
    },

    deleteCustomer(id: string) {
      const customer = customers.get(id)
      if (!customer) throw new Error(`no customer ${id}`)
      customer.deleted = true
      for (const subscription of subscriptions.values()) {
        if (subscription.customer === id) change(subscription.id, { status: 'canceled' })
      }
      tell('customer.deleted', customer)
    },
  }
}
