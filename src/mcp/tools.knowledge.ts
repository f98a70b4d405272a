import { maxLength } from '#contract/limits.ts'
import { choice, integer, list, organization, page, text } from './fields.ts'
import type { ApiTool } from './tool-table.ts'

const codes = list(
  text('A code, by id or short id.'),
  500,
  'The codes that answer from it. Default: all codes of the organization.',
)

export const knowledgeTools: readonly ApiTool[] = [
  {
    name: 'list_knowledge',
    title: 'List knowledge',
    description:
      'Lists the sources that codes answer from in addition to their prompts: files, web pages, ' +
      'websites, and questions with answers.',
    input: {
      properties: {
        qpr_code_id: text('Only the sources of this code, by id or short id.'),
        kind: choice(['file', 'page', 'site', 'question'], 'Only sources of this kind.'),
        ...organization,
        ...page(100),
      },
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/knowledge',
    permission: 'knowledge:read',
  },
  {
    name: 'search_knowledge',
    title: 'Search knowledge',
    description:
      'Returns the passages of the sources that fit a question best. Use it to check what a code ' +
      'can answer, before you add an answer.',
    input: {
      properties: {
        q: text('The question, as a visitor would ask it.', 1000),
        qpr_code_id: text('Only the sources of this code, by id or short id.'),
        limit: integer('The maximum number of passages.', 1, 20),
        ...organization,
      },
      required: ['q'],
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/knowledge/search',
    permission: 'knowledge:read',
  },
  {
    name: 'unanswered_questions',
    title: 'Unanswered questions',
    description:
      'Returns the questions that codes could not answer, those of most conversations first. Use ' +
      'it to find out what visitors miss, and answer_question to add what the user tells you.',
    input: {
      properties: {
        qpr_code_id: text('Only the questions to this code, by id or short id.'),
        outcome: choice(['unknown', 'partly'], 'Only questions not answered, or partly answered.'),
        ...organization,
        ...page(200),
      },
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/questions',
    permission: 'conversations:read',
  },
  {
    name: 'answer_question',
    title: 'Answer a question',
    description:
      'Answers an unanswered question. The next visitor gets the answer, and so do visitors who ' +
      'asked and whose conversation is still open. Send only what the user has given or confirmed.',
    input: {
      properties: {
        id: text('The id of the question.'),
        answer: text('The answer.', maxLength.message),
        code_ids: codes,
      },
      required: ['id', 'answer'],
    },
    effect: 'adds',
    method: 'POST',
    path: '/v1/questions/{id}/answer',
    permission: 'knowledge:write',
  },
  {
    name: 'add_answer',
    title: 'Add an answer',
    description:
      'Teaches codes the answer to a question. The next answer uses it. Add only facts that the ' +
      'user has given or confirmed.',
    input: {
      properties: {
        question: text('The question, as visitors ask it.', 1000),
        answer: text('The answer.', 8000),
        code_ids: codes,
        ...organization,
      },
      required: ['question', 'answer'],
    },
    fixed: { kind: 'question' },
    effect: 'adds',
    method: 'POST',
    path: '/v1/knowledge',
    permission: 'knowledge:write',
  },
]
