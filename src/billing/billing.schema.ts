import { type Static, Type } from 'typebox'
import { planNames } from '#contract/plans.ts'
import { Nullable, named, Time } from '../http/schema.ts'

const PlanName = Type.Enum(planNames, { description: 'The plan.', examples: ['starter'] })

const maximum = (description: string, example: number) =>
  Nullable(Type.Integer({ examples: [example] }), `${description}; null: no limit.`)

const PlanSchema = named(
  'Plan',
  Type.Object({
    name: PlanName,
    limits: Type.Object(
      {
        organizations: maximum('How many organizations an account may own', 3),
        codes: maximum('How many active codes an organization may have', 50),
        members: maximum('How many members, open invitations included', 5),
        scans_per_month: maximum('How many scans a month are included', 10_000),
        messages_per_month: maximum('How many messages of visitors a month are answered', 2000),
        retention_days: maximum('For how many days scans and conversations are kept', 365),
      },
      { description: 'What the plan includes.' },
    ),
    price: Nullable(
      Type.Object({
        amount: Type.Integer({
          description: 'In the smallest unit of the currency.',
          examples: [900],
        }),
        currency: Type.String({ description: 'As in ISO 4217.', examples: ['eur'] }),
        interval: Type.Enum(['month', 'year'], { description: 'Paid each…', examples: ['month'] }),
      }),
      'What it costs, or null where nothing is said about it.',
    ),
    is_for_sale: Type.Boolean({
      description: 'Whether owners can choose it now.',
      examples: [true],
    }),
  }),
)

export const PlanList = Type.Object({
  plans: Type.Array(PlanSchema, { description: 'From the least to the most.' }),
  provider: Type.Enum(['manual', 'stripe'], {
    description: 'How plans are changed: by hand at once, or paid for through Stripe.',
    examples: ['manual'],
  }),
})

export const SubscriptionSchema = named(
  'Subscription',
  Type.Object({
    plan: PlanName,
    status: Type.Enum(['active', 'past_due', 'cancelled'], {
      description:
        '`active`; `past_due`: a payment failed, the plan stays for 7 days and comes back once it ' +
        'is paid; `cancelled`: it was cancelled and the plan is over.',
      examples: ['active'],
    }),
    provider: Type.Enum(['manual', 'stripe'], {
      description: 'Who keeps the subscription.',
      examples: ['manual'],
    }),
    current_period_end: Nullable(
      Time('When the paid period ends.'),
      'When the paid period ends; null where nothing is paid for.',
    ),
    cancel_at: Nullable(
      Time('When the plan ends.'),
      'When the plan ends because it was cancelled; null while it was not.',
    ),
  }),
)

export const CheckoutSchema = named(
  'Checkout',
  Type.Object({
    checkout_url: Type.String({
      format: 'uri',
      description: 'The page on which the plan is paid for. It counts once Stripe says so.',
      examples: ['https://checkout.stripe.com/c/pay/cs_live_a1'],
    }),
  }),
)

export const PortalSchema = Type.Object({
  portal_url: Type.String({
    format: 'uri',
    description: 'The page on which invoices, cards and the subscription are managed.',
    examples: ['https://billing.stripe.com/p/session/live_a1'],
  }),
})

export const PlanChoice = Type.Object({ plan: PlanName })
export type PlanChoice = Static<typeof PlanChoice>

const use = (description: string, used: number, limit: number) =>
  Type.Object(
    {
      used: Type.Integer({ description: 'In use.', examples: [used] }),
      maximum: Nullable(Type.Integer({ examples: [limit] }), 'Included; null: no limit.'),
    },
    { description },
  )

export const UsageSchema = named(
  'Usage',
  Type.Object({
    plan: PlanName,
    month: Type.Object(
      {
        start: Time('When the month began, in UTC.'),
        end: Time('When the next one begins.'),
      },
      { description: 'The month that scans and messages are counted in.' },
    ),
    organizations: use('Organizations that you own, with all of your account.', 1, 3),
    codes: use('Active codes.', 12, 50),
    members: use('Members, open invitations included.', 3, 5),
    scans_per_month: use('Scans in this month. A printed code opens beyond it too.', 4711, 10_000),
    messages_per_month: use('Messages of visitors in this month.', 812, 2000),
    retention_days: maximum('For how many days scans and conversations are kept', 365),
  }),
)
