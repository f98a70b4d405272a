import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import { Cursor, NextCursor } from '../../http/input/cursor.schema.ts'
import { Limit, Nullable, named, Offset, Text, Time } from '../../http/schema.ts'

const WebhookId = Type.String({
  description: 'Webhook id.',
  examples: ['wh_01JB0000000000000000000000'],
})
const Url = Text(2000, {
  description:
    'The address of the receiver: http or https without credentials, at most 2,000 characters. ' +
    'https is recommended.',
  examples: ['https://shop.example/hooks/qpr'],
})
const Events = Type.Array(
  Type.Enum(eventTypes, { description: 'An event type.', examples: ['scan.created'] }),
  {
    minItems: 1,
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: 'The event types that the webhook receives.',
    examples: [['scan.created', 'conversation.completed']],
  },
)
const Secret = Type.String({
  description: 'The key of the signatures. It is shown only in this response: store it safely.',
  examples: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
})
const Active = Type.Boolean({
  description: 'An inactive webhook receives nothing, and its waiting deliveries are dropped.',
  examples: [true],
})
const Description = Nullable(
  Text(500, { description: 'A note.', examples: ['Loyalty system'] }),
  'Your own note, 1 to 500 characters, or null.',
)
const FormerSecretExpiresAt = Nullable(
  Time('An instant.'),
  'When the previous secret expires; null if only the current one is valid.',
)
const OrganizationId = Type.Optional(
  Type.String({
    format: 'text',
    maxLength: 100,
    description: 'The organization (id or slug). Default: the default organization of the key.',
    examples: ['harbour-hotels'],
  }),
)

const webhookWithSecret = {
  id: WebhookId,
  url: Url,
  events: Events,
  secret: Secret,
  active: Active,
  created_at: Time('When the webhook was registered.'),
}

export const WebhookSchema = named('Webhook', Type.Object(webhookWithSecret))

export const RotatedWebhook = named(
  'RotatedWebhook',
  Type.Object({ ...webhookWithSecret, former_secret_expires_at: FormerSecretExpiresAt }),
)

export const WebhookDetail = named(
  'WebhookDetail',
  Type.Object({
    id: WebhookId,
    organization_id: Type.String({
      description: 'The organization whose events the webhook receives.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    url: Url,
    description: Description,
    events: Events,
    active: Active,
    inactive_reason: Nullable(
      Type.Enum(['paused', 'failing'], { examples: ['failing'] }),
      'Why the webhook is inactive: a member switched it off, or it failed for five days; null ' +
        'while it is active.',
    ),
    failing_since: Nullable(
      Time('An instant.'),
      'Since when every attempt has failed; null if the last attempt succeeded.',
    ),
    former_secret_expires_at: FormerSecretExpiresAt,
    created_at: Time('When the webhook was registered.'),
    updated_at: Time('When the webhook was last changed.'),
  }),
)

export const WebhookPage = Type.Object({
  webhooks: Type.Array(WebhookDetail, { description: 'One page of webhooks, newest first.' }),
  total: Type.Integer({ description: 'The full count.', examples: [1] }),
  limit: Type.Integer({ description: 'As in the request.', examples: [20] }),
  offset: Type.Integer({ description: 'As in the request.', examples: [0] }),
  next_cursor: NextCursor,
})

export const NewWebhook = Type.Object({
  url: Url,
  events: Type.Optional(
    Type.Array(Events.items, {
      ...Events,
      description: 'The event types to receive. Default: all.',
    }),
  ),
  description: Type.Optional(Description),
  organization_id: OrganizationId,
})
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChanges = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  active: Type.Optional(Active),
  description: Type.Optional(Description),
})
export type WebhookChanges = Static<typeof WebhookChanges>

export const WebhookQuery = Type.Object({
  organization_id: OrganizationId,
  limit: Limit(20, 100),
  offset: Offset,
  cursor: Cursor,
})
export type WebhookQuery = Static<typeof WebhookQuery>

export const SecretRotation = Type.Object({
  grace_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 604_800,
      default: 86_400,
      description:
        'Seconds for which deliveries are still signed with the previous secret, 0 to 604,800. ' +
        'Default: 86,400.',
      examples: [3600],
    }),
  ),
})

export const TestRequest = Type.Object({
  event: Type.Optional(
    Type.Enum(eventTypes, {
      description: 'Sends a sample of this event type. Default: `webhook.test`.',
      examples: ['scan.created'],
    }),
  ),
})

export const TestResult = Type.Object({
  delivered: Type.Boolean({
    description: 'Whether the receiver answered with a 2xx status in time.',
    examples: [true],
  }),
  request: Type.Object(
    {
      url: Type.String({
        description: 'The address of the receiver.',
        examples: ['https://shop.example/hooks/qpr'],
      }),
      headers: Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The headers of the request.',
        examples: [{ 'X-Service-Event': 'webhook.test', 'X-Service-Test': 'true' }],
      }),
      body: Type.String({
        description: 'The exact body that was signed and sent.',
        examples: ['{"event":"webhook.test","id":"evt_01JB0000000000000000000000"}'],
      }),
    },
    { description: 'The request.' },
  ),
  response: Type.Object(
    {
      status: Nullable(
        Type.Integer({ examples: [200] }),
        'The HTTP status; null without a response.',
      ),
      body: Nullable(Type.String({ examples: ['ok'] }), 'The first 4 KB of the response, or null.'),
      duration_ms: Type.Integer({ description: 'The duration in milliseconds.', examples: [48] }),
      error: Nullable(
        Type.String({ examples: ['The receiver answered with status 500.'] }),
        'The error, or null.',
      ),
    },
    { description: 'The response.' },
  ),
})
export type TestResult = Static<typeof TestResult>

const Deliveries = (description: string) => Type.Integer({ description, examples: [97] })

export const WebhookHealth = named(
  'WebhookHealth',
  Type.Object({
    webhook_id: WebhookId,
    active: Active,
    failing_since: Nullable(
      Time('An instant.'),
      'Since when every attempt has failed; null if the last attempt succeeded.',
    ),
    recent_deliveries: Deliveries(
      'Number of deliveries that were evaluated, at most the newest 100.',
    ),
    succeeded: Deliveries('Number of these that succeeded.'),
    failed: Deliveries('Number of these that failed or were dropped.'),
    success_rate: Nullable(
      Type.Number({ examples: [0.97] }),
      'Succeeded deliveries divided by finished deliveries, 0 to 1; null if no delivery is ' +
        'finished.',
    ),
    waiting: Deliveries(
      'Number of all deliveries that wait for an attempt; counting stops at 100,000.',
    ),
    average_duration_ms: Nullable(
      Type.Integer({ examples: [48] }),
      'Average duration of an attempt in milliseconds; null without attempts.',
    ),
    last_attempt_at: Nullable(Time('An instant.'), 'When the last attempt began, or null.'),
    last_status: Nullable(
      Type.Integer({ examples: [200] }),
      'The HTTP status of the newest attempt; null without a response.',
    ),
  }),
)

export const WebhookPath = Type.Object({ id: WebhookId })
