import type { FastifyPluginAsync } from 'fastify'
import type { StripeBilling } from './stripe.ts'

/** An event with an invoice of many lines is longer than what our own callers send. */
const bodyLimit = 1024 * 1024

/** For Stripe alone, whose signature stands for a key. Not in the reference: nobody else calls it. */
export const stripeRoutes =
  ({ receive }: Pick<StripeBilling, 'receive'>): FastifyPluginAsync =>
  async (app) => {
    app.post('/billing/stripe', { bodyLimit }, async ({ rawBody, headers }) => {
      await receive(rawBody, headers['stripe-signature'])
      return { received: true }
    })
  }
