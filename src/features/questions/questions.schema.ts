import { type Static, Type } from 'typebox'
import { maxItems, maxLength } from '#contract/limits.ts'
import { questionStatuses } from '#contract/questions.ts'
import { countedTo, pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import {
  Instant,
  Int,
  Nullable,
  named,
  OneOf,
  Str,
  scopeFilters,
  Text,
} from '../../platform/http/schema.ts'

const Id = Str('Question id.', 'qst_01JB0000000000000000000000')
const CodeId = Str('Code id.', 'qpr_01JB0000000000000000000000')
const ConversationId = Str('Conversation id.', 'conv_01JB0000000000000000000000')
const examples = [['qpr_01JB0000000000000000000000']]

const questionFields = {
  id: Id,
  organization_id: Str('The organization.', 'org_01JB0000000000000000000000'),
  status: OneOf(
    questionStatuses,
    'Whether the question is `open`, `answered`, or `dismissed` as not worth an answer.',
    'open',
  ),
  question: Str(
    'The question as a visitor last wrote it, at most 300 characters of it.',
    'Is there a sauna?',
  ),
  asked: Int('How often it was asked.', 14),
  conversations: Int('Number of conversations in which it was asked.', 12),
  languages: Type.Array(Str('Language.', 'en'), {
    description: 'The languages of these conversations, most frequent first.',
    examples: [['en', 'de']],
  }),
  asked_code_ids: Type.Array(CodeId, {
    description: 'The codes that it was asked, at most 20 of them.',
    examples,
  }),
  code_ids: Nullable(
    Type.Array(CodeId, { examples }),
    'The codes that the answer is for; null: all codes of the organization. Empty when all codes of ' +
      'an answer were deleted or moved.',
  ),
  source_id: Nullable(
    Str('The knowledge source of the answer, or null.', 'src_01JB0000000000000000000000'),
  ),
  first_asked_at: Instant('When it was first asked.'),
  last_asked_at: Instant('When it was last asked.'),
  answered_at: Nullable(Instant('When it was answered, or null.')),
}

export const QuestionSchema = named('Question', Type.Object(questionFields))

export const QuestionDetail = named(
  'QuestionDetail',
  Type.Object({
    ...questionFields,
    questions: Type.Array(
      Type.Object({
        message_id: Str('The answer in the conversation.', 'msg_01JB0000000000000000000000'),
        conversation_id: ConversationId,
        qpr_code_id: CodeId,
        code_name: Str('The name of the code.', 'Harbour Hotel'),
        question: Str('The question as the visitor wrote it.', 'Is there a sauna?'),
        language: Str('The language of the conversation.', 'en'),
        outcome: OneOf(['partly', 'unknown'], 'How far the answer knew it.', 'unknown'),
        asked_at: Instant('When it was asked.'),
      }),
      { description: 'The newest 100 questions of the group, newest first.' },
    ),
  }),
)

export const QuestionQuery = Type.Object({
  ...scopeFilters,
  outcome: Type.Optional(
    OneOf(
      ['unknown', 'partly'],
      'Only questions that the answer did not know, or knew only partly. Default: both.',
      'unknown',
    ),
  ),
  status: OneOf(questionStatuses, 'Only questions with this status.', 'open', { default: 'open' }),
  ...pageQuery(50, 200),
})
export type QuestionQuery = Static<typeof QuestionQuery>

export const PageOfQuestions = Type.Object({
  questions: Type.Array(QuestionSchema, {
    description: 'One page of questions, those of most conversations first.',
  }),
  ...pageFields(50, countedTo),
})

export const QuestionPath = Type.Object({ id: Id })

const CodeIds = Nullable(
  Type.Array(
    Str('Code id.', 'qpr_01JB0000000000000000000000', { format: 'text', maxLength: 100 }),
    {
      minItems: 1,
      maxItems: maxItems.codes,
      uniqueItems: true,
      examples,
    },
  ),
  'The codes that the answer is for; null: all codes of the organization.',
)

export const ReportedAnswer = Type.Object({
  message_id: Str('An answer in a conversation.', 'msg_01JB0000000000000000000000', {
    format: 'text',
    maxLength: 100,
  }),
})

export const NewAnswer = Type.Object({
  answer: Text(maxLength.message, 'Your answer, 1 to 4,000 characters.', 'Yes, on the top floor.'),
  question: Type.Optional(
    Text(
      maxLength.question,
      'The question in your words. It becomes the public title of the source and stays when the ' +
        'conversations are deleted. Default: the beginning of your answer, never the words of a ' +
        'visitor.',
      'Is there a sauna?',
    ),
  ),
  code_ids: Type.Optional(CodeIds),
})
export type NewAnswer = Static<typeof NewAnswer>

export const QuestionChanges = Type.Object({
  status: Type.Optional(
    OneOf(['open', 'dismissed'], 'Dismisses the question, or opens it again.', 'dismissed'),
  ),
  code_ids: Type.Optional(CodeIds),
})
export type QuestionChanges = Static<typeof QuestionChanges>

export const MergedQuestions = Type.Object({
  question_ids: Type.Array(
    Str('Question id.', 'qst_01JB0000000000000000000000', { format: 'text', maxLength: 100 }),
    {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The questions that mean the same. They become part of this one.',
      examples: [['qst_01JB0000000000000000000001']],
    },
  ),
})
