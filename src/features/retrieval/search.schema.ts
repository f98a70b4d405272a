import { type Static, Type } from 'typebox'
import {
  Bool,
  GivenId,
  Int,
  Limit,
  Nullable,
  Num,
  named,
  OrganizationId,
  Str,
} from '../../platform/http/schema.ts'

const PassageSchema = named(
  'KnowledgePassage',
  Type.Object({
    id: Str('Passage id.', 'psg_01JB0000000000000000000000'),
    source_id: Str('The source.', 'src_01JB0000000000000000000000'),
    title: Str('The title of the source or of the web page.', 'House manual'),
    url: Nullable(
      Str('The address of the web page; null for files and questions.', 'https://example.com/help'),
    ),
    page: Nullable(Int('The page of a PDF, from 1; null otherwise.', 12)),
    headings: Type.Array(Type.String(), {
      description: 'The headings above the passage, from the outermost to the innermost.',
      examples: [['The house', 'Wellness']],
    }),
    text: Str('The text, as it is in the source.', 'The sauna is in the basement.'),
    score: Num('How well it fits the question; only comparable within one response.', 12.4),
  }),
)

export const SearchQuery = Type.Object({
  organization_id: OrganizationId,
  q: Str('The question, as a visitor would ask it.', 'Is there a sauna?', {
    minLength: 1,
    maxLength: 1000,
    format: 'text',
  }),
  qpr_code_id: GivenId(
    'Only the sources of this code (id or short id). Default: all sources of the organization.',
    'qpr_01JB0000000000000000000000',
  ),
  limit: Limit(8, 20),
})
export type SearchQuery = Static<typeof SearchQuery>

export const SearchResult = Type.Object({
  passages: Type.Array(PassageSchema, { description: 'The passages, the best first.' }),
  is_whole: Bool(
    'The sources are small: everything goes into the prompt of every answer, and these are only ' +
      'the passages that fit best.',
    false,
  ),
  best: Num('0 to 1: how well the best passage covers the words of the question.', 0.8),
})
export type SearchResult = Static<typeof SearchResult>
