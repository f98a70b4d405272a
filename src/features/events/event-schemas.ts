import { type TSchema, Type } from 'typebox'
import { type EventType, eventTypes } from '#contract/event-types.ts'
import { type Plan as PlanName, planNames } from '#contract/plans.ts'
import {
  exampleOf,
  Instant,
  Int,
  Metadata,
  Nullable,
  named,
  OneOf,
  refTo,
  Str,
} from '../../platform/http/schema.ts'

const CodeId = Str('The id of the code.', 'qpr_01JB0000000000000000000000')
const ShortId = Str('The short id of the code.', 'k3v9x0pz')
const CodeMetadata = Type.Unsafe<Record<string, unknown>>({
  ...Metadata,
  description: 'The metadata of the code at the time of the event; may be empty.',
})

const ScanCreated = Type.Object(
  {
    scan_id: Int('The scan, as in `GET /v1/scans`.', 4711),
    qpr_code_id: CodeId,
    short_id: ShortId,
    scanned_at: Instant('When the code was scanned.'),
    metadata: CodeMetadata,
  },
  { description: 'The scan.' },
)

const ConversationCompleted = Type.Object(
  {
    conversation_id: Str('The conversation.', 'conv_01JB0000000000000000000000'),
    qpr_code_id: CodeId,
    short_id: ShortId,
    scan_id: Nullable(
      Int('The scan that started the conversation; null if it did not start with a scan.', 4711),
    ),
    started_at: Instant('When the visitor sent the first message.'),
    ended_at: Instant('When the conversation ended.'),
    reason: OneOf(
      ['closed', 'timed_out', 'limit'],
      'Why the conversation ended: `closed` by the visitor, `timed_out` after silence, or ' +
        '`limit` because a limit was reached.',
      'closed',
    ),
    messages_count: Int(
      'Number of messages of the visitor and the assistant, without the welcome message.',
      6,
    ),
    rating: Nullable(OneOf(['up', 'down'], 'The rating of the visitor, or null.', 'up')),
    metadata: CodeMetadata,
  },
  { description: 'The conversation.' },
)

const ConversationId = Str('The conversation.', 'conv_01JB0000000000000000000000')
const ofConversation = { conversation_id: ConversationId, qpr_code_id: CodeId, short_id: ShortId }

const Plan = (description: string, example: PlanName) => OneOf(planNames, description, example)

const subscription = (plan: PlanName, previousPlan: PlanName) =>
  Type.Object(
    {
      organization_id: Str('The organization.', 'org_01JB0000000000000000000000'),
      plan: Plan('The new plan.', plan),
      previous_plan: Plan('The previous plan.', previousPlan),
      user_id: Str('The user who changed the plan.', 'usr_01JB0000000000000000000000'),
      email: Str('The e-mail address of the user.', 'ana@example.com'),
      effective_at: Instant('When the change takes effect.'),
    },
    { description: 'The change of the subscription.' },
  )

interface EventDescription {
  /** One sentence. */
  meaning: string
  data: TSchema
}

const descriptions: Record<EventType, EventDescription> = {
  'scan.created': {
    meaning: 'A code was scanned. Emitted for every scan.',
    data: ScanCreated,
  },
  'conversation.completed': { meaning: 'A conversation ended.', data: ConversationCompleted },
  'qpr_code.created': {
    meaning:
      'A code was created through the API. The data is the code as in the response to its creation.',
    data: refTo('QprCode'),
  },
  'subscription.upgraded': {
    meaning: 'An organization changed to a higher paid plan.',
    data: subscription('professional', 'free'),
  },
  'subscription.cancelled': {
    meaning: 'A subscription was cancelled.',
    data: subscription('free', 'professional'),
  },
  'conversation.handoff': {
    meaning: 'A visitor asks for a person. Only for webhooks that name this event.',
    data: Type.Object(ofConversation, { description: 'The conversation.' }),
  },
  'conversation.taken': {
    meaning: 'A member has taken a conversation. Only for webhooks that name this event.',
    data: Type.Object(
      {
        ...ofConversation,
        member_id: Str('The member.', 'mem_01JB0000000000000000000000'),
        name: Str('The name that the visitor sees.', 'Ana'),
      },
      { description: 'The conversation and the member.' },
    ),
  },
  'lead.created': {
    meaning:
      'A visitor has left an address. The values are not included. Only for webhooks that name this ' +
      'event.',
    data: Type.Object(
      { lead_id: Str('The lead.', 'lead_01JB0000000000000000000000'), ...ofConversation },
      { description: 'The lead.' },
    ),
  },
}

