import { type Static, Type } from 'typebox'
import { dotShapes, eyeShapes, levels, margins } from '#contract/image-styles.ts'
import { maxItems } from '#contract/limits.ts'
import { labelGrids, papers } from '#contract/sheet-layouts.ts'
import { Bool, Int, Num, OneOf, Str } from '../../platform/http/schema.ts'
import { CallToAction } from './print.schema.ts'

const Color = (description: string, example: string) =>
  Type.Optional(
    Str(`${description}, six hexadecimal digits.`, example, { pattern: '^#?[0-9a-fA-F]{6}$' }),
  )

/** The query parameters of an image. Defaults come from the saved style of the code. */
export const ImageQuery = Type.Object({
  size: Type.Optional(Int('Pixels, default 512.', 512, { minimum: 64, maximum: 4096 })),
  size_mm: Type.Optional(Int('Width on paper in millimetres.', 50, { minimum: 10, maximum: 1000 })),
  margin: Type.Optional(Int('Quiet zone in modules.', 4, { ...margins })),
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
