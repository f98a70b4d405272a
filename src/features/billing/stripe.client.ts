import type Stripe from 'stripe'
import { type Problem, problem } from '../../platform/http/problem.ts'
import { type Clock, hourMs, secondMs } from '../../platform/kit/clock.ts'
import type { Logger } from '../../platform/kit/log.ts'
import type { StripeSubscription } from './stripe.state.ts'

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  apiUrl: string
  /** The URL to which Stripe redirects owners. */
  returnUrl: string
}

/** A request is retried once after this time without a byte, and then fails. */
const timeoutMs = 6 * secondMs
/** The deadline of a whole request with its retries, because an owner waits for it. */
const deadlineMs = 15 * secondMs

export type StripeClient = Awaited<ReturnType<typeof createStripeClient>>

/** The requests to Stripe. Any failure becomes 503 `payments_unavailable`. */
export const createStripeClient = async (settings: StripeSettings, clock: Clock, log: Logger) => {
  // The package takes 0.2 s and 30 MB to load, so load it only where payments are enabled.
  const { default: Sdk } = await import('stripe')
  const { protocol, hostname, port } = new URL(settings.apiUrl)
  const isPlain = protocol === 'http:'
  const stripe = new Sdk(settings.secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
  })
  const end = new AbortController()

  const isRefusal = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
    error instanceof Sdk.errors.StripeInvalidRequestError

  const ask = async <T>(question: string, call: () => Promise<T>): Promise<T> => {
    try {
      return await inTime(call(), end.signal)
    } catch (error) {
      const { type, code, statusCode, requestId, message } = error as Stripe.errors.StripeError
      const reason = { question, type, code, statusCode, stripeRequestId: requestId, message }
      // A passing failure is a warning. Any other needs a change of the settings.
      if (isPassing(statusCode)) log.warn(reason, 'Stripe did not answer')
      else log.error(reason, 'Stripe refuses the request: check the settings here and at Stripe')
      throw paymentsUnavailable()
    }
  }

  const openSessions = (customerId: string) =>
    stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 100 })

  const unlessRefused = (error: unknown) => {
    if (!isRefusal(error)) throw error
  }

  /** Refused when the session has been paid: then the subscription is visible. */
  const expire = (sessionId: string) =>
    stripe.checkout.sessions.expire(sessionId).catch(unlessRefused)

  const customerState = async (customerId: string): Promise<'there' | 'deleted' | 'unknown'> => {
    try {
      const customer = await stripe.customers.retrieve(customerId)
      return customer.deleted ? 'deleted' : 'there'
    } catch (error) {
      if (isRefusal(error) && error.code === 'resource_missing') return 'unknown'
      throw error
    }
  }

  return {
    /**
     * Checks the signature over the raw request body. The SDK throws several errors for unsigned
     * requests.
     */
    isSigned(body: Buffer, header: string): boolean {
      try {
        const { signature, DEFAULT_TOLERANCE: tolerance } = stripe.webhooks
        const { webhookSecret } = settings
        signature?.verifyHeader(body, header, webhookSecret, tolerance, undefined, clock.now())
        return signature !== null
      } catch {
        return false
      }
    },

    /** Throws for thin events, which do not name the customer. */
    readEvent: (body: Buffer): Stripe.Event =>
      stripe.webhooks.constructEventWithoutVerification(body.toString('utf8')),

    /** All subscriptions that have not ended; null when Stripe does not know the customer. */
    subscriptionsOf: (customerId: string): Promise<StripeSubscription[] | null> =>
      ask('list subscriptions', async () => {
        try {
          const list = stripe.subscriptions.list({ customer: customerId, limit: 100 })
          return (await list.autoPagingToArray({ limit: 1000 })).map(asSubscription)
        } catch (error) {
          if (!isRefusal(error) || error.code !== 'resource_missing') throw error
          return (await customerState(customerId)) === 'unknown' ? null : []
        }
      }),

    hasCustomer: (customerId: string): Promise<boolean> =>
      ask('retrieve customer', async () => (await customerState(customerId)) === 'there'),

    createCustomer: ({ organizationId, name, email, instead }: NewCustomer): Promise<string> =>
      ask('create customer', async () => {
        // Requests with the same key must have the same body, so the rest is sent afterwards.
        // Stripe also stores a failure under its key; the hour in the key allows another try.
        const hour = Math.floor(clock.now() / hourMs)
        const idempotencyKey = `qpr-customer-${organizationId}-${instead ?? 'first'}-${hour}`
        const metadata = { organization_id: organizationId }
        const { id } = await stripe.customers.create({ metadata }, { idempotencyKey })
        // An address that Stripe refuses must not prevent a purchase, because Checkout asks for
        // one.
        await stripe.customers.update(id, { name, email }).catch(unlessRefused)
        return id
      }),

    /** Expires the open Checkout pages, so that they can no longer be paid. */
    closeCheckouts: (customerId: string): Promise<void> =>
      ask('expire checkouts', async () => {
        const { data } = await openSessions(customerId)
        await Promise.all(data.map(({ id }) => expire(id)))
      }),

    /**
     * Opens the page to pay for a first subscription; null when another page was opened at the same
     * time.
     */
    openCheckout: (checkout: NewCheckout): Promise<string | null> =>
      ask('create checkout', async () => {
        const { customerId, organizationId, userId, price } = checkout
        const metadata = { organization_id: organizationId, user_id: userId }
        const { id } = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: customerId,
          line_items: [{ price, quantity: 1 }],
          client_reference_id: organizationId,
          metadata,
          subscription_data: { metadata },
          success_url: settings.returnUrl,
          cancel_url: settings.returnUrl,
        })
        // With two owners at the same time, both see both pages and keep the same one.
        const open = (await openSessions(customerId)).data.toSorted(newestFirst)
        await Promise.all(open.slice(1).map((one) => expire(one.id)))
        return open[0]?.id === id ? (open[0]?.url ?? null) : null
      }),

    /** Opens the page that confirms the change to another price. */
    openPlanChange: (customerId: string, { id, items }: StripeSubscription, price: string) =>
      ask('create plan change', async () => {
        const [item] = items
        try {
          const { url } = await stripe.billingPortal.sessions.create({
            customer: customerId,
            return_url: settings.returnUrl,
            flow_data: {
              type: 'subscription_update_confirm',
              subscription_update_confirm: {
                subscription: id,
                items: [{ id: item?.id ?? '', price, quantity: 1 }],
              },
            },
          })
          return url
        } catch (error) {
          if (!isRefusal(error)) throw error
          log.error(
            { price, subscriptionId: id, message: error.message },
            'Stripe offers no change to this price: allow it in the settings of the customer portal',
          )
          return null
        }
      }),

    openPortal: (customerId: string): Promise<string> =>
      ask('create portal session', async () => {
        const { url } = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: settings.returnUrl,
        })
        return url
      }),

    cancelAtPeriodEnd: (subscriptionId: string, userId: string): Promise<void> =>
      ask('cancel subscription', async () => {
        await stripe.subscriptions.update(subscriptionId, {
          cancel_at_period_end: true,
          // The event names this user as the one who cancelled.
          metadata: { user_id: userId },
        })
      }),

    /** Aborts running requests. */
    close: () => end.abort(new Error('stopping')),
  }
}