/** An example of the data of an event, for the reference and for test events. */
export const sampleOf = (type: EventType) => exampleOf(descriptions[type].data) as object

/** `qpr_code.created` is `QprCodeCreatedEvent`. */
const nameOf = (type: EventType): string =>
  `${type.replace(/(?:^|[._])(.)/g, (_, first: string) => first.toUpperCase())}Event`

/** The whole body of each event. Named, so that the document defines it once. */
export const eventSchemas = new Map(
  eventTypes.map((type) => [
    type,
    named(
      nameOf(type),
      Type.Object(
        {
          event: Type.Literal(type, { description: 'The type of the event.', examples: [type] }),
          id: Str(
            'The event id. Use it to ignore events that you have already processed: a repeated ' +
              'delivery has the same id.',
            'evt_01JB0000000000000000000000',
          ),
          created_at: Instant('When the event happened.'),
          data: descriptions[type].data,
        },
        { description: descriptions[type].meaning },
      ),
    ),
  ]),
)

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const headersOf = (type: EventType) => [
  header(
    'X-Service-Signature',
    '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hexadecimal. The HMAC key is ' +
      'the whole secret, `whsec_` included. Compare it in constant time, and reject a delivery ' +
      'without it.',
    'sha256=2529ceee19e69ebb770f67f08dfaf151cda901f1c73596ba9f3c3881680db025',
  ),
  header('X-Service-Event', 'The event type, as in the body.', type),
  header(
    'X-Service-Delivery',
    'The delivery id: the same for each attempt to send this event to this webhook.',
    'dlv_01KG9Q2A7D9C1E4B6A8F0D2C4E',
  ),
  header('X-Service-Attempt', 'The number of the attempt, starting at 1.', '1'),
  header(
    'webhook-id',
    'The event id, in the header of Standard Webhooks.',
    'evt_01JB0000000000000000000000',
  ),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since 1970.', '1769860800'),
  header(
    'webhook-signature',
    'The signature of Standard Webhooks (`v1,` and base64) over id, timestamp and body. Its ' +
      'key is the decoded secret. Contains two signatures while a secret is being rotated.',
    'v1,vtM/QyVdUOlCKGXyWo6reKTRQq8sXNdsE818um/K/M0=',
  ),
  header('User-Agent', 'The sender.', 'QPR-Webhooks/1'),
]

/** The `webhooks` of the OpenAPI document: every event, as a receiver gets it. */
export const eventReference = () =>
  Object.fromEntries(
    [...eventSchemas].map(([type, schema]) => [type, { post: operationOf(type, schema) }]),
  )

/** `scan.created` is `onScanCreated`. */
const receiverOf = (type: EventType) => `on${nameOf(type).replace(/Event$/, '')}`

const operationOf = (type: EventType, schema: TSchema) => ({
  operationId: receiverOf(type),
  tags: ['Webhooks'],
  summary: descriptions[type].meaning,
  parameters: headersOf(type),
  requestBody: {
    required: true,
    description: 'The body has the same bytes for every attempt and every webhook.',
    content: {
      'application/json': {
        schema,
        example: exampleOf(schema),
      },
    },
  },
  responses: {
    '2XX': {
      description:
        'The event was received. We retry after any other status, a redirect, or no response ' +
        'within 5 seconds.',
    },
  },
})
