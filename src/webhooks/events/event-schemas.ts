import { type Static, type TSchema, Type } from 'typebox'
import type { EventType } from '#contract/event-types.ts'
import { planNames } from '#contract/plans.ts'
import type { CodeSchema } from '../../codes/codes.schema.ts'
import { Metadata, Nullable, named, refTo, Time } from '../../http/schema.ts'

const CodeId = Type.String({
  description: 'The id of the code.',
  examples: ['qpr_01JB0000000000000000000000'],
})
const ShortId = Type.String({ description: 'The short id of the code.', examples: ['k3v9x0pz'] })
const CodeMetadata = Type.Unsafe<Record<string, unknown>>({
  ...Metadata,
  description: 'The metadata of the code at the time of the event; may be empty.',
})

const ScanCreated = Type.Object(
  {
    scan_id: Type.Integer({ description: 'The scan, as in `GET /v1/scans`.', examples: [4711] }),
    qpr_code_id: CodeId,
    short_id: ShortId,
    scanned_at: Time('When the code was scanned.'),
    metadata: CodeMetadata,
  },
  { description: 'The scan.' },
)

const ConversationCompleted = Type.Object(
  {
    conversation_id: Type.String({
      description: 'The conversation.',
      examples: ['conv_01JB0000000000000000000000'],
    }),
    qpr_code_id: CodeId,
    short_id: ShortId,
    scan_id: Nullable(
      Type.Integer({ examples: [4711] }),
      'The scan that started the conversation; null if it did not start with a scan.',
    ),
    started_at: Time('When the visitor sent the first message.'),
    ended_at: Time('When the conversation ended.'),
    reason: Type.Enum(['closed', 'timed_out', 'limit'], {
      description:
        'Why the conversation ended: `closed` by the visitor, `timed_out` after silence, or ' +
        '`limit` because a limit was reached.',
      examples: ['closed'],
    }),
    messages_count: Type.Integer({
      description:
        'Number of messages of the visitor and the assistant, without the welcome message.',
      examples: [6],
    }),
    rating: Nullable(
      Type.Enum(['up', 'down'], { examples: ['up'] }),
      'The rating of the visitor, or null.',
    ),
    metadata: CodeMetadata,
  },
  { description: 'The conversation.' },
)

const Plan = (description: string, example: string) =>
  Type.Enum(planNames, { description, examples: [example] })

const subscription = (plan: string, previousPlan: string) =>
  Type.Object(
    {
      organization_id: Type.String({
        description: 'The organization.',
        examples: ['org_01JB0000000000000000000000'],
      }),
      plan: Plan('The new plan.', plan),
      previous_plan: Plan('The previous plan.', previousPlan),
      user_id: Type.String({
        description: 'The user who changed the plan.',
        examples: ['usr_01JB0000000000000000000000'],
      }),
      email: Type.String({
        description: 'The e-mail address of the user.',
        examples: ['ana@example.com'],
      }),
      effective_at: Time('When the change takes effect.'),
    },
    { description: 'The change of the subscription.' },
  )

/** The meaning of each event, in a sentence. */
export const eventMeanings: Record<EventType, string> = {
  'scan.created': 'A code was scanned. Emitted for every scan.',
  'conversation.completed': 'A conversation ended.',
  'qpr_code.created':
    'A code was created through the API. The data is the code as in the response to its creation.',
  'subscription.upgraded': 'An organization changed to a higher paid plan.',
  'subscription.cancelled': 'A subscription was cancelled.',
}

const event = <T extends TSchema>(name: string, type: EventType, data: T) =>
  named(
    name,
    Type.Object(
      {
        event: Type.Literal(type, { description: 'The type of the event.', examples: [type] }),
        id: Type.String({
          description:
            'The event id. Use it to ignore events that you have already processed: a repeated ' +
            'delivery has the same id.',
          examples: ['evt_01JB0000000000000000000000'],
        }),
        created_at: Time('When the event happened.'),
        data,
      },
      { description: eventMeanings[type] },
    ),
  )

/** The whole body of each event. Named, so that the document defines it once. */
export const eventSchemas: Record<EventType, TSchema> = {
  'scan.created': event('ScanCreatedEvent', 'scan.created', ScanCreated),
  'conversation.completed': event(
    'ConversationCompletedEvent',
    'conversation.completed',
    ConversationCompleted,
  ),
  'qpr_code.created': event(
    'QprCodeCreatedEvent',
    'qpr_code.created',
    refTo<Static<typeof CodeSchema>>('QprCode'),
  ),
  'subscription.upgraded': event(
    'SubscriptionUpgradedEvent',
    'subscription.upgraded',
    subscription('professional', 'free'),
  ),
  'subscription.cancelled': event(
    'SubscriptionCancelledEvent',
    'subscription.cancelled',
    subscription('free', 'professional'),
  ),
}
