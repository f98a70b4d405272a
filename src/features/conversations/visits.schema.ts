import { type Static, Type } from 'typebox'
import { handlings } from '#contract/handling.ts'
import { maxLength } from '#contract/limits.ts'
import { messageRoles } from '#contract/statuses.ts'
import {
  Bool,
  Instant,
  Int,
  Nullable,
  named,
  OneOf,
  Str,
  Text,
} from '../../platform/http/schema.ts'
import { MessageCitations, MessageOutcome } from './citations.ts'

export const ShortIdPath = Type.Object({
  short_id: Str('The short id of a code.', 'k7m2p9qx'),
})

export const TokenPath = Type.Object({
  token: Str(
    'The token from the response that opened the conversation. It grants access to the ' +
      'conversation: keep it secret.',
    'Zm9vYmFyYmF6cXV4MTIzNA',
  ),
})

const ConversationId = Str('Conversation id.', 'conv_01JB0000000000000000000000')
const MessageId = Str('Message id.', 'msg_01JB0000000000000000000000')
const Welcome = Str('The welcome message of the owner.', 'Welcome! How can I help?')
const Demo = Bool(
  'Whether the built-in demo responder answers, because no model is configured.',
  true,
)

export const OpenedConversation = named(
  'OpenedConversation',
  Type.Object({
    conversation_id: ConversationId,
    token: Str(
      'The token for the addresses under `/c/`. It is shown only in this response.',
      'Zm9vYmFyYmF6cXV4MTIzNA',
    ),
    welcome_message: Welcome,
    demo: Demo,
  }),
)

export const NewMessage = Type.Object({
  text: Text(
    maxLength.message,
    'The message of the visitor, 1 to 4,000 characters.',
    'When is breakfast?',
  ),
  client_id: Type.Optional(
    Str(
      'An id of your choice. A message that is sent again with the same id is answered only ' +
        'once.',
      '4f1c2b7e',
      { minLength: 1, maxLength: 100, format: 'text' },
    ),
  ),
})

export const AcceptedMessage = Type.Object({
  message_id: Str('The id of the answer, as in the events.', 'msg_01JB0000000000000000000000'),
})

export const HandoffState = Type.Object({
  handling: OneOf(handlings, 'Who answers now: `waiting`, or `person` if one is there.', 'waiting'),
})

export const Rating = Type.Object({
  rating: OneOf(['up', 'down'], 'Thumbs up or down.', 'up'),
  comment: Type.Optional(
    Text(
      maxLength.comment,
      'A comment on the rating, up to 1,000 characters. Without it, the comment of the same ' +
        'rating stays.',
      'It knew the menu.',
    ),
  ),
  message_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The answer that is rated. Default: the last answer.',
      examples: ['msg_01JB0000000000000000000000'],
    }),
  ),
})
export type Rating = Static<typeof Rating>

export const TurnStreamQuery = Type.Object({
  after: Type.Optional(
    Str(
      'The id of the last event that you have received; `Last-Event-ID` has the same effect.',
      '1-57',
      { maxLength: 20 },
    ),
  ),
})

const AnswerId = Str('The id of the answer.', 'msg_01JB0000000000000000000000')

/** Of a message that a person wrote. */
const author = {
  role: Type.Optional(OneOf(['owner'], 'A person wrote it.', 'owner')),
  name: Type.Optional(Str('Who wrote it, as visitors see the name.', 'Ana')),
}

const AnswerDelta = named(
  'AnswerDelta',
  Type.Object(
    { message_id: AnswerId, text: Str('The text to append.', 'At seven.'), ...author },
    { description: 'The data of `delta`.' },
  ),
)

/** What the end of an answer may have. */
const rewritten = {
  text: Type.Optional(
    Str(
      'The complete text, if it is not the sum of the deltas because marks of citations were ' +
        'removed: show it instead of them.',
      'The pool opens at 8 [1].',
    ),
  ),
  citations: Type.Optional(MessageCitations),
}

/** What the service adds to the end of an answer. */
const added = {
  offer: Type.Optional(
    OneOf(['handoff'], 'The service offers a person: show the button for it.', 'handoff'),
  ),
  notice: Type.Optional(
    Str(
      'A sentence of the service, because the answer claims a hand-over that has not happened.',
      'Nobody has been told yet.',
    ),
  ),
}

const finish = {
  message_id: AnswerId,
  tokens: Nullable(Int('The tokens of the answer; null if the model did not report them.', 42)),
  truncated: Type.Optional(Bool('The answer ended at its maximum length.', true)),
  message: Type.Optional(
    Str('Tells the visitor that the answer is incomplete.', 'Ask for the rest to read on.'),
  ),
  ...rewritten,
}

