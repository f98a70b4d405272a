import { type Static, Type } from 'typebox'
import { dotShapes, eyeShapes, levels, margins } from '#contract/image-styles.ts'
import { Bool, GivenId, Int, Nullable, Num, named, Str } from '../../platform/http/schema.ts'

const Color = (description: string, example: string) =>
  Str(description, example, { pattern: '^#[0-9a-fA-F]{6}$' })

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
