import { type Static, Type } from 'typebox'
import { textEncodingNames } from '#contract/encodings.ts'
import { maxLength } from '#contract/limits.ts'
import { pageFields, pageQuery } from '../../platform/http/input/cursor.ts'
import {
  GivenId,
  Instant,
  Int,
  Nullable,
  named,
  OneOf,
  OrganizationId,
  Str,
  Text,
} from '../../platform/http/schema.ts'
import { maxSourcePages } from '../models/model.ts'

export const maxFileBytes = 20 * 2 ** 20
const maxQuestionLength = 1000
const maxAnswerLength = 8000
const maxTitleLength = 200
const maxUrlLength = 2000
const maxSourceCodes = 500

const sourceExample = 'src_01JB0000000000000000000000'
const passageExample = 'psg_01JB0000000000000000000000'
const codeExample = 'qpr_01JB0000000000000000000000'

const kinds = ['file', 'page', 'site', 'question'] as const
const statuses = ['processing', 'ready', 'failed'] as const
const refreshes = ['never', 'daily', 'weekly'] as const

export const SourceSchema = named(
  'KnowledgeSource',
  Type.Object({
    id: Str('Source id.', sourceExample),
    organization_id: Str('The organization of the source.', 'org_01JB0000000000000000000000'),
    kind: OneOf(
      kinds,
      '`file`: an uploaded file; `page`: one web page; `site`: the pages of a website; ' +
        '`question`: a question with its answer.',
      'file',
    ),
    title: Str('Shown to visitors with a quotation.', 'House manual'),
    status: OneOf(
      statuses,
      '`processing`: it is being read, and codes answer from its former state; `ready`; ' +
        '`failed`: see `reason`.',
      'ready',
    ),
    reason: Nullable(
      Str(
        'Why it failed, or what is missing, as a sentence; null if nothing is.',
        'This PDF is protected by a password. Save it without one, then upload it.',
      ),
    ),
    progress: Nullable(
      Type.Object({
        done: Int('Pages read so far.', 12),
        total: Int('Pages in all. It grows while links are found.', 60),
      }),
      'The progress while `status` is `processing`; null before the number of pages is known.',
    ),
    code_ids: Nullable(
      Type.Array(Type.String(), { examples: [[codeExample]] }),
      'The codes that answer from the source; null: all codes of the organization.',
    ),
    pages: Int(
      'Pages in use. A PDF has its own; other sources have one for every 3,000 characters; ' +
        'questions have none.',
      60,
    ),
    passages: Int('Passages in use.', 148),
    size_bytes: Int(
      'Size of the file, or of the text. 0 for a file that could not be read: its content is deleted.',
      1_048_576,
    ),
    url: Nullable(Str('The address of a page or site.', 'https://example.com/help')),
    question: Nullable(Str('The question, for `question`.', 'Is there a sauna?')),
    answer: Nullable(Str('The answer, for `question`.', 'Yes, in the basement, from 4 to 9 pm.')),
    encoding: Nullable(
      OneOf(
        textEncodingNames,
        'The encoding in which a text, CSV or HTML file was read, guessed (see `reason`) or chosen; ' +
          'null for other sources, and for files in UTF-8 or with the name of their encoding.',
        'windows-1250',
      ),
    ),
    refresh: OneOf(refreshes, 'How often a page or site is read again.', 'weekly'),
    refreshed_at: Nullable(Instant('When it was last read completely; null until then.')),
    created_at: Instant('When it was added.'),
    updated_at: Instant('When it was last changed or read.'),
  }),
)

const CodeIds = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 100, format: 'text' }), {
    maxItems: maxSourceCodes,
    examples: [[codeExample]],
  }),
  'The codes (ids or short ids) that answer from the source; null: all codes of the organization.',
)

const Title = Text(maxTitleLength, 'Shown to visitors with a quotation.', 'House manual')
const Question = Text(maxQuestionLength, 'The question.', 'Is there a sauna?')
const Answer = Text(maxAnswerLength, 'The answer.', 'Yes, in the basement, from 4 to 9 pm.')
const RefreshField = OneOf(refreshes, 'How often a page or site is read again.', 'weekly')