const AnswerFinish = named(
  'AnswerFinish',
  Type.Object({ ...finish, ...author, ...added }, { description: 'The data of `finish`.' }),
)

const AnswerError = named(
  'AnswerError',
  Type.Object(
    {
      message_id: AnswerId,
      code: Str('Why the answer failed.', 'model_failed'),
      message: Str('A sentence for the visitor.', 'The assistant could not answer.'),
      retryable: Bool('Whether a retry may help.', true),
      kept_characters: Int('How many characters of the answer were kept.', 0),
      ...rewritten,
      ...added,
    },
    { description: 'The data of `error`.' },
  ),
)

const ConversationEnd = named(
  'ConversationEnd',
  Type.Object(
    { reason: OneOf(['closed', 'timed_out', 'limit'], 'Why the conversation ended.', 'closed') },
    { description: 'The data of `ended`.' },
  ),
)

const HandlingChange = named(
  'HandlingChange',
  Type.Object(
    {
      handling: OneOf(handlings, 'Who answers from now on.', 'person'),
      name: Nullable(Str('The name of the person who answers; null: no person does.', 'Ana')),
      message: Str('A sentence for the visitor.', 'Ana has joined. You are writing with a person.'),
    },
    { description: 'The data of `handling`.' },
  ),
)

const Typing = named(
  'PersonTyping',
  Type.Object({}, { description: 'The data of `typing`: none.' }),
)

/** The data of the events of a conversation. */
export const VisitEvent = Type.Union([
  AnswerDelta,
  AnswerFinish,
  AnswerError,
  ConversationEnd,
  HandlingChange,
  Typing,
])

/** The data of the events of a preview, which also name the model. */
export const PreviewEvent = Type.Union([
  AnswerDelta,
  named(
    'PreviewFinish',
    Type.Object(
      {
        ...finish,
        model: Nullable(Str('The model that answered; null: the demo.', 'ollama:llama3.2')),
        demo: Bool('Whether the demo responder answered.', false),
      },
      { description: 'The data of `finish` of a preview.' },
    ),
  ),
  AnswerError,
])

export const VisitSchema = named(
  'Visit',
  Type.Object({
    conversation_id: ConversationId,
    status: OneOf(['open', 'ended'], 'Whether the conversation is open or has ended.', 'open'),
    reason: Nullable(
      Type.Enum(['closed', 'timed_out', 'limit']),
      'Why the conversation ended; null while it is open.',
    ),
    demo: Demo,
    name: Str(
      'The public title of the code, in the language of the conversation.',
      'Harbour Hotel',
    ),
    welcome_message: Welcome,
    messages: Type.Array(
      Type.Object({
        message_id: MessageId,
        role: OneOf(messageRoles, 'The author of the message.', 'assistant'),
        name: Nullable(
          Str('The name of the member who wrote a message of the owner; null without one.', 'Ana'),
        ),
        text: Str('The text of the message; for a running answer, the text so far.', 'At seven.'),
        status: OneOf(['running', 'done', 'stopped', 'failed'], 'The state of an answer.', 'done'),
        retryable: Bool('Whether a retry may help.', false),
        rating: Nullable(
          OneOf(['up', 'down'], 'The visitor’s rating of this answer, or null.', 'up'),
        ),
        truncated: Bool('Whether the answer ended at its maximum length.', false),
        outcome: MessageOutcome,
        citations: MessageCitations,
        note: Nullable(
          Str(
            'Tells the visitor why the answer is missing or incomplete, or that the owner wrote ' +
              'it, in the language of the conversation; null for a complete answer.',
            'The assistant could not answer. Please try again.',
          ),
        ),
        created_at: Instant('When the message was sent.'),
      }),
      { description: 'The messages, oldest first.' },
    ),
    last_event_id: Nullable(
      Str(
        'The last event that this view contains: pass it as `after` to receive the following ' +
          'events; null before the first event.',
        '1-end',
      ),
    ),
    rating: Nullable(
      Type.Enum(['up', 'down']),
      'The worst rating of the answers; null if no answer is rated.',
    ),
    handling: OneOf(
      handlings,
      'Who answers. While it is not `assistant`, messages are stored and no model is asked.',
      'assistant',
    ),
    person: Nullable(
      Type.Object({ name: Str('The name of the person.', 'Ana') }),
      'The person who answers; null: no person does.',
    ),
    offer: Nullable(
      OneOf(
        ['handoff'],
        'The service offers a person: show the button for it; or null.',
        'handoff',
      ),
    ),
    notice: Nullable(
      Str(
        'A sentence of the service about who answers; null when there is nothing to say.',
        'A person has been asked to join. Please stay here.',
      ),
    ),
  }),
)
