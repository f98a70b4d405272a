import { svgContent } from '../drawing/svg.ts'
import type { FacePlace, Item } from './faces.ts'
import { loadFont } from './font.ts'
import { outlineOfText } from './font-outline.ts'
import type { Layout } from './layout.ts'
import { foldDashMm, type Mark, markWidthMm } from './paper.ts'

/** A vector file in millimetres, with texts as outlines. */
export const svgOfPiece = (layout: Layout): string => {
  const { width, height, marginX, marginY } = layout
  const [pageWidth, pageHeight] = [width + 2 * marginX, height + 2 * marginY].map(short)
  const content = layout.items.map((item) => drawn(item, layout)).join('')
  const faces = layout.faces.map((place) => `<g${placed(place)}>${content}</g>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pageWidth}mm" height="${pageHeight}mm" ` +
    `viewBox="${short(-marginX)} ${short(-marginY)} ${pageWidth} ${pageHeight}">` +
    `<title>${escaped(textsIn(layout))}</title>` +
    `${faces.join('')}${marks(layout.marks)}</svg>\n`
  )
}

const placed = ({ x, y, width, height, isTurned }: FacePlace): string => {
  if (isTurned) return ` transform="matrix(-1 0 0 -1 ${short(x + width)} ${short(y + height)})"`
  return x === 0 && y === 0 ? '' : ` transform="translate(${short(x)} ${short(y)})"`
}

const drawn = (item: Item, { picture }: Layout): string => {
  if (item.type === 'box') {
    const { x, y, width, height, radius, color } = item
    const place = `x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"`
    const rounded = radius > 0 ? ` rx="${short(radius)}"` : ''
    return `<rect ${place}${rounded} fill="${color}"/>`
  }
  if (item.type === 'line') {
    const font = loadFont(item.weight)
    const scale = item.fontSize / font.unitsPerEm
    const place = `translate(${short(item.x)} ${short(item.baseline)}) scale(${exact(scale)} ${exact(-scale)})`
    return `<path transform="${place}" fill="${item.color}" d="${outlineOfText(item.text, font)}"/>`
  }
  const scale = exact(item.side / picture.extent)
  return (
    `<g transform="translate(${short(item.x)} ${short(item.y)}) scale(${scale})">` +
    `${svgContent(picture)}</g>`
  )
}

const marks = (all: readonly Mark[]): string => {
  if (all.length === 0) return ''
  const lines = all.map(({ x1, y1, x2, y2, isFold }) => {
    const dashes = isFold ? ` stroke-dasharray="${foldDashMm}"` : ''
    return `<path d="M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}"${dashes}/>`
  })
  return `<g fill="none" stroke="#000" stroke-width="${markWidthMm}">${lines.join('')}</g>`
}

/** For screen readers: outlines are not text. */
const textsIn = ({ items }: Layout): string =>
  items.flatMap((item) => (item.type === 'line' ? [item.text] : [])).join(' ')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const short = (value: number): string => String(Math.round(value * 1000) / 1000)
/** A scale multiplies an error, so it is exact to a millionth. */
const exact = (value: number): string => value.toFixed(6)
