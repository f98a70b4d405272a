import { levels } from '#contract/image-styles.ts'
import { asHex, contrast, mix, parseHex, type Rgb } from '../drawing/color.ts'
import { matrixOf } from '../drawing/matrix.ts'
import { drawnAs } from '../drawing/picture.ts'
import { UnscannableStyle } from '../drawing/refusals.ts'
import { completeStyle, type ImageStyle, minContrast, plainImageStyle } from '../drawing/style.ts'
import { svgOf } from '../drawing/svg.ts'

interface Draft {
  readonly text: string
  readonly style: Partial<ImageStyle>
  readonly size: number
  /** The reason why the logo of the draft, which is not part of its style, cannot be used. */
  readonly refusedLogo: UnscannableStyle | null
}

/**
 * Previews an unsaved style: its image, whether cameras can read it, and otherwise the change that
 * it needs.
 */
export const previewOf = ({ text, style: wanted, size, refusedLogo }: Draft) => {
  const style = { ...plainImageStyle, ...wanted }
  const problems = [...problemsOf(text, style), ...(refusedLogo ? [refusedLogo] : [])]
  const picture = drawnAs(text, {
    ...style,
    ...(problems.some(({ field }) => field === 'logo') && { logo: null }),
    ...(problems.some(({ field }) => field === 'level') && { logo: null, level: 'L' }),
  })
  const { color, background, dots, eyes, margin, level } = picture.style
  const ratio = contrast(parseHex(color), parseHex(background))
  return {
    scannable: problems.length === 0,
    problems: problems.map(({ field, code, message }) => ({ field, code, message })),
    fix: problems.length === 0 || refusedLogo ? null : fixOf(text, style),
    style: { color, background, dots, eyes, margin, level },
    contrast: Math.floor(ratio * 100) / 100,
    svg: svgOf(picture, size),
  }
}

/**
 * All reasons instead of the first, because the editor shows all of them while a slider is dragged.
 */
const problemsOf = (text: string, style: ImageStyle): UnscannableStyle[] => {
  return [
    refusalOf(() => completeStyle(style)),
    refusalOf(() => matrixOf(text, style.level, style.logo !== null)),
  ].filter((refusal) => refusal !== null)
}

const refusalOf = (check: () => unknown): UnscannableStyle | null => {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof UnscannableStyle) return error
    throw error
  }
}

/** The fields that must change, with their new values; null when no style would help. */
const fixOf = (text: string, style: ImageStyle): Partial<ImageStyle> | null => {
  const colors = readableColors(parseHex(style.color), parseHex(style.background))
  for (const level of [style.level, ...levels]) {
    const fixed = { ...style, ...colors, level }
    if (problemsOf(text, fixed).length > 0) continue
    return { ...colors, ...(level !== style.level && { level }) }
  }
  return null
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const steps = 50

/** Changes as little as possible: first a darker color, only then a lighter background. */
const readableColors = (color: Rgb, background: Rgb): Partial<ImageStyle> => {
  if (contrast(color, background) >= minContrast) return {}
  if (contrast(background, color) >= minContrast) {
    return { color: asHex(background), background: asHex(color) }
  }
  for (let step = 1; step <= steps; step++) {
    const darker = mix(color, black, step / steps)
    if (contrast(darker, background) >= minContrast) return { color: asHex(darker) }
  }
  for (let step = 1; ; step++) {
    const lighter = mix(background, white, step / steps)
    if (contrast(black, lighter) < minContrast) continue
    return { color: asHex(black), background: asHex(lighter) }
  }
}
