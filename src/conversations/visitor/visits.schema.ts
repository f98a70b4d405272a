import { type Static, Type } from 'typebox'
import { maxLength } from '#contract/limits.ts'
import { Nullable, named, Text, Time } from '../../http/schema.ts'

export const ShortIdPath = Type.Object({
  short_id: Type.String({ description: 'The short id of a code.', examples: ['k7m2p9qx'] }),
})

export const TokenPath = Type.Object({
  token: Type.String({
    description:
      'The token from the response that opened the conversation. It grants access to the ' +
      'conversation: keep it secret.',
    examples: ['Zm9vYmFyYmF6cXV4MTIzNA'],
  }),
})

const ConversationId = Type.String({
  description: 'Conversation id.',
  examples: ['conv_01JB0000000000000000000000'],
})
const MessageId = Type.String({
  description: 'Message id.',
  examples: ['msg_01JB0000000000000000000000'],
})
const Welcome = Type.String({
  description: 'The welcome message of the owner.',
  examples: ['Welcome! How can I help?'],
})
const Demo = Type.Boolean({
  description: 'Whether the built-in demo responder answers, because no model is configured.',
  examples: [true],
})

export const OpenedConversation = named(
  'OpenedConversation',
  Type.Object({
    conversation_id: ConversationId,
    token: Type.String({
      description: 'The token for the addresses under `/c/`. It is shown only in this response.',
      examples: ['Zm9vYmFyYmF6cXV4MTIzNA'],
    }),
    welcome_message: Welcome,
    demo: Demo,
  }),
)

export const NewMessage = Type.Object({
  text: Text(maxLength.message, {
    description: 'The message of the visitor, 1 to 4,000 characters.',
    examples: ['When is breakfast?'],
  }),
  client_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'text',
      description:
        'An id of your choice. A message that is sent again with the same id is answered only ' +
        'once.',
      examples: ['4f1c2b7e'],
    }),
  ),
})

export const AcceptedMessage = Type.Object({
  message_id: Type.String({
    description: 'The id of the answer, as in the events.',
    examples: ['msg_01JB0000000000000000000000'],
  }),
})

export const Rating = Type.Object({
  rating: Type.Enum(['up', 'down'], { description: 'Thumbs up or down.', examples: ['up'] }),
  comment: Type.Optional(
    Text(1000, {
      description: 'A comment on the rating, up to 1,000 characters.',
      examples: ['It knew the menu.'],
    }),
  ),
})
export type Rating = Static<typeof Rating>

export const EventQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'The id of the last event that you have received; `Last-Event-ID` has the same effect.',
      examples: ['1-57'],
    }),
  ),
})

export const VisitSchema = named(
  'Visit',
  Type.Object({
    conversation_id: ConversationId,
    status: Type.Enum(['open', 'ended'], {
      description: 'Whether the conversation is open or has ended.',
      examples: ['open'],
    }),
    reason: Nullable(
      Type.Enum(['closed', 'timed_out', 'limit']),
      'Why the conversation ended; null while it is open.',
    ),
    demo: Demo,
    name: Type.String({ description: 'The name of the code.', examples: ['Harbour Hotel'] }),
    welcome_message: Welcome,
    messages: Type.Array(
      Type.Object({
        message_id: MessageId,
        role: Type.Enum(['visitor', 'assistant'], {
          description: 'The author of the message.',
          examples: ['assistant'],
        }),
        text: Type.String({
          description: 'The text of the message; for a running answer, the text so far.',
          examples: ['At seven.'],
        }),
        status: Type.Enum(['running', 'done', 'stopped', 'failed'], {
          description: 'The state of an answer.',
          examples: ['done'],
        }),
        retryable: Type.Boolean({
          description: 'Whether a retry may help.',
          examples: [false],
        }),
        truncated: Type.Boolean({
          description: 'Whether the answer ended at its maximum length.',
          examples: [false],
        }),
        note: Nullable(
          Type.String({ examples: ['The assistant could not answer. Please try again.'] }),
          'Tells the visitor why the answer is missing or incomplete, in the language of the ' +
            'conversation; null for a complete answer.',
        ),
        created_at: Time('When the message was sent.'),
      }),
      { description: 'The messages, oldest first.' },
    ),
    last_event_id: Nullable(
      Type.String({ examples: ['1-end'] }),
      'The last event that this view contains: pass it as `after` to receive the following ' +
        'events; null if there is none.',
    ),
    rating: Nullable(Type.Enum(['up', 'down']), 'The rating of the visitor, or null.'),
  }),
)
