import { existingFile, oneOf, optional, printable, url } from '../../platform/kit/parsers.ts'
import { setting } from './setting.ts'

/** The settings of plans and payments. */
export const billingSettings = {
  QPR_BILLING: setting({
    parse: oneOf('manual', 'stripe'),
    default: 'manual',
    doc: 'How plans are changed: manual, immediately by the owners; stripe, by paying through Stripe.',
  }),
  QPR_PLANS_FILE: setting({
    parse: optional(existingFile),
    default: '',
    doc: 'A JSON file with the limits and prices of the plans; empty: all plans are unlimited.',
  }),
  STRIPE_SECRET_KEY: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The secret key of your Stripe account, for QPR_BILLING=stripe.',
    secret: 'all',
  }),
  STRIPE_WEBHOOK_SECRET: setting({
    parse: optional(printable(1)),
    default: '',
    doc: 'The signing secret of the Stripe endpoint that posts to /billing/stripe.',
    secret: 'all',
  }),
  QPR_STRIPE_API_URL: setting({
    parse: url,
    default: 'https://api.stripe.com',
    doc: 'The address of the Stripe API.',
  }),
}
