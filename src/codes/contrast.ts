import { invalidField } from '../http/problem.ts'
import type { CodeStyle } from './codes.schema.ts'

const minContrast = 4

/** A code that cameras cannot read is never handed out: dark on light, 4:1 at least. */
export const checkContrast = ({ color = '#000000', background = '#ffffff' }: CodeStyle) => {
  const ratio = (luminance(background) + 0.05) / (luminance(color) + 0.05)
  if (ratio < minContrast) {
    throw invalidField(
      '/style/color',
      'low_contrast',
      `style.color must be darker than style.background, by ${minContrast}:1 at least; ` +
        `this is ${ratio.toFixed(1)}:1. Take a darker color or a lighter background.`,
    )
  }
}

/** Relative luminance as WCAG 2 defines it. */
const luminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
