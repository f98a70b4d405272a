import { margins, plainStyle as plain, type SymbolStyle } from '#contract/image-styles.ts'
import { contrast, parseHex } from './color.ts'
import type { DrawableLogo } from './logo.ts'
import { matrixOf } from './matrix.ts'
import { UnscannableStyle } from './refusals.ts'

/** A style with its logo. */
export interface ImageStyle extends SymbolStyle {
  readonly logo: DrawableLogo | null
}

export const plainImageStyle: ImageStyle = { ...plain, logo: null }

export const minContrast = 4
const { minimum: minMargin, maximum: maxMargin } = margins

/**
 * The complete style for this text: with defaults, and with the level raised if the logo needs it.
 * Throws `UnscannableStyle` if cameras could not read it.
 */
export const checkStyle = (
  text: string,
  wanted: Partial<ImageStyle>,
  /** The rules depend on whether there is a logo, but not on its content. */
  hasLogo = Boolean(wanted.logo),
): ImageStyle => {
  const style = completeStyle(wanted)
  const { level } = matrixOf(text, style.level, hasLogo)
  return { ...style, level }
}

/** The rules that do not depend on the text. */
export const completeStyle = (wanted: Partial<ImageStyle>): ImageStyle => {
  const style = { ...plainImageStyle, ...wanted }
  checkColors(style)
  checkMargin(style)
  return style
}

const checkColors = ({ color, background }: ImageStyle) => {
  for (const [field, value] of Object.entries({ color, background })) {
    if (/^#[0-9a-f]{6}$/i.test(value)) continue
    throw new UnscannableStyle(field, 'invalid_color', `style.${field} must be like #0f6b5c.`)
  }
  const ratio = contrast(parseHex(color), parseHex(background))
  if (ratio >= minContrast) return
  throw new UnscannableStyle(
    'color',
    'low_contrast',
    `style.color must be darker than style.background, by ${minContrast}:1 at least; ` +
      // Rounded down, because "4.0:1 is below 4:1" would be confusing.
      `this is ${(Math.floor(ratio * 10) / 10).toFixed(1)}:1. ` +
      'Use a darker color or a lighter background.',
  )
}

const checkMargin = ({ margin }: ImageStyle) => {
  if (Number.isInteger(margin) && margin >= minMargin && margin <= maxMargin) return
  throw new UnscannableStyle(
    'margin',
    'invalid_margin',
    `style.margin must be a whole number of modules from ${minMargin} to ${maxMargin}: ` +
      `cameras need a quiet zone of at least ${minMargin} modules to find the code.`,
  )
}
