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
      description: 'Millimetres on paper.',
      examples: [50],
    }),
  ),
  margin: Type.Optional(
    Type.Integer({ ...margins, description: 'Quiet zone in modules.', examples: [4] }),
  ),
  level: Type.Optional(Type.Enum(levels, { description: 'Error correction.' })),
  color: Color('The modules', '0f6b5c'),
  background: Color('Behind them', 'ffffff'),
  dots: Type.Optional(Type.Enum(dotShapes, { description: 'Their shape.' })),
  eyes: Type.Optional(Type.Enum(eyeShapes, { description: 'The finders.' })),
  logo: Type.Optional(Type.Enum(['0', '1'], { description: '0 leaves the logo out.' })),
})
export type ImageQuery = Static<typeof ImageQuery>

const common = {
  paper: Type.Enum(Object.keys(papers) as (keyof typeof papers)[], {
    default: 'a4',
    description: 'The paper.',
    examples: ['a4'],
  }),
  cut_marks: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Prints crosses where to cut. Default: false.',
      examples: [true],
    }),
  ),
}

const Millimetres = (description: string, maximum: number) =>
  Type.Optional(Type.Number({ minimum: 0, maximum, description, examples: [10] }))

export const SheetRequest = Type.Object({
  ids: Type.Array(
    Type.String({ format: 'text', maxLength: 100, description: 'An id or a short id.' }),
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
            description: 'A common grid of labels, columns by rows.',
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
          margin_mm: Millimetres('Between the edge of the paper and the codes; default 10.', 50),
          gap_mm: Millimetres('Between the codes; default 0.', 50),
        }),
      ],
      {
        description: 'A grid of labels, or a number of columns and rows. Default: 3 by 4 on A4.',
        examples: [{ paper: 'a4', columns: 3, rows: 4, cut_marks: true }],
      },
    ),
  ),
})
export type SheetRequest = Static<typeof SheetRequest>
