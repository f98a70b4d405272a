import { type TSchema, Type } from 'typebox'
import { type EventType, eventTypes } from '#contract/event-types.ts'
import { type Plan as PlanName, planNames } from '#contract/plans.ts'
import {
  exampleOf,
  Int,
  Metadata,
  Nullable,
  named,
  OneOf,
  refTo,
  Str,
  Time,
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
}

export const meaningOf = (type: EventType): string => descriptions[type].meaning

/** An example of the data of an event, for the reference and for test events. */
export const sampleOf = (type: EventType) => exampleOf(descriptions[type].data) as object

/** `qpr_code.created` is `QprCodeCreatedEvent`. */
export const nameOf = (type: EventType): string =>
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
          created_at: Time('When the event happened.'),
          data: descriptions[type].data,
        },
        { description: meaningOf(type) },
      ),
    ),
  ]),
)
