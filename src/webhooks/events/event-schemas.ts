import { type Static, type TSchema, Type } from 'typebox'
import type { EventType } from '#contract/event-types.ts'
import { type Plan as PlanName, planNames } from '#contract/plans.ts'
import type { CodeSchema } from '../../codes/codes.schema.ts'
import { Int, Metadata, Nullable, named, OneOf, refTo, Str, Time } from '../../http/schema.ts'

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
    scanned_at: Time('When the code was scanned.'),
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
    started_at: Time('When the visitor sent the first message.'),
    ended_at: Time('When the conversation ended.'),
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

const Plan = (description: string, example: PlanName) => OneOf(planNames, description, example)

const subscription = (plan: PlanName, previousPlan: PlanName) =>
  Type.Object(
    {
      organization_id: Str('The organization.', 'org_01JB0000000000000000000000'),
      plan: Plan('The new plan.', plan),
      previous_plan: Plan('The previous plan.', previousPlan),
      user_id: Str('The user who changed the plan.', 'usr_01JB0000000000000000000000'),
      email: Str('The e-mail address of the user.', 'ana@example.com'),
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
        id: Str(
          'The event id. Use it to ignore events that you have already processed: a repeated ' +
            'delivery has the same id.',
          'evt_01JB0000000000000000000000',
        ),
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
