import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../http/input/cursor.schema.ts'
import { Limit, Nullable, named, Offset, Text, Time } from '../../http/schema.ts'
import { eventTypes } from '../events/event-types.ts'

const WebhookId = Type.String({
  description: 'Webhook id.',
  examples: ['wh_01JB0000000000000000000000'],
})
const Url = Text(2000, {
  description:
    'Where deliveries go: an http or https address without credentials, at most 2,000 characters. ' +
    'https is recommended.',
  examples: ['https://shop.example/hooks/qpr'],
})
const Events = Type.Array(
  Type.Enum(eventTypes, { description: 'An event type.', examples: ['scan.created'] }),
  {
    minItems: 1,
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: 'The event types that it gets.',
    examples: [['scan.created', 'conversation.completed']],
  },
)
const Secret = Type.String({
  description: 'Signs every delivery. It is shown in this answer only: keep it.',
  examples: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='],
})
const Active = Type.Boolean({
  description: 'An inactive one gets nothing; what waits for it is dropped.',
  examples: [true],
})
const Description = Nullable(
  Text(500, { description: 'A note.', examples: ['Loyalty system'] }),
  'A note of your own, 1 to 500 characters, or null.',
)
const FormerSecretExpiresAt = Nullable(
  Time('An instant.'),
  'When the grace of the former secret ends; null where there is none.',
)
const OrganizationId = Type.Optional(
  Type.String({
    format: 'text',
    maxLength: 100,
    description: 'The organization (id or slug); the default one of the key when omitted.',
    examples: ['harbour-hotels'],
  }),
)

const webhookWithSecret = {
  id: WebhookId,
  url: Url,
  events: Events,
  secret: Secret,
  active: Active,
  created_at: Time('When it was registered.'),
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
      description: 'The organization whose events it gets.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    url: Url,
    description: Description,
    events: Events,
    active: Active,
    inactive_reason: Nullable(
      Type.Enum(['paused', 'failing'], { examples: ['failing'] }),
      'Why it is inactive: somebody’s wish, or five days of failures. Null while it is active.',
    ),
    failing_since: Nullable(
      Time('An instant.'),
      'Since when every attempt has failed; null when the last one succeeded.',
    ),
    former_secret_expires_at: FormerSecretExpiresAt,
    created_at: Time('When it was registered.'),
    updated_at: Time('When it was last changed.'),
  }),
)

export const WebhookPage = Type.Object({
  webhooks: Type.Array(WebhookDetail, { description: 'One page of webhooks, newest first.' }),
  total: Type.Integer({ description: 'How many there are in all.', examples: [1] }),
  limit: Type.Integer({ description: 'As asked.', examples: [20] }),
  offset: Type.Integer({ description: 'As asked.', examples: [0] }),
  next_cursor: NextCursor,
})

export const NewWebhook = Type.Object({
  url: Url,
  events: Type.Optional(
    Type.Array(Events.items, { ...Events, description: 'Which event types; all when omitted.' }),
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
        'How long deliveries are still signed with the former secret: 0 to 604,800, default 86,400.',
      examples: [3600],
    }),
  ),
})

export const TestRequest = Type.Object({
  event: Type.Optional(
    Type.Enum(eventTypes, {
      description: 'Sends a sample of this event type; `webhook.test` when omitted.',
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
        description: 'Where it was sent.',
        examples: ['https://shop.example/hooks/qpr'],
      }),
      headers: Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The headers of the request.',
        examples: [{ 'X-Service-Event': 'webhook.test', 'X-Service-Test': 'true' }],
      }),
      body: Type.String({
        description: 'The very text that was signed and sent.',
        examples: ['{"event":"webhook.test","id":"evt_01JB0000000000000000000000"}'],
      }),
    },
    { description: 'What was sent.' },
  ),
  response: Type.Object(
    {
      status: Nullable(Type.Integer({ examples: [200] }), 'The status, or null without an answer.'),
      body: Nullable(Type.String({ examples: ['ok'] }), 'The first 4 KB of the answer, or null.'),
      duration_ms: Type.Integer({ description: 'How long it took.', examples: [48] }),
      error: Nullable(
        Type.String({ examples: ['The receiver answered with status 500.'] }),
        'What went wrong, or null.',
      ),
    },
    { description: 'What came back.' },
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
      'Since when every attempt has failed; null when the last one succeeded.',
    ),
    recent_deliveries: Deliveries('How many were looked at: the newest 100 at most.'),
    succeeded: Deliveries('How many of these arrived.'),
    failed: Deliveries('How many of these were given up or dropped.'),
    success_rate: Nullable(
      Type.Number({ examples: [0.97] }),
      'Those that arrived among those that are settled, 0 to 1; null while none is.',
    ),
    waiting: Deliveries('How many wait for an attempt, of all; counting ends at 100,000.'),
    average_duration_ms: Nullable(
      Type.Integer({ examples: [48] }),
      'How long an attempt of these took on average; null where there was none.',
    ),
    last_attempt_at: Nullable(Time('An instant.'), 'When the last of them began, or null.'),
    last_status: Nullable(
      Type.Integer({ examples: [200] }),
      'What the receiver answered to the newest that was tried; null without an answer.',
    ),
  }),
)

export const WebhookPath = Type.Object({ id: WebhookId })
