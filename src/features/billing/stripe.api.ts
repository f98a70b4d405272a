import type { FastifyInstance } from 'fastify'
import { readContext } from '../../platform/context.ts'
import { receiveStripeEvent } from './stripe.events.ts'
import type { Stripe } from './stripe.payments.ts'

/** An event with a long invoice exceeds the limit of other requests. */
const bodyLimit = 1024 * 1024

/** Called only by Stripe, whose signature replaces the key. Therefore not in the reference. */
export const stripeRoutes = (stripe: Stripe) => async (app: FastifyInstance) => {
  app.post('/billing/stripe', { bodyLimit }, async ({ rawBody, headers }) => {
    const context = readContext(app.service, null)
    await receiveStripeEvent(context, stripe, rawBody, headers['stripe-signature'])
    return { received: true }
  })
}
