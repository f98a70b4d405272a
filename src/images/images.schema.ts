import { type Static, Type } from 'typebox'
import { dotShapes, eyeShapes, levels, margins } from '#contract/image-styles.ts'
import { maxItems } from '#contract/limits.ts'
import { labelGrids, papers } from '#contract/sheet-layouts.ts'

const Color = (description: string, example: string) =>
  Type.Optional(
    Type.String({
      pattern: '^#?[0-9a-fA-F]{6}$',
      description: `${description}, six hexadecimal digits.`,
      examples: [example],
    }),
  )

/** The query parameters of an image. Defaults come from the saved style of the code. */
export const ImageQuery = Type.Object({
  size: Type.Optional(
    Type.Integer({
      minimum: 64,
      maximum: 4096,
      description: 'Pixels, default 512.',
      examples: [512],
    }),
  ),
  size_mm: Type.Optional(
    Type.Integer({
      minimum: 10,
      maximum: 1000,
      description: 'Width on paper in millimetres.',
      examples: [50],
    }),
  ),
  margin: Type.Optional(
    Type.Integer({ ...margins, description: 'Quiet zone in modules.', examples: [4] }),
  ),
  level: Type.Optional(Type.Enum(levels, { description: 'The level of error correction.' })),
  color: Color('The modules', '0f6b5c'),
  background: Color('Behind them', 'ffffff'),
  dots: Type.Optional(Type.Enum(dotShapes, { description: 'The shape of the modules.' })),
  eyes: Type.Optional(
    Type.Enum(eyeShapes, { description: 'The shape of the three eyes (finder patterns).' }),
  ),
  logo: Type.Optional(Type.Enum(['0', '1'], { description: '`0` omits the logo.' })),
})
export type ImageQuery = Static<typeof ImageQuery>

const common = {
  paper: Type.Enum(Object.keys(papers) as (keyof typeof papers)[], {
    default: 'a4',
    description: 'The paper size.',
    examples: ['a4'],
  }),
  cut_marks: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to print cut marks. Default: false.',
      examples: [true],
    }),
  ),
}

const Millimetres = (description: string, maximum: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum, description, examples: [10] }))

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
          grid: Type.Enum(Object.keys(labelGrids) as (keyof typeof labelGrids)[], {
            description: 'A common label grid, columns by rows.',
            examples: ['3x7'],
          }),
        }),
        Type.Object({
          ...common,
          columns: Type.Integer({
            minimum: 1,
            maximum: 10,
            description: 'Codes in a row.',
            examples: [3],
          }),
          rows: Type.Integer({
            minimum: 1,
            maximum: 15,
            description: 'Rows on a page.',
            examples: [4],
          }),
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
})
export type SheetRequest = Static<typeof SheetRequest>
