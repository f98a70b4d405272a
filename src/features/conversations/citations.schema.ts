import { Type } from 'typebox'
import { outcomes } from '#contract/outcomes.ts'
import { Int, Nullable, OneOf, Str } from '../../platform/http/schema.ts'

export const MessageOutcome = Nullable(
  OneOf(
    [...outcomes],
    'How well the answer answers the question: `answered`, `partly`, or `unknown` if the assistant ' +
      'did not know. The model reports it; if it does not, it is estimated from the sources. A ' +
      'thumbs-down makes it `unknown`. Null for messages of the visitor, for incomplete answers, ' +
      'and without a report and sources.',
    'answered',
  ),
)

export const MessageCitations = Type.Array(
  Type.Object({
    number: Int('The number of the mark in the text: 1 for `[1]`.', 1),
    passage_id: Str('Passage id.', 'psg_01JB0000000000000000000000'),
    source_id: Str('The source of the passage.', 'src_01JB0000000000000000000000'),
    title: Str('The title of the source.', 'House manual'),
    url: Nullable(Str('The web page; null for other sources.', 'https://www.example.com/pool')),
    page: Nullable(Int('The page of a PDF, from 1; null for other sources.', 12)),
    headings: Type.Array(Type.String(), {
      description: 'The headings above the passage, from the outermost on.',
      examples: [['Leisure', 'Pool']],
    }),
    quote: Str(
      'The words that support the statement, exactly as in `text`, at most 300 characters.',
      'The pool is open from 8 to 20.',
    ),
    text: Str(
      'The passage as it was when the answer was given, at most 3,000 characters.',
      'The pool is open from 8 to 20. Towels are at the desk.',
    ),
  }),
  {
    description:
      'The passages that the answer cites, in the order of their marks. Only citations whose quote ' +
      'is in the passage are kept.',
  },
)
