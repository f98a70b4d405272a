import { type Static, Type } from 'typebox'
import { dotShapes, eyeShapes, levels, margins } from '#contract/image-styles.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import { allPieceSizes, bleedsMm, printFormats, printKinds } from '#contract/print-pieces.ts'
import { labelGrids, type Paper, papers } from '#contract/sheet-layouts.ts'
import {
  Bool,
  Color,
  GivenId,
  Int,
  Nullable,
  Num,
  named,
  OneOf,
  Str,
} from '../../platform/http/schema.ts'
import { pieceTexts } from '../printing/lines.ts'

/** May be empty; a control character has no form on paper. */
// Not \p{Cc}: tools that read the schema without the flag `u` take it for other characters.
const Line = (maximum: number, description: string, example: string) =>
  Str(description, example, { maxLength: maximum, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })

const CallToAction = Line(
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

const QueryColor = (description: string, example: string) =>
  Type.Optional(
    Str(`${description}, six hexadecimal digits.`, example, { pattern: '^#?[0-9a-fA-F]{6}$' }),
  )

/** The query parameters of an image. Defaults come from the saved style of the code. */
export const ImageQuery = Type.Object({
  size: Type.Optional(Int('Pixels, default 512.', 512, { minimum: 64, maximum: 4096 })),
  size_mm: Type.Optional(Int('Width on paper in millimetres.', 50, { minimum: 10, maximum: 1000 })),
  margin: Type.Optional(Int('Quiet zone in modules.', 4, { ...margins })),
  level: Type.Optional(Type.Enum(levels, { description: 'The level of error correction.' })),
  color: QueryColor('The modules', '0f6b5c'),
  background: QueryColor('Behind them', 'ffffff'),
  dots: Type.Optional(Type.Enum(dotShapes, { description: 'The shape of the modules.' })),
  eyes: Type.Optional(
    Type.Enum(eyeShapes, { description: 'The shape of the three eyes (finder patterns).' }),
  ),
  logo: Type.Optional(Type.Enum(['0', '1'], { description: '`0` omits the logo.' })),
})
export type ImageQuery = Static<typeof ImageQuery>

const common = {
  paper: OneOf(Object.keys(papers) as (keyof typeof papers)[], 'The paper size.', 'a4', {
    default: 'a4',
  }),
  cut_marks: Type.Optional(
    Bool('Whether to print cut marks. Default: false.', true, { default: false }),
  ),
}

const Millimetres = (description: string, maximum: number) =>
  Type.Optional(Num(description, 10, { minimum: 0, maximum }))

export const SheetRequest = Type.Object({
  ids: Type.Array(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The id or the short id of a code.',
    }),
    {
      minItems: 1,
      maxItems: maxItems.codes,
      description:
        'The codes, in the order in which they are printed. A code may be listed several times.',
      examples: [['k3v9x0pz']],
    },
  ),
  layout: Type.Optional(
    Type.Union(
      [
        Type.Object({
          ...common,
          grid: OneOf(
            Object.keys(labelGrids) as (keyof typeof labelGrids)[],
            'A common label grid, columns by rows.',
            '3x7',
          ),
        }),
        Type.Object({
          ...common,
          columns: Int('Codes in a row.', 3, { minimum: 1, maximum: 10 }),
          rows: Int('Rows on a page.', 4, { minimum: 1, maximum: 15 }),
          margin_mm: Millimetres(
            'Distance between the edge of the paper and the codes, in millimetres. Default: 10.',
            50,
          ),
          gap_mm: Millimetres('Distance between the codes, in millimetres. Default: 0.', 50),
        }),
      ],
      {
        description: 'A label grid, or a number of columns and rows. Default: 3 by 4 on A4.',
        examples: [{ paper: 'a4', columns: 3, rows: 4, cut_marks: true }],
      },
    ),
  ),
  frame: Type.Optional(
    Type.Object(
      { call_to_action: Type.Optional(CallToAction) },
      {
        description:
          'Puts each code into a frame in its color, with a call to action and the name. A frame ' +
          'leaves less room for the code: cells with modules below 0.4 mm are refused. Default: no ' +
          'frame.',
        examples: [{ call_to_action: 'Scan to talk' }],
      },
    ),
  ),
})
export type SheetRequest = Static<typeof SheetRequest>

const fields = {
  color: Color('The modules.', '#0f6b5c'),
  background: Color('Behind them.', '#ffffff'),
  dots: Type.Enum(dotShapes, { description: 'The shape of the modules.' }),
  eyes: Type.Enum(eyeShapes, { description: 'The shape of the three eyes (finder patterns).' }),
  margin: Int('The quiet zone in modules.', 4, { ...margins }),
  level: Type.Enum(levels, { description: 'The level of error correction.' }),
}

export const PreviewRequest = Type.Object({
  style: Type.Optional(
    Type.Partial(Type.Object(fields), {
      description:
        'The style to draw, in the form of the `style` of a code. Omitted fields have the values of the brand, or their defaults.',
      examples: [{ color: '#0f6b5c', dots: 'rounded' }],
    }),
  ),
  logo: Type.Optional(
    Nullable(
      Str(
        'A logo that is not uploaded, as a data URL of a PNG or an SVG of at most 64 KB; null: the ' +
          'logo of the brand, if it has one. Default: the logo of the code.',
        'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxyZWN0IHdpZHRoPSI5IiBoZWlnaHQ9IjkiLz48L3N2Zz4=',
        { maxLength: 90_000, pattern: '^data:image/(png|svg\\+xml);base64,[A-Za-z0-9+/]*=*$' },
      ),
    ),
  ),
  qpr_code_id: GivenId(
    'The code (id or short id). Default: a code that does not exist yet.',
    'k3v9x0pz',
  ),
  organization_id: GivenId(
    'The organization (id or slug), if no code is named. Default: the default organization ' +
      'of the key.',
    'harbour-hotels',
  ),
  size: Type.Optional(Int('Pixels, default 512.', 512, { minimum: 64, maximum: 4096 })),
})
export type PreviewRequest = Static<typeof PreviewRequest>

export const ImagePreview = named(
  'ImagePreview',
  Type.Object({
    scannable: Bool('Whether cameras read it, and a code may have this style.', false),
    problems: Type.Array(
      Type.Object({
        field: Str('The name of a field of the style, or `logo`.', 'color'),
        code: Str('A stable code, for programs.', 'low_contrast'),
        message: Str(
          'Why cameras would not read it, and how to change it.',
          'style.color must be darker than style.background, by 4:1 at least.',
        ),
      }),
      { description: 'All reasons why it is not scannable; empty if it is.' },
    ),
    fix: Nullable(
      Type.Partial(Type.Object(fields)),
      'The fields of the style to change so that cameras read it; null if nothing has to change, ' +
        'or if no style helps.',
    ),
    style: Type.Object(fields, {
      description: 'The style as drawn: with defaults, and the level raised if a logo needs it.',
    }),
    contrast: Num(
      'Contrast of the modules against the background, 1 to 21; at least 4 is needed.',
      6.37,
    ),
    svg: Str(
      'The image, even if it does not scan: for the screen, not for print. A logo that ' +
        'cannot be used is left out.',
      '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512">…</svg>',
    ),
  }),
)
