import { type Static, Type } from 'typebox'
import { eventTypes } from '#contract/event-types.ts'
import { pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import {
  Bool,
  Instant,
  Int,
  Nullable,
  Num,
  named,
  OneOf,
  OrganizationId,
  Str,
  Text,
} from '../../platform/http/schema.ts'

const WebhookId = Str('Webhook id.', 'wh_01JB0000000000000000000000')
const Url = Text(
  2000,
  'The address of the receiver: http or https without credentials, at most 2,000 characters. ' +
    'https is recommended.',
  'https://shop.example/hooks/qpr',
)
const Events = Type.Array(OneOf(eventTypes, 'An event type.', 'scan.created'), {
  minItems: 1,
  maxItems: eventTypes.length,
  uniqueItems: true,
  description: 'The event types that the webhook receives.',
  examples: [['scan.created', 'conversation.completed']],
})
const Secret = Str(
  'The key of the signatures. It is shown only in this response: store it safely.',
  'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
)
const Active = Bool(
  'An inactive webhook receives nothing, and its waiting deliveries are dropped.',
  true,
)
const Description = Nullable(
  Text(500, 'Your own note, 1 to 500 characters, or null.', 'Loyalty system'),
)
const FormerSecretExpiresAt = Nullable(
  Instant('When the previous secret expires; null if only the current one is valid.'),
)
const webhookWithSecret = {
  id: WebhookId,
  url: Url,
  events: Events,
  secret: Secret,
  active: Active,
  created_at: Instant('When the webhook was registered.'),
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
    organization_id: Str(
      'The organization whose events the webhook receives.',
      'org_01JB0000000000000000000000',
    ),
    url: Url,
    description: Description,
    events: Events,
    active: Active,
    inactive_reason: Nullable(
      OneOf(
        ['paused', 'failing'],
        'Why the webhook is inactive: a member switched it off, or it failed for five days; null ' +
          'while it is active.',
        'failing',
      ),
    ),
    failing_since: Nullable(
      Instant('Since when every attempt has failed; null if the last attempt succeeded.'),
    ),
    former_secret_expires_at: FormerSecretExpiresAt,
    created_at: Instant('When the webhook was registered.'),
    updated_at: Instant('When the webhook was last changed.'),
  }),
)

export const PageOfWebhooks = Type.Object({
  webhooks: Type.Array(WebhookDetail, { description: 'One page of webhooks, newest first.' }),
  ...pageFields(20),
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
  ...pageQuery(20, 100),
})
export type WebhookQuery = Static<typeof WebhookQuery>

export const SecretRotation = Type.Object({
  grace_seconds: Type.Optional(
    Int(
      'Seconds for which deliveries are still signed with the previous secret, 0 to 604,800. ' +
        'Default: 86,400.',
      3600,
      { minimum: 0, maximum: 604_800, default: 86_400 },
    ),
  ),
})

export const TestRequest = Type.Object({
  event: Type.Optional(
    OneOf(
      eventTypes,
      'Sends a sample of this event type. Default: `webhook.test`.',
      'scan.created',
    ),
  ),
})

export const TestResult = Type.Object({
  delivered: Bool('Whether the receiver answered with a 2xx status in time.', true),
  request: Type.Object(
    {
      url: Str('The address of the receiver.', 'https://shop.example/hooks/qpr'),
      headers: Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'The headers of the request.',
        examples: [{ 'X-Service-Event': 'webhook.test', 'X-Service-Test': 'true' }],
      }),
      body: Str(
        'The exact body that was signed and sent.',
        '{"event":"webhook.test","id":"evt_01JB0000000000000000000000"}',
      ),
    },
    { description: 'The request.' },
  ),
  response: Type.Object(
    {
      status: Nullable(Int('The HTTP status; null without a response.', 200)),
      body: Nullable(Str('The first 4 KB of the response, or null.', 'ok')),
      duration_ms: Int('The duration in milliseconds.', 48),
      error: Nullable(Str('The error, or null.', 'The receiver answered with status 500.')),
    },
    { description: 'The response.' },
  ),
})
export type TestResult = Static<typeof TestResult>

const Deliveries = (description: string) => Int(description, 97)

export const WebhookHealth = named(
  'WebhookHealth',
  Type.Object({
    webhook_id: WebhookId,
    active: Active,
    failing_since: Nullable(
      Instant('Since when every attempt has failed; null if the last attempt succeeded.'),
    ),
    recent_deliveries: Deliveries(
      'Number of deliveries that were evaluated, at most the newest 100.',
    ),
    succeeded: Deliveries('Number of these that succeeded.'),
    failed: Deliveries('Number of these that failed or were dropped.'),
    success_rate: Nullable(
      Num(
        'Succeeded deliveries divided by finished deliveries, 0 to 1; null if no delivery is ' +
          'finished.',
        0.97,
      ),
    ),
    waiting: Deliveries(
      'Number of all deliveries that wait for an attempt; counting stops at 100,000.',
    ),
    average_duration_ms: Nullable(
      Int('Average duration of an attempt in milliseconds; null without attempts.', 48),
    ),
    last_attempt_at: Nullable(Instant('When the last attempt began, or null.')),
    last_status: Nullable(
      Int('The HTTP status of the newest attempt; null without a response.', 200),
    ),
  }),
)

export const WebhookPath = Type.Object({ id: WebhookId })
