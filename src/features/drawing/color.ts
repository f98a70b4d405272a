export type Rgb = readonly [red: number, green: number, blue: number]

export const parseHex = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 0xff, value & 0xff]
}

export const asHex = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** Mixes `amount` of `over` with `under`, as browsers do at the edge of a shape. */
export const mix = (under: Rgb, over: Rgb, amount: number): Rgb => {
  const channel = (index: 0 | 1 | 2) =>
    Math.round(under[index] + (over[index] - under[index]) * amount)
  return [channel(0), channel(1), channel(2)]
}

/** Relative luminance as WCAG 2 defines it. */
const luminance = (color: Rgb): number => {
  const [red, green, blue] = color
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const linear = (byte: number): number => {
  const channel = byte / 255
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

/** The contrast ratio from 1 to 21; below 1 when `dark` is the lighter color. */
export const contrast = (dark: Rgb, light: Rgb): number =>
  (luminance(light) + 0.05) / (luminance(dark) + 0.05)
