// Texts as outlines, for SVG: the file looks the same on every machine, with or without the font.
import { type Affine, composed } from '../drawing/affine.ts'
import type { Font } from './font.ts'

type Point = { x: number; y: number; isOnCurve: boolean }

/** TrueType allows more; no font in use comes close. */
const maxDepth = 4

/** The path data of a line in font units, y upward, beginning at (0, 0) on the baseline. */
export const outlineOfText = (text: string, font: Font): string => {
  let x = 0
  let path = ''
  for (const character of text) {
    const glyph = font.glyphOf(character) ?? 0
    path += contoursOf(glyph, font, [1, 0, 0, 1, x, 0], 0).map(pathOf).join('')
    x += font.widthOf(glyph)
  }
  return path
}

const contoursOf = (glyph: number, font: Font, place: Affine, depth: number): Point[][] => {
  const data = font.outlineOf(glyph)
  if (data.length === 0 || depth > maxDepth) return []
  if (!isComposed(data)) return readContours(data, data.readInt16BE(0), place)
  return componentsIn(data).flatMap((component) =>
    contoursOf(component.glyph, font, composed(place, component.place), depth + 1),
  )
}

const readContours = (data: Buffer, count: number, [a, b, c, d, e, f]: Affine): Point[][] => {
  if (count === 0) return []
  const ends = Array.from({ length: count }, (_, index) => data.readUInt16BE(10 + index * 2))
  const total = (ends.at(-1) ?? -1) + 1
  let at = 10 + count * 2
  at += 2 + data.readUInt16BE(at)
  const flags: number[] = []
  while (flags.length < total) {
    const flag = data.readUInt8(at++)
    const repeats = (flag & 8) !== 0 ? data.readUInt8(at++) : 0
    for (let time = 0; time <= repeats; time++) flags.push(flag)
  }
  /** Each coordinate is relative to the one before: a byte, two bytes, or the same again. */
  const readAxis = (short: number, same: number): number[] => {
    let value = 0
    return flags.map((flag) => {
      if ((flag & short) !== 0)
        value += (flag & same) !== 0 ? data.readUInt8(at++) : -data.readUInt8(at++)
      else if ((flag & same) === 0) {
        value += data.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = readAxis(2, 16)
  const ys = readAxis(4, 32)
  const points = flags.map((flag, index) => {
    const [x, y] = [xs[index] ?? 0, ys[index] ?? 0]
    return { x: a * x + c * y + e, y: b * x + d * y + f, isOnCurve: (flag & 1) !== 0 }
  })
  return ends.map((end, index) =>
    points.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end + 1),
  )
}

const isComposed = (data: Buffer): boolean => data.length > 0 && data.readInt16BE(0) < 0

/** The parts of a composed glyph such as é; empty for other glyphs. */
export const componentsIn = (data: Buffer): { glyph: number; place: Affine }[] => {
  const components: { glyph: number; place: Affine }[] = []
  if (!isComposed(data)) return components
  for (let at = 10, flags = 0x20; (flags & 0x20) !== 0; ) {
    flags = data.readUInt16BE(at)
    const glyph = data.readUInt16BE(at + 2)
    at += 4
    const isWide = (flags & 1) !== 0
    const [e, f] = isWide
      ? [data.readInt16BE(at), data.readInt16BE(at + 2)]
      : [data.readInt8(at), data.readInt8(at + 1)]
    at += isWide ? 4 : 2
    const scales = (flags & 8) !== 0 ? 1 : (flags & 0x40) !== 0 ? 2 : (flags & 0x80) !== 0 ? 4 : 0
    const [p = 1, q = p, r = 0, s = 1] = Array.from(
      { length: scales },
      (_, index) => data.readInt16BE(at + index * 2) / 2 ** 14,
    )
    at += scales * 2
    components.push({ glyph, place: scales === 4 ? [p, q, r, s, e, f] : [p, 0, 0, q, e, f] })
  }
  return components
}

/** Quadratic curves. Between two control points lies a point of the curve that is not stored. */
const pathOf = (contour: Point[]): string => {
  const first = contour[0]
  const last = contour.at(-1)
  if (!first || !last) return ''
  const start = first.isOnCurve ? first : last.isOnCurve ? last : middleOf(first, last)
  const path = [`M${written(start)}`]
  let control: Point | null = null
  const points = first.isOnCurve ? contour.slice(1) : contour
  for (const point of [...points, start]) {
    if (control && point.isOnCurve) path.push(`Q${written(control)} ${written(point)}`)
    else if (control) path.push(`Q${written(control)} ${written(middleOf(control, point))}`)
    else if (point.isOnCurve) path.push(`L${written(point)}`)
    control = point.isOnCurve ? null : point
  }
  return `${path.join('')}Z`
}

const middleOf = (a: Point, b: Point): Point => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
  isOnCurve: true,
})

const written = ({ x, y }: Point): string => `${round(x)} ${round(y)}`
const round = (value: number): number => Math.round(value * 10) / 10
