import type { FastifyPluginAsync } from 'fastify'
import type { StripeBilling } from './stripe.ts'

/** An event with a long invoice exceeds the limit of other requests. */
const bodyLimit = 1024 * 1024

/** Called only by Stripe, whose signature replaces the key. Therefore not in the reference. */
export const stripeRoutes =
  ({ receive }: Pick<StripeBilling, 'receive'>): FastifyPluginAsync =>
  async (app) => {
    app.post('/billing/stripe', { bodyLimit }, async ({ rawBody, headers }) => {
      await receive(rawBody, headers['stripe-signature'])
      return { received: true }
    })
  }
