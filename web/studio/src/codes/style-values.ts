import { plainStyle, type SymbolStyle } from '#contract/image-styles.ts'
import type { Code } from './code.ts'

/** The values of the style form. The logo is a data URL, or null. */
export type StyleValues = { [Name in keyof SymbolStyle as `style.${Name}`]: SymbolStyle[Name] } & {
  logo: string | null
}

const names = Object.keys(plainStyle) as (keyof SymbolStyle)[]

/** The style of a code without fields of its own: its brand has a colour, or not. */
const defaultsFor = (own: Code['style'], brandColor: string | null): SymbolStyle => ({
  ...plainStyle,
  ...(brandColor !== null && own?.background === undefined && { color: brandColor }),
})

export const styleValuesOf = (
  style: Code['style'],
  logo: string | null,
  brandColor: string | null,
): StyleValues => {
  const whole: SymbolStyle = { ...defaultsFor(style, brandColor), ...style }
  const fields = names.map((name) => [`style.${name}`, whole[name]])
  return { ...(Object.fromEntries(fields) as Omit<StyleValues, 'logo'>), logo }
}

export const styleIn = (values: StyleValues): SymbolStyle =>
  Object.fromEntries(names.map((name) => [name, values[`style.${name}`]])) as SymbolStyle

/**
 * The style to save. A field with the default value that was never set is left out, so that the
 * page of a code without its own colour keeps the colour of its template.
 */
export const savedStyle = (
  before: Code['style'],
  values: StyleValues,
  brandColor: string | null,
): Partial<SymbolStyle> => {
  const style = styleIn(values)
  const defaults = defaultsFor(before, brandColor)
  const changed = names.filter(
    (name) => style[name] !== defaults[name] || before?.[name] !== undefined,
  )
  // A background of its own has a colour of its own: the service does not mix it with the brand's.
  const isWhole = brandColor !== null && changed.includes('background')
  const saved = isWhole && !changed.includes('color') ? [...changed, 'color' as const] : changed
  return Object.fromEntries(saved.map((name) => [name, style[name]]))
}
