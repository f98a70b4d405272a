import { type Static, Type } from 'typebox'
import { Cursor, NextCursor } from '../../http/input/cursor.schema.ts'
import { ExportFormat } from '../../http/output/export.ts'
import { Limit, Nullable, named, Offset, Text, Time } from '../../http/schema.ts'

const Id = Type.String({
  description: 'Conversation id.',
  examples: ['conv_01JB0000000000000000000000'],
})

const statuses = ['open', 'ended'] as const

const Tokens = (description: string) => Type.Integer({ description, examples: [120] })

const conversationFields = {
  id: Id,
  qpr_code_id: Type.String({
    description: 'The code that was talked to.',
    examples: ['qpr_01JB0000000000000000000000'],
  }),
  short_id: Type.String({ description: 'Its short id.', examples: ['k3v9x0pz'] }),
  code_name: Type.String({ description: 'Its name.', examples: ['Harbour Hotel'] }),
  first_message: Type.String({
    description: 'What the visitor said first, up to 300 characters of it.',
    examples: ['When is breakfast?'],
  }),
  scan_id: Nullable(
    Type.Integer({ examples: [4711] }),
    'The scan that it began with, or null where none is known.',
  ),
  status: Type.Enum(statuses, { description: 'Whether it goes on.', examples: ['ended'] }),
  reason: Nullable(
    Type.Enum(['closed', 'timed_out', 'limit'], { examples: ['closed'] }),
    'Why it ended: the visitor closed it, it fell silent, or a limit was reached; or null.',
  ),
  started_at: Time('When the visitor first said something.'),
  ended_at: Nullable(Time('An instant.'), 'When it ended, or null.'),
  last_activity_at: Time('When something was last said.'),
  messages_count: Type.Integer({
    description: 'The messages of the visitor and the answers, without the welcome.',
    examples: [6],
  }),
  rating: Nullable(
    Type.Enum(['up', 'down'], { examples: ['up'] }),
    'What the visitor thinks of it, or null.',
  ),
  tokens_in: Tokens('What the models read, in tokens.'),
  tokens_out: Tokens('What the models wrote, in tokens.'),
  cost: Type.Number({
    description: 'What the answers cost, in the currency of the prices that are configured.',
    examples: [0.0031],
  }),
  demo: Type.Boolean({
    description: 'Whether the built-in demo responder answered, for want of a model.',
    examples: [false],
  }),
  language: Type.String({
    description: 'The language of the page when the conversation was opened.',
    examples: ['de'],
  }),
}

export const ConversationSchema = named('Conversation', Type.Object(conversationFields))

const MessageSchema = Type.Object({
  id: Type.String({ description: 'Message id.', examples: ['msg_01JB0000000000000000000000'] }),
  role: Type.Enum(['visitor', 'assistant'], {
    description: 'Who said it.',
    examples: ['assistant'],
  }),
  text: Type.String({
    description: 'What was said; of an answer that is running, what there is of it so far.',
    examples: ['Breakfast is from seven to ten.'],
  }),
  status: Type.Enum(['running', 'done', 'stopped', 'failed'], {
    description: 'How far an answer is, or how it ended.',
    examples: ['done'],
  }),
  model: Nullable(
    Type.String({ examples: ['openai:gpt-4.1-mini'] }),
    'The model that answered, or null.',
  ),
  tokens_in: Nullable(Tokens('Tokens.'), 'What the model read, or null.'),
  tokens_out: Nullable(Tokens('Tokens.'), 'What the model wrote, or null.'),
  cost: Nullable(Type.Number({ examples: [0.0005] }), 'What the answer cost, or null.'),
  error: Nullable(
    Type.String({ examples: ['model_unavailable'] }),
    'The code of what went wrong, or null.',
  ),
  created_at: Time('When it was said, or the answer began.'),
  finished_at: Nullable(Time('An instant.'), 'When it was complete, or null.'),
})

export const ConversationDetail = named(
  'ConversationDetail',
  Type.Object({
    ...conversationFields,
    organization_id: Type.String({
      description: 'The organization of the code.',
      examples: ['org_01JB0000000000000000000000'],
    }),
    scan: Nullable(
      Type.Object({
        scanned_at: Time('When it was scanned.'),
        country: Nullable(
          Type.String({ examples: ['DE'] }),
          'ISO 3166 code of the country, or null where it is not known.',
        ),
        device: Type.Enum(['mobile', 'tablet', 'desktop', 'other'], {
          description: 'The kind of device.',
          examples: ['mobile'],
        }),
      }),
      'The scan that it began with, or null where none is known.',
    ),
    rating_comment: Nullable(
      Type.String({ examples: ['It knew the menu.'] }),
      'Why the visitor thinks so, or null.',
    ),
    messages: Type.Array(MessageSchema, { description: 'In the order in which they were said.' }),
  }),
)

export const ConversationFilter = Type.Object({
  qpr_code_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'Only conversations with this code (id or short id).',
      examples: ['qpr_01JB0000000000000000000000'],
    }),
  ),
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The organization (id or slug); the default one of the key when omitted.',
      examples: ['harbour-hotels'],
    }),
  ),
  status: Type.Optional(
    Type.Enum(statuses, {
      description: 'Only conversations that go on, or that have ended.',
      examples: ['ended'],
    }),
  ),
  since: Type.Optional(Time('Only conversations that started from this time on.')),
  until: Type.Optional(Time('Only conversations that started before this time.')),
  rating: Type.Optional(
    Type.Enum(['up', 'down'], {
      description: 'Only conversations that the visitor rated so.',
      examples: ['down'],
    }),
  ),
  q: Type.Optional(
    Text(200, {
      description:
        'Only conversations in which this was said, by the visitor or in an answer that is ' +
        'complete; case and accents do not matter.',
      examples: ['breakfast'],
    }),
  ),
})
export type ConversationFilter = Static<typeof ConversationFilter>

export const ConversationQuery = Type.Object({
  ...ConversationFilter.properties,
  limit: Limit(50, 200),
  offset: Offset,
  cursor: Cursor,
})
export type ConversationQuery = Static<typeof ConversationQuery>

export const ConversationPage = Type.Object({
  conversations: Type.Array(ConversationSchema, {
    description: 'One page of conversations, newest first.',
  }),
  total: Type.Integer({
    description: 'How many there are in all; counting ends at 100,000.',
    examples: [1],
  }),
  limit: Type.Integer({ description: 'As asked.', examples: [50] }),
  offset: Type.Integer({ description: 'As asked.', examples: [0] }),
  next_cursor: NextCursor,
})

export const ConversationExportQuery = Type.Object({
  ...ConversationFilter.properties,
  format: ExportFormat,
})

export const ConversationPath = Type.Object({ id: Id })
