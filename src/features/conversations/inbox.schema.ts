import { type Static, Type } from 'typebox'
import { handlings } from '#contract/handling.ts'
import { outcomes } from '#contract/outcomes.ts'
import { messageRoles } from '#contract/statuses.ts'
import { countedTo, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import { ExportFormat } from '../../platform/http/output/export.ts'
import {
  Bool,
  Instant,
  Int,
  Nullable,
  Num,
  named,
  OneOf,
  Str,
  scopeFilters,
  Text,
} from '../../platform/http/schema.ts'
import { MessageCitations, MessageOutcome } from './citations.ts'

const Id = Str('Conversation id.', 'conv_01JB0000000000000000000000')

const statuses = ['open', 'ended'] as const

const Tokens = (description: string) => Int(description, 120)

const conversationFields = {
  id: Id,
  qpr_code_id: Str('The code of the conversation.', 'qpr_01JB0000000000000000000000'),
  short_id: Str('The short id of the code.', 'k3v9x0pz'),
  code_name: Str('The name of the code.', 'Harbour Hotel'),
  first_message: Str(
    'The first message of the visitor, at most 300 characters of it.',
    'When is breakfast?',
  ),
  scan_id: Nullable(
    Int('The scan that started the conversation; null if it did not start with a scan.', 4711),
  ),
  status: OneOf(statuses, 'Whether the conversation is open or has ended.', 'ended'),
  reason: Nullable(
    OneOf(
      ['closed', 'timed_out', 'limit'],
      'Why the conversation ended: `closed` by the visitor, `timed_out` after silence, `limit` ' +
        'because a limit was reached; null while it is open.',
      'closed',
    ),
  ),
  started_at: Instant('When the visitor sent the first message.'),
  ended_at: Nullable(Instant('When the conversation ended; null while it is open.')),
  last_activity_at: Instant('When the last message was sent.'),
  messages_count: Int(
    'Number of messages of the visitor and answers, without the welcome message.',
    6,
  ),
  rating: Nullable(
    OneOf(
      ['up', 'down'],
      'The worst rating of the answers: `down` if one of them is rated `down`; null if none is ' +
        'rated.',
      'up',
    ),
  ),
  outcome: Nullable(
    OneOf(
      outcomes,
      'The worst outcome of the answers: `unknown` if the assistant did not know one of them; null ' +
        'if no answer has an outcome.',
      'answered',
    ),
  ),
  tokens_in: Tokens('Input tokens of the models.'),
  tokens_out: Tokens('Output tokens of the models.'),
  cost: Num('The cost of the answers, in the currency of the configured prices.', 0.0031),
  demo: Bool(
    'Whether the built-in demo responder answered, because no model was configured.',
    false,
  ),
  language: Str('The language of the page when the conversation was opened.', 'de'),
  handling: OneOf(
    handlings,
    'Who answers: the assistant; nobody yet, because the visitor waits for a person; or a person.',
    'assistant',
  ),
  assignee: Nullable(
    Str(
      'The member who has the conversation, or had it last; null without one.',
      'mem_01JB0000000000000000000000',
    ),
  ),
  waiting_since: Nullable(
    Instant('When the visitor asked for a person; null unless the visitor waits for one.'),
  ),
}

export const ConversationSchema = named('Conversation', Type.Object(conversationFields))

const messageFields = {
  id: Str('Message id.', 'msg_01JB0000000000000000000000'),
  role: OneOf(messageRoles, 'The author of the message.', 'assistant'),
  name: Nullable(
    Str('The name of the member who wrote a message of the owner; null without one.', 'Ana'),
  ),
  text: Str(
    'The text of the message; for a running answer, the text so far.',
    'Breakfast is from seven to ten.',
  ),
  status: OneOf(['running', 'done', 'stopped', 'failed'], 'The state of an answer.', 'done'),
  model: Nullable(Str('The model that answered, or null.', 'openai:gpt-4.1-mini')),
  tokens_in: Nullable(Tokens('Tokens.'), 'Input tokens, or null.'),
  tokens_out: Nullable(Tokens('Tokens.'), 'Output tokens, or null.'),
  cost: Nullable(Num('The cost of the answer, or null.', 0.0005)),
  error: Nullable(Str('The error code of a failed answer, or null.', 'model_unreachable')),
  truncated: Bool('Whether the answer ended at its maximum length.', false),
  rating: Nullable(OneOf(['up', 'down'], 'The visitor’s rating of this answer, or null.', 'up')),
  rating_comment: Nullable(
    Str('The visitor’s comment on the rating of this answer, or null.', 'It knew the menu.'),
  ),
  outcome: MessageOutcome,
  citations: MessageCitations,
  created_at: Instant('When the message was sent, or the answer began.'),
  finished_at: Nullable(Instant('When the answer was complete, or null.')),
}

export const MessageSchema = named('ConversationMessage', Type.Object(messageFields))

export const NoteSchema = named(
  'ConversationNote',
  Type.Object({
    id: Str('Note id.', 'note_01JB0000000000000000000000'),
    text: Str('The text of the note.', 'Called back at ten.'),
    name: Nullable(
      Str('The name of the member, or the address; null after the account was deleted.', 'Ana'),
    ),
    created_at: Instant('When the note was written.'),
  }),
)

export const ConversationDetail = named(
  'ConversationDetail',
  Type.Object({
    ...conversationFields,
    organization_id: Str('The organization of the code.', 'org_01JB0000000000000000000000'),
    scan: Nullable(
      Type.Object({
        scanned_at: Instant('When the code was scanned.'),
        country: Nullable(Str('ISO 3166 code of the country; null if unknown.', 'DE')),
        device: OneOf(['mobile', 'tablet', 'desktop', 'other'], 'The kind of device.', 'mobile'),
      }),
      'The scan that started the conversation; null if it did not start with a scan.',
    ),
    rating_comment: Nullable(
      Str('The newest comment on the worst rating, or null.', 'It knew the menu.'),
    ),
    messages: Type.Array(MessageSchema, { description: 'The messages, oldest first.' }),
    notes: Type.Array(NoteSchema, {
      description: 'The notes of members, oldest first. Visitors never see them.',
    }),
  }),
)

export const ConversationFilter = Type.Object({
  ...scopeFilters,
  status: Type.Optional(OneOf(statuses, 'Only open conversations, or only ended ones.', 'ended')),
  since: Type.Optional(Instant('Only conversations that started from this time on.')),
  until: Type.Optional(Instant('Only conversations that started before this time.')),
  rating: Type.Optional(
    OneOf(
      ['up', 'down'],
      'Only conversations with this rating, which is the worst of their answers: `down` finds ' +
        'all conversations with an answer rated `down`.',
      'down',
    ),
  ),
  outcome: Type.Optional(
    OneOf(
      outcomes,
      'Only conversations with this outcome, which is the worst of their answers: `unknown` finds ' +
        'all conversations with an answer that the assistant did not know.',
      'unknown',
    ),
  ),
  handling: Type.Optional(OneOf(handlings, 'Only conversations that are handled so.', 'waiting')),
  assignee: Type.Optional(
    Str(
      'Only conversations of this member; `me`: of the caller, `none`: of no member.',
      'mem_01JB0000000000000000000000',
      { format: 'text', maxLength: 100 },
    ),
  ),
  q: Type.Optional(
    Text(
      200,
      'Only conversations with this text, in a message of the visitor or in a complete ' +
        'answer. Case and accents are ignored.',
      'breakfast',
    ),
  ),
})
export type ConversationFilter = Static<typeof ConversationFilter>

export const ConversationQuery = Type.Object({
  ...ConversationFilter.properties,
  ...pageQuery(50, 200),
})
export type ConversationQuery = Static<typeof ConversationQuery>

export const PageOfConversations = Type.Object({
  conversations: Type.Array(ConversationSchema, {
    description: 'One page of conversations, newest first.',
  }),
  ...pageFields(50, countedTo),
})

export const ConversationExportQuery = Type.Object({
  ...ConversationFilter.properties,
  format: ExportFormat,
})
export type ConversationExportQuery = Static<typeof ConversationExportQuery>

export const ConversationPath = Type.Object({ id: Id })
