import { plainStyle, type CodeStyle as Style } from '#contract/image-styles.ts'
import type { Code } from './code.ts'

/** The values of the style form. The logo is a data URL, or null. */
export type StyleValues = { [Name in keyof Style as `style.${Name}`]: Style[Name] } & {
  logo: string | null
}

const names = Object.keys(plainStyle) as (keyof Style)[]

export const styleValuesOf = (style: Code['style'], logo: string | null): StyleValues => {
  const whole: Style = { ...plainStyle, ...style }
  const fields = names.map((name) => [`style.${name}`, whole[name]])
  return { ...(Object.fromEntries(fields) as Omit<StyleValues, 'logo'>), logo }
}

export const styleIn = (values: StyleValues): Style =>
  Object.fromEntries(names.map((name) => [name, values[`style.${name}`]])) as Style

/**
 * The style to save. A field with the default value that was never set is left out, so that the
 * page of a code without its own colour keeps the colour of its template.
 */
export const savedStyle = (before: Code['style'], values: StyleValues): Partial<Style> => {
  const style = styleIn(values)
  return Object.fromEntries(
    names
      .filter((name) => style[name] !== plainStyle[name] || before?.[name] !== undefined)
      .map((name) => [name, style[name]]),
  )
}

export const isHex = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color)