export const NewSource = Type.Object(
  {
    organization_id: OrganizationId,
    kind: OneOf(
      ['page', 'site', 'question'],
      '`page`: one web page; `site`: a website, from its start address or its sitemap; ' +
        '`question`: a question with its answer. Files have their own operation.',
      'site',
    ),
    url: Type.Optional(
      Text(
        maxUrlLength,
        'For `page` and `site`: an http or https address, or the address of a sitemap.',
        'https://example.com/help',
      ),
    ),
    question: Type.Optional(Question),
    answer: Type.Optional(Answer),
    title: Type.Optional(Title),
    code_ids: Type.Optional(CodeIds),
    refresh: Type.Optional(RefreshField),
    max_pages: Type.Optional(
      Int('For `site`: the maximum number of pages. Default: 200.', 200, {
        minimum: 1,
        maximum: maxSourcePages,
      }),
    ),
    max_depth: Type.Optional(
      Int('For `site`: how many links to follow from the start address. Default: 3.', 3, {
        minimum: 0,
        maximum: 10,
      }),
    ),
  },
  { examples: [{ kind: 'site', url: 'https://example.com/help', refresh: 'weekly' }] },
)
export type NewSource = Static<typeof NewSource>

export const FileQuery = Type.Object({
  organization_id: OrganizationId,
  name: Str(
    'The name of the file. It becomes the title, without its folder and its ending.',
    'House manual.pdf',
    { minLength: 1, maxLength: 500, format: 'text' },
  ),
  code_ids: Type.Optional(
    Str(
      'The codes (ids or short ids) that answer from the file, separated by commas. Default: all ' +
        'codes of the organization.',
      codeExample,
      { maxLength: 20_000 },
    ),
  ),
})
export type FileQuery = Static<typeof FileQuery>

export const SourceChanges = Type.Object(
  {
    title: Type.Optional(Title),
    code_ids: Type.Optional(CodeIds),
    refresh: Type.Optional(RefreshField),
    question: Type.Optional(Question),
    answer: Type.Optional(Answer),
    encoding: Type.Optional(
      Nullable(
        OneOf(textEncodingNames, 'The encoding of a text, CSV or HTML file.', 'windows-1250'),
        'The encoding of a text, CSV or HTML file, which is read again with it; null: it is guessed.',
      ),
    ),
  },
  { examples: [{ title: 'House manual', code_ids: null }] },
)
export type SourceChanges = Static<typeof SourceChanges>

export const SourceQuery = Type.Object({
  organization_id: OrganizationId,
  qpr_code_id: GivenId(
    'Only the sources that this code answers from (id or short id).',
    codeExample,
  ),
  kind: Type.Optional(OneOf(kinds, 'Only sources of this kind.', 'file')),
  status: Type.Optional(OneOf(statuses, 'Only sources with this status.', 'failed')),
  ...pageQuery(50, 200),
})
export type SourceQuery = Static<typeof SourceQuery>

export const PageOfSources = Type.Object({
  sources: Type.Array(SourceSchema, { description: 'One page of sources, newest first.' }),
  ...pageFields(50),
})

export const TextQuery = Type.Object({
  passage_id: Type.Optional(
    Str(
      'The page with this passage, in place of `offset`; the first page when the source has no ' +
        'such passage any more.',
      passageExample,
      { maxLength: 100, format: 'text' },
    ),
  ),
  ...pageQuery(20, 100),
})
export type TextQuery = Static<typeof TextQuery>

export const PassageSchema = named(
  'KnowledgeTextPassage',
  Type.Object({
    id: Str('Passage id.', passageExample),
    title: Str('The title of the source or of the web page.', 'House manual'),
    url: Nullable(Str('The address of the web page.', 'https://example.com/help')),
    page: Nullable(Int('The page of a PDF, from 1; null otherwise.', 12)),
    headings: Type.Array(Type.String(), {
      description: 'The headings above the passage, from the outermost to the innermost.',
      examples: [['The house', 'Wellness']],
    }),
    text: Str('The text that codes answer from.', 'The sauna is in the basement.'),
    read_text: Nullable(
      Str(
        'What was read, if the text was corrected; null otherwise.',
        'The sauma is in the basement.',
      ),
    ),
  }),
)

export const Correction = Type.Object({
  passage_id: Str('The passage to correct. Afterwards it has another id.', passageExample, {
    minLength: 1,
    maxLength: 100,
    format: 'text',
  }),
  text: Nullable(
    Text(
      maxLength.passage,
      'The text that codes answer from; null: what was read.',
      'The sauna is in the basement.',
    ),
  ),
})
export type Correction = Static<typeof Correction>

export const SourceText = named(
  'KnowledgeText',
  Type.Object({
    passages: Type.Array(PassageSchema, {
      description: 'One page of the passages, in the order of the source.',
    }),
    ...pageFields(20),
    offset: Int('As in the request; with `passage_id`: where the page of the passage begins.', 0),
  }),
)

export const SourcePath = Type.Object({ id: Str('The id of the source.', sourceExample) })
