import { type Static, Type } from 'typebox'
import { maxLength } from '#contract/limits.ts'
import { Nullable, named, Text, Time } from '../../http/schema.ts'

export const ShortIdPath = Type.Object({
  short_id: Type.String({ description: 'The short id of a code.', examples: ['k7m2p9qx'] }),
})

export const TokenPath = Type.Object({
  token: Type.String({
    description: 'The token that opening the conversation answered. Whoever has it may read it.',
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
  description: 'The first message, as the owner wrote it.',
  examples: ['Welcome! How can I help?'],
})
const Demo = Type.Boolean({
  description: 'Whether the built-in demo responder answers, for want of a model.',
  examples: [true],
})

export const OpenedConversation = named(
  'OpenedConversation',
  Type.Object({
    conversation_id: ConversationId,
    token: Type.String({
      description: 'For the addresses below /c/. It is shown in this answer only.',
      examples: ['Zm9vYmFyYmF6cXV4MTIzNA'],
    }),
    welcome_message: Welcome,
    demo: Demo,
  }),
)

export const NewMessage = Type.Object({
  text: Text(maxLength.message, {
    description: 'What the visitor says, 1 to 4,000 characters.',
    examples: ['When is breakfast?'],
  }),
  client_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'text',
      description: 'An id of your own: a message that is sent again with it is answered once.',
      examples: ['4f1c2b7e'],
    }),
  ),
})

export const AcceptedMessage = Type.Object({
  message_id: Type.String({
    description: 'The id of the answer, which the events carry.',
    examples: ['msg_01JB0000000000000000000000'],
  }),
})

export const Rating = Type.Object({
  rating: Type.Enum(['up', 'down'], { description: 'Thumbs up or down.', examples: ['up'] }),
  comment: Type.Optional(
    Text(1000, { description: 'Why, up to 1,000 characters.', examples: ['It knew the menu.'] }),
  ),
})
export type Rating = Static<typeof Rating>

export const EventQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      maxLength: 20,
      description: 'The id of the last event that was seen; `Last-Event-ID` does the same.',
      examples: ['1-57'],
    }),
  ),
})

export const VisitSchema = named(
  'Visit',
  Type.Object({
    conversation_id: ConversationId,
    status: Type.Enum(['open', 'ended'], {
      description: 'Whether it goes on.',
      examples: ['open'],
    }),
    reason: Nullable(Type.Enum(['closed', 'timed_out', 'limit']), 'Why it ended, or null.'),
    demo: Demo,
    name: Type.String({ description: 'The name of the code.', examples: ['Harbour Hotel'] }),
    welcome_message: Welcome,
    messages: Type.Array(
      Type.Object({
        message_id: MessageId,
        role: Type.Enum(['visitor', 'assistant'], {
          description: 'Who said it.',
          examples: ['assistant'],
        }),
        text: Type.String({ description: 'What was said so far.', examples: ['At seven.'] }),
        status: Type.Enum(['running', 'done', 'stopped', 'failed'], {
          description: 'How far an answer is.',
          examples: ['done'],
        }),
        retryable: Type.Boolean({
          description: 'Whether trying again may help.',
          examples: [false],
        }),
        created_at: Time('When it was said.'),
      }),
      { description: 'In the order in which they were said.' },
    ),
    last_event_id: Nullable(
      Type.String({ examples: ['1-end'] }),
      'Where the events go on behind this view, or null.',
    ),
    rating: Nullable(Type.Enum(['up', 'down']), 'What the visitor thinks of it, or null.'),
  }),
)
