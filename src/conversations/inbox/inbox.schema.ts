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
    description: 'The code of the conversation.',
    examples: ['qpr_01JB0000000000000000000000'],
  }),
  short_id: Type.String({ description: 'The short id of the code.', examples: ['k3v9x0pz'] }),
  code_name: Type.String({ description: 'The name of the code.', examples: ['Harbour Hotel'] }),
  first_message: Type.String({
    description: 'The first message of the visitor, at most 300 characters of it.',
    examples: ['When is breakfast?'],
  }),
  scan_id: Nullable(
    Type.Integer({ examples: [4711] }),
    'The scan that started the conversation; null if it did not start with a scan.',
  ),
  status: Type.Enum(statuses, {
    description: 'Whether the conversation is open or has ended.',
    examples: ['ended'],
  }),
  reason: Nullable(
    Type.Enum(['closed', 'timed_out', 'limit'], { examples: ['closed'] }),
    'Why the conversation ended: `closed` by the visitor, `timed_out` after silence, `limit` ' +
      'because a limit was reached; null while it is open.',
  ),
  started_at: Time('When the visitor sent the first message.'),
  ended_at: Nullable(Time('An instant.'), 'When the conversation ended; null while it is open.'),
  last_activity_at: Time('When the last message was sent.'),
  messages_count: Type.Integer({
    description: 'Number of messages of the visitor and answers, without the welcome message.',
    examples: [6],
  }),
  rating: Nullable(
    Type.Enum(['up', 'down'], { examples: ['up'] }),
    'The rating of the visitor, or null.',
  ),
  tokens_in: Tokens('Input tokens of the models.'),
  tokens_out: Tokens('Output tokens of the models.'),
  cost: Type.Number({
    description: 'The cost of the answers, in the currency of the configured prices.',
    examples: [0.0031],
  }),
  demo: Type.Boolean({
    description: 'Whether the built-in demo responder answered, because no model was configured.',
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
    description: 'The author of the message.',
    examples: ['assistant'],
  }),
  text: Type.String({
    description: 'The text of the message; for a running answer, the text so far.',
    examples: ['Breakfast is from seven to ten.'],
  }),
  status: Type.Enum(['running', 'done', 'stopped', 'failed'], {
    description: 'The state of an answer.',
    examples: ['done'],
  }),
  model: Nullable(
    Type.String({ examples: ['openai:gpt-4.1-mini'] }),
    'The model that answered, or null.',
  ),
  tokens_in: Nullable(Tokens('Tokens.'), 'Input tokens, or null.'),
  tokens_out: Nullable(Tokens('Tokens.'), 'Output tokens, or null.'),
  cost: Nullable(Type.Number({ examples: [0.0005] }), 'The cost of the answer, or null.'),
  error: Nullable(
    Type.String({ examples: ['model_unreachable'] }),
    'The error code of a failed answer, or null.',
  ),
  truncated: Type.Boolean({
    description: 'Whether the answer ended at its maximum length.',
    examples: [false],
  }),
  created_at: Time('When the message was sent, or the answer began.'),
  finished_at: Nullable(Time('An instant.'), 'When the answer was complete, or null.'),
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
        scanned_at: Time('When the code was scanned.'),
        country: Nullable(
          Type.String({ examples: ['DE'] }),
          'ISO 3166 code of the country; null if unknown.',
        ),
        device: Type.Enum(['mobile', 'tablet', 'desktop', 'other'], {
          description: 'The kind of device.',
          examples: ['mobile'],
        }),
      }),
      'The scan that started the conversation; null if it did not start with a scan.',
    ),
    rating_comment: Nullable(
      Type.String({ examples: ['It knew the menu.'] }),
      'The comment of the visitor on the rating, or null.',
    ),
    messages: Type.Array(MessageSchema, { description: 'The messages, oldest first.' }),
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
      description: 'The organization (id or slug). Default: the default organization of the key.',
      examples: ['harbour-hotels'],
    }),
  ),
  status: Type.Optional(
    Type.Enum(statuses, {
      description: 'Only open conversations, or only ended ones.',
      examples: ['ended'],
    }),
  ),
  since: Type.Optional(Time('Only conversations that started from this time on.')),
  until: Type.Optional(Time('Only conversations that started before this time.')),
  rating: Type.Optional(
    Type.Enum(['up', 'down'], {
      description: 'Only conversations with this rating.',
      examples: ['down'],
    }),
  ),
  q: Type.Optional(
    Text(200, {
      description:
        'Only conversations with this text, in a message of the visitor or in a complete ' +
        'answer. Case and accents are ignored.',
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
    description: 'The full count; counting stops at 100,000.',
    examples: [1],
  }),
  limit: Type.Integer({ description: 'As in the request.', examples: [50] }),
  offset: Type.Integer({ description: 'As in the request.', examples: [0] }),
  next_cursor: NextCursor,
})

export const ConversationExportQuery = Type.Object({
  ...ConversationFilter.properties,
  format: ExportFormat,
})

export const ConversationPath = Type.Object({ id: Id })
