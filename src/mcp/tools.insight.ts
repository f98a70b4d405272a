import { maxLength } from '#contract/limits.ts'
import { periods } from '#contract/periods.ts'
import { choice, integer, organization, page, text } from './fields.ts'
import type { ApiTool } from './tool-table.ts'

const period = {
  period: choice([...periods, 'all'], 'The last days, today included. Default: 30d.'),
}
const ofCode = { qpr_code_id: text('Only this code, by id or short id. Default: all codes.') }

export const insightTools: readonly ApiTool[] = [
  {
    name: 'read_insight',
    title: 'Read insight',
    description:
      'Returns the figures of one code or of a whole organization: scans, unique devices, the ' +
      'share of scans that led to a conversation, messages per conversation, countries, devices, ' +
      'and a time series.',
    input: {
      properties: {
        id: text('The code, by id or short id. Default: all codes of the organization.'),
        ...period,
        granularity: choice(['hour', 'day', 'week'], 'The steps of the time series. Default: day.'),
        compare: choice(
          ['nothing', 'before'],
          'before adds the figures of the same number of days before the period.',
        ),
        ...organization,
      },
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/qpr-codes/{id}/analytics',
    pathWithout: '/v1/analytics',
    permission: 'scans:read',
  },
  {
    name: 'top_codes',
    title: 'Top codes',
    description: 'Returns the codes of an organization with the most scans in a period.',
    input: {
      properties: {
        ...period,
        limit: integer('The maximum number of codes.', 1, 50),
        ...organization,
      },
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/analytics/codes',
    permission: 'scans:read',
  },
  {
    name: 'top_questions',
    title: 'Top questions',
    description:
      'Returns the questions that visitors ask most, each with a conversation in which it was ' +
      'asked. Use it to find out what the prompt of a code should answer.',
    input: {
      properties: {
        ...ofCode,
        ...period,
        limit: integer('The maximum number of questions.', 1, 50),
        ...organization,
      },
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/analytics/questions',
    permission: 'conversations:read',
  },
  {
    name: 'list_conversations',
    title: 'List conversations',
    description:
      'Lists the conversations of visitors, newest first, with their first message and rating. ' +
      'Filter with rating down to find answers that visitors did not like.',
    input: {
      properties: {
        ...ofCode,
        q: text('Only conversations with this text in a message.', maxLength.search),
        rating: choice(['up', 'down'], 'Only conversations with this rating.'),
        status: choice(['open', 'ended'], 'Only open conversations, or only ended ones.'),
        since: text('Only conversations from this time on, ISO 8601 in UTC.'),
        until: text('Only conversations before this time, ISO 8601 in UTC.'),
        ...organization,
        ...page(200),
      },
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/conversations',
    permission: 'conversations:read',
  },
  {
    name: 'read_conversation',
    title: 'Read a conversation',
    description: 'Returns one conversation with all its messages and ratings.',
    input: {
      properties: { id: text('The id of the conversation (conv_…).') },
      required: ['id'],
    },
    effect: 'reads',
    method: 'GET',
    path: '/v1/conversations/{id}',
    permission: 'conversations:read',
  },
]