interface NewCustomer {
  organizationId: string
  name: string
  email: string
  /** The customer that the new one replaces. */
  instead: string | null
}

interface NewCheckout {
  customerId: string
  organizationId: string
  userId: string
  price: string
}

export const paymentsUnavailable = (): Problem =>
  problem(
    503,
    'payments_unavailable',
    'Stripe cannot be reached at the moment. Nothing was changed. Try again in a minute.',
    { headers: { 'Retry-After': '60' } },
  )

const isPassing = (statusCode: number | undefined): boolean =>
  statusCode === undefined || statusCode >= 500 || statusCode === 429 || statusCode === 409

/** Needed because the time-out of the SDK restarts with every byte. */
const inTime = async <T>(answer: Promise<T>, end: AbortSignal): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const stop = () => late.reject(end.reason)
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), deadlineMs)
  end.addEventListener('abort', stop)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
    end.removeEventListener('abort', stop)
  }
}

const newestFirst = (a: Stripe.Checkout.Session, b: Stripe.Checkout.Session): number =>
  b.created - a.created || (a.id < b.id ? 1 : -1)

const asSubscription = (subscription: Stripe.Subscription): StripeSubscription => {
  const { id, status, created, cancel_at, cancel_at_period_end, metadata } = subscription
  const items = subscription.items.data
  const ends = items.map((item) => item.current_period_end)
  const periodEnd = ends.length > 0 ? Math.max(...ends) * secondMs : null
  return {
    id,
    status,
    createdAt: created * secondMs,
    periodEnd,
    cancelAt: cancel_at === null ? (cancel_at_period_end ? periodEnd : null) : cancel_at * secondMs,
    items: items.map((item) => ({ id: item.id, price: item.price.id })),
    userId: metadata.user_id ?? null,
  }
}
