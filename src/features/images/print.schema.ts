import { type Static, Type } from 'typebox'
import { maxLength } from '#contract/limits.ts'
import { allPieceSizes, bleedsMm, printFormats, printKinds } from '#contract/print-pieces.ts'
import { type Paper, papers } from '#contract/sheet-layouts.ts'
import { Int, Num, named, OneOf, Str } from '../../platform/http/schema.ts'
import { pieceTexts } from '../printing/texts.ts'

/** May be empty; a control character has no form on paper. */
// Not \p{Cc}: tools that read the schema without the flag `u` take it for other characters.
const Line = (maximum: number, description: string, example: string) =>
  Str(description, example, { maxLength: maximum, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })

export const CallToAction = Line(
  maxLength.callToAction,
  'A short text that asks to scan. Empty: no text. Default: “Scan to talk” in the language of the ' +
    'code, or in English if the code has none.',
  'Scan to talk',
)

const about = {
  kind: OneOf(
    printKinds,
    'A sticker, a table tent (two faces, one of them upside down, with a fold between them) or a poster.',
    'poster',
  ),
  size: Type.Optional(
    OneOf(
      allPieceSizes,
      'After cutting. Stickers: `50x70`, `70x70` (default) or `100x100` millimetres. One face of a ' +
        'tent: `a7`, `a6` (default) or `a5`. Posters: `a6`, `a5`, `a4` (default) or `a3`.',
      'a4',
    ),
  ),
  title: Type.Optional(
    Line(
      maxLength.name,
      'Default: the public title of the code. Empty: no title.',
      'Harbour Hotel',
    ),
  ),
  call_to_action: Type.Optional(CallToAction),
}

export const PiecePreviewQuery = Type.Object(about)
export type PiecePreviewQuery = Static<typeof PiecePreviewQuery>

const Switch = (description: string) => Type.Optional(Type.Enum(['0', '1'], { description }))

export const PieceQuery = Type.Object({
  ...about,
  format: Type.Optional(OneOf(printFormats, 'Default: `pdf`.', 'pdf')),
  bleed_mm: Type.Optional(
    Int('Printed beyond the cut on each side, 0 to 10. Default: 3 for PDF, 0 for SVG.', 3, {
      minimum: bleedsMm.minimum,
      maximum: bleedsMm.maximum,
    }),
  ),
  crop_marks: Switch(
    '`1` draws marks for cutting, and for folding a tent, outside of the piece. Default: `1` for ' +
      'PDF, `0` for SVG.',
  ),
  paper: Type.Optional(
    OneOf(
      Object.keys(papers) as Paper[],
      'For an office printer: the page is this paper, with the piece in true size in its middle, ' +
        'without bleed. A sticker is repeated as often as it fits; other pieces that are smaller ' +
        'than the paper have marks for cutting. `bleed_mm` and `crop_marks` are ignored. Default: ' +
        'the page is as large as the piece with its bleed and marks.',
      'a4',
    ),
  ),
})
export type PieceQuery = Static<typeof PieceQuery>

export const PiecePath = Type.Object({
  id: Str('The id or the short id of the code.', 'k3v9x0pz'),
})

const Field = OneOf(pieceTexts, 'Which text.', 'call_to_action')

export const PiecePreview = named(
  'PiecePreview',
  Type.Object({
    svg: Str(
      'The piece after cutting, without bleed and crop marks, as an SVG in millimetres.',
      '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm">…</svg>',
    ),
    width_mm: Num('Width of the piece; of an unfolded tent.', 210),
    height_mm: Num('Height of the piece; of an unfolded tent.', 297),
    code_mm: Num('Width of the code with its quiet zone.', 156.1),
    title: Str('The wanted title.', 'Harbour Hotel'),
    call_to_action: Str('The wanted call to action.', 'Scan to talk'),
    left_out: Type.Array(
      Type.Object({
        field: Field,
        characters: Type.Array(Type.String(), {
          description: 'Characters that the font lacks, at most 8.',
          examples: [['京']],
        }),
      }),
      {
        description:
          'Texts that are not printed, because the font has Latin, Greek and Cyrillic letters only.',
      },
    ),
    shortened: Type.Array(Field, {
      description: 'Texts that are too long for the piece and end with “…”.',
      examples: [[]],
    }),
  }),
)
export type PiecePreview = Static<typeof PiecePreview>
