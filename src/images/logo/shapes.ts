import { invalidLogo } from '../code/refusals.ts'
import type { Element } from './xml.ts'

// Each digit can be matched in one way only: patterns that can try several take minutes on a logo
// that was made for it.
export const svgNumber = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?'
const length = new RegExp(`^\\s*${svgNumber}(?:px)?\\s*$`)

/** The shapes that are drawn, with the attributes that are theirs. */
export const shapeAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ['path', ['d', 'pathLength']],
  ['rect', ['x', 'y', 'width', 'height', 'rx', 'ry']],
  ['circle', ['cx', 'cy', 'r']],
  ['ellipse', ['cx', 'cy', 'rx', 'ry']],
  ['line', ['x1', 'y1', 'x2', 'y2']],
  ['polyline', ['points']],
  ['polygon', ['points']],
])

/** Every shape as a path, so that one reader knows curves. */
export const pathDataOf = (element: Element): string => {
  const { name, attributes } = element
  const at = (attribute: string) => lengthOf(attributes.get(attribute))
  switch (name) {
    case 'path':
      return attributes.get('d') ?? ''
    case 'rect':
      return rectangle(element)
    case 'circle':
      return ellipse(at('cx'), at('cy'), at('r'), at('r'))
    case 'ellipse':
      return ellipse(at('cx'), at('cy'), at('rx'), at('ry'))
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`
    default: {
      const points = attributes.get('points')?.trim()
      return points ? `M${points}${name === 'polygon' ? 'z' : ''}` : ''
    }
  }
}

const rectangle = ({ attributes }: Element): string => {
  const at = (attribute: string) => lengthOf(attributes.get(attribute))
  const [x, y, width, height] = [at('x'), at('y'), at('width'), at('height')]
  if (width <= 0 || height <= 0) return ''
  const rx = Math.min(attributes.has('rx') ? at('rx') : at('ry'), width / 2)
  const ry = Math.min(attributes.has('ry') ? at('ry') : at('rx'), height / 2)
  if (rx <= 0 || ry <= 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const arc = (right: number, down: number) => `a${rx} ${ry} 0 0 1 ${right} ${down}`
  return (
    `M${x + rx} ${y}h${width - 2 * rx}${arc(rx, ry)}v${height - 2 * ry}${arc(-rx, ry)}` +
    `h${2 * rx - width}${arc(-rx, -ry)}v${2 * ry - height}${arc(rx, -ry)}z`
  )
}

const ellipse = (x: number, y: number, rx: number, ry: number): string => {
  if (rx <= 0 || ry <= 0) return ''
  return `M${x + rx} ${y}a${rx} ${ry} 0 0 1 ${-2 * rx} 0a${rx} ${ry} 0 0 1 ${2 * rx} 0z`
}

export const lengthOf = (text: string | undefined): number => {
  if (text === undefined) return 0
  if (!length.test(text)) {
    throw invalidLogo(`the SVG has the length "${text.slice(0, 30)}": give it in plain numbers`)
  }
  return Number.parseFloat(text)
}
