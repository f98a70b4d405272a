// How a shape of a logo is painted: attributes, then rules of a <style>, then its own style="".
import { parseHex, type Rgb } from '../code/color.ts'
import { invalidLogo } from '../code/refusals.ts'
import { lengthOf, svgNumber } from './shapes.ts'
import type { Element } from './xml.ts'

export interface Area {
  readonly color: Rgb
  readonly alpha: number
}

export interface Stroke extends Area {
  readonly width: number
  readonly cap: 'butt' | 'round' | 'square'
  readonly join: 'miter' | 'round' | 'bevel'
  readonly miterLimit: number
}

export interface Paint {
  readonly fill: Area | null
  readonly stroke: Stroke | null
  readonly fillRule: string
  readonly opacity: number
  readonly isHidden: boolean
  /** As written, for what is inside. */
  readonly inherited: Readonly<Record<string, string>>
}

type Declarations = [property: string, value: string][]
export type ClassRules = { className: string; declarations: Declarations }[]

/** What a shape takes from around it, with the values that SVG begins with. */
const initial: Record<string, string> = {
  color: '#000000',
  fill: '#000000',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  stroke: 'none',
  'stroke-width': '1',
  'stroke-opacity': '1',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-miterlimit': '4',
  'stroke-dasharray': 'none',
  visibility: 'visible',
}
const own: Record<string, string> = { opacity: '1', display: 'inline' }
// Written by drawing programs, without effect on plain shapes.
const idle =
  /^(clip-rule|enable-background|isolation|stroke-dashoffset|shape-rendering|font-[a-z]{1,30}|line-height|text-[a-z-]{1,30})$/
const choices: Record<string, RegExp> = {
  'fill-rule': /^(nonzero|evenodd)$/,
  'stroke-linecap': /^(butt|round|square)$/,
  'stroke-linejoin': /^(miter|round|bevel)$/,
  'stroke-dasharray': /^none$/,
  visibility: /^visible$/,
  display: /^(none|inline|block)$/,
}

export const initialPaint: Paint = {
  fill: null,
  stroke: null,
  fillRule: 'nonzero',
  opacity: 1,
  isHidden: false,
  inherited: initial,
}

export const inherit = (
  outer: Paint,
  { attributes }: Element,
  given: Declarations,
  rules: ClassRules,
): Paint => {
  const classes = attributes.get('class')?.split(/\s+/) ?? []
  const declarations = [
    ...given,
    ...rules.filter(({ className }) => classes.includes(className)).flatMap((r) => r.declarations),
    ...readDeclarations(attributes.get('style') ?? ''),
  ]
  const inherited = { ...outer.inherited }
  const ofElement = { ...own }
  for (const [property, value] of declarations) {
    if (idle.test(property)) continue
    if (choices[property]?.test(value) === false) throw unknown(property, value)
    if (Object.hasOwn(initial, property)) inherited[property] = value
    else if (Object.hasOwn(own, property)) ofElement[property] = value
    else throw unknown(property, value)
  }
  return { ...asPaint(inherited, ofElement), isHidden: ofElement.display === 'none' }
}

const asPaint = (values: Record<string, string>, { opacity }: Record<string, string>) => {
  const all = fractionOf(opacity)
  const fill = colorOf(values.fill, values.color)
  const stroke = colorOf(values.stroke, values.color)
  return {
    fill: fill && { color: fill, alpha: all * fractionOf(values['fill-opacity']) },
    stroke: stroke && {
      color: stroke,
      alpha: all * fractionOf(values['stroke-opacity']),
      width: lengthOf(values['stroke-width']),
      cap: values['stroke-linecap'] as Stroke['cap'],
      join: values['stroke-linejoin'] as Stroke['join'],
      miterLimit: lengthOf(values['stroke-miterlimit']),
    },
    fillRule: values['fill-rule'] ?? 'nonzero',
    opacity: all,
    inherited: values,
  }
}

/** Rules for classes are all that drawing programs write; any other selector is refused. */
export const readRules = (sheets: string[]): ClassRules => {
  const rules: ClassRules = []
  for (const sheet of sheets) {
    const whole = /^\s*(?:\.[\w-]+(?:\s*,\s*\.[\w-]+)*\s*\{[^{}@\\]*\}\s*)*$/
    if (!whole.test(sheet)) {
      throw invalidLogo('the <style> of the SVG has more in it than rules for classes')
    }
    // Behind the last brace there is only white space.
    for (const rule of sheet.split('}').slice(0, -1)) {
      const [selectors = '', body = ''] = rule.split('{')
      const declarations = readDeclarations(body)
      for (const selector of selectors.split(',')) {
        rules.push({ className: selector.trim().slice(1), declarations })
      }
    }
  }
  return rules
}

const readDeclarations = (text: string): Declarations =>
  text
    .split(';')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [property = '', value = '', ...rest] = part.split(':').map((piece) => piece.trim())
      const isPlain = /^[a-z-]+$/.test(property) && /^[^\\!]+$/.test(value) && rest.length === 0
      if (!isPlain || /url\s*\(/i.test(value)) throw unknown('style', part)
      return [property, value]
    })

const unknown = (property: string, value: string) =>
  invalidLogo(
    `the SVG has ${property} "${value.trim().slice(0, 40)}", which is not drawn alike everywhere. ` +
      'Export it as plain paths with plain colors, or use a PNG',
  )

const fraction = new RegExp(`^${svgNumber}%?$`)

const fractionOf = (text = '1'): number => {
  if (!fraction.test(text)) throw unknown('opacity', text)
  const value = Number.parseFloat(text) / (text.endsWith('%') ? 100 : 1)
  return Math.min(Math.max(value, 0), 1)
}

const named: Record<string, string> = {
  black: '#000000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  white: '#ffffff',
  maroon: '#800000',
  red: '#ff0000',
  purple: '#800080',
  fuchsia: '#ff00ff',
  green: '#008000',
  lime: '#00ff00',
  olive: '#808000',
  yellow: '#ffff00',
  navy: '#000080',
  blue: '#0000ff',
  teal: '#008080',
  aqua: '#00ffff',
  orange: '#ffa500',
}

const colorOf = (text = 'none', current = '#000000'): Rgb | null => {
  if (text === 'none' || text === 'transparent') return null
  const value = /^currentcolor$/i.test(text) ? current : text
  const hex = named[value.toLowerCase()] ?? value
  const [, short] = hex.match(/^#([0-9a-f]{3})$/i) ?? []
  const [, long] = hex.match(/^#([0-9a-f]{6})$/i) ?? []
  const digits = long ?? short?.replace(/./g, '$&$&')
  if (digits) return parseHex(`#${digits}`)
  const channels = hex.match(/^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/)?.slice(1)
  if (!channels) throw unknown('the color', text)
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Math.min(Number(channel), 255))
  return [red, green, blue]
}
