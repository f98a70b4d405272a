import { logoDataUrl } from './logo.ts'
import { corner, isSquare, type Picture, pictureOf, type Shape, shapesOf } from './picture.ts'
import type { ImageStyle } from './style.ts'

interface SvgOptions {
  /** Width and height in pixels. Default: 512. A vector image scales to any size. */
  readonly size?: number
}

export const renderSvg = (
  text: string,
  style: Partial<ImageStyle>,
  { size = 512 }: SvgOptions = {},
): Buffer => Buffer.from(svgOf(pictureOf(text, style), size))

export const svgOf = (picture: Picture, size: number): string => {
  // Edges on module boundaries stay sharp; curves need antialiasing.
  const rendering = isSquare(picture) ? ' shape-rendering="crispEdges"' : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
    `viewBox="0 0 ${picture.extent} ${picture.extent}">${svgContent(picture, rendering)}</svg>\n`
  )
}

/** One unit is one module. */
export const svgContent = (picture: Picture, rendering = ''): string => {
  const { extent } = picture
  const { color, background } = picture.style
  return (
    `<rect width="${extent}" height="${extent}" fill="${background}"/>` +
    `<path fill="${color}" fill-rule="evenodd"${rendering} ` +
    `d="${shapesOf(picture).map(outline).join('')}"/>` +
    logoImage(picture)
  )
}

const outline = (shape: Shape): string => {
  const { x, y, width, height, radius } = shape
  if (shape.rounded === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const at = (which: number) => ((shape.rounded & which) === 0 ? 0 : radius)
  const arc = (right: number, down: number) => {
    const size = Math.abs(right)
    return size === 0 ? '' : `a${short(size)} ${short(size)} 0 0 1 ${short(right)} ${short(down)}`
  }
  const [topLeft, topRight] = [at(corner.topLeft), at(corner.topRight)]
  const [bottomRight, bottomLeft] = [at(corner.bottomRight), at(corner.bottomLeft)]
  return [
    `M${short(x + topLeft)} ${short(y)}`,
    line('h', width - topLeft - topRight),
    arc(topRight, topRight),
    line('v', height - topRight - bottomRight),
    arc(-bottomRight, bottomRight),
    line('h', bottomRight + bottomLeft - width),
    arc(-bottomLeft, -bottomLeft),
    line('v', bottomLeft + topLeft - height),
    arc(topLeft, -topLeft),
    'z',
  ].join('')
}

const line = (direction: 'h' | 'v', length: number): string =>
  length === 0 ? '' : `${direction}${short(length)}`

/** Writes .5 for 0.5, because a rounded code has thousands of numbers. */
const short = (value: number): string => {
  const text = String(value)
  if (text.startsWith('0.')) return text.slice(1)
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text
}

const logoImage = ({ style, logoBox }: Picture): string => {
  if (!style.logo || !logoBox) return ''
  const { x, y, size } = logoBox
  return (
    `<image x="${x}" y="${y}" width="${size}" height="${size}" ` +
    `href="${logoDataUrl(style.logo)}"/>`
  )
}
