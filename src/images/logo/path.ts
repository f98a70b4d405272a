// Path data (SVG 2, section 9.3) as moves, lines and cubic curves in absolute coordinates.

import { invalidLogo } from '../code/refusals.ts'
import { arcCurves } from './arc.ts'
import { svgNumber } from './shapes.ts'

export type Point = readonly [x: number, y: number]
export type Segment =
  | { readonly kind: 'move' | 'line'; readonly to: Point }
  | { readonly kind: 'curve'; readonly first: Point; readonly second: Point; readonly to: Point }
  | { readonly kind: 'close' }

interface Step {
  /** In upper case, its values absolute. */
  readonly command: string
  readonly values: number[]
}

interface Pen {
  at: Point
  start: Point
  /** The last curve's last control point, for the commands that go on smoothly, and its kind. */
  handle: Point
  handleKind: 'cubic' | 'quadratic' | 'none'
}

const argumentCounts: Record<string, number> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
}
const command = /[\s,]*([a-zA-Z])/y
const number = new RegExp(`[\\s,]*(${svgNumber})`, 'y')
// In an arc the two flags may stand without a space: a1 1 0 015 5.
const flag = /[\s,]*([01])/y

export function* segmentsOf(data: string): Generator<Segment> {
  const text = data.trim()
  const pen: Pen = { at: [0, 0], start: [0, 0], handle: [0, 0], handleKind: 'none' }
  if (text !== '' && !/^m/i.test(text)) throw badPath(text, 0)
  let letter = ''
  for (let at = 0; at < text.length; ) {
    const next = matchAt(command, text, at)
    letter = next?.value ?? letter
    at = next?.end ?? at
    const upper = letter.toUpperCase()
    const count = argumentCounts[upper]
    if (count === undefined || (count === 0 && !next)) throw badPath(text, at)
    const values: number[] = []
    while (values.length < count) {
      const isFlag = upper === 'A' && (values.length === 3 || values.length === 4)
      const value = matchAt(isFlag ? flag : number, text, at)
      if (!value) throw badPath(text, at)
      values.push(Number(value.value))
      at = value.end
    }
    const isRelative = letter !== upper
    yield* advance(pen, {
      command: upper,
      values: isRelative ? absolute(upper, values, pen) : values,
    })
    // More pairs after a move are lines.
    if (upper === 'M') letter = isRelative ? 'l' : 'L'
  }
}

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  const value = pattern.exec(text)?.[1]
  return value === undefined ? undefined : { value, end: pattern.lastIndex }
}

const badPath = (text: string, at: number) =>
  invalidLogo(`a path of the SVG cannot be read at "${text.slice(at, at + 20)}"`)

const absolute = (command: string, values: number[], { at: [x, y] }: Pen): number[] => {
  if (command === 'V') return values.map((value) => value + y)
  if (command === 'A') return [...values.slice(0, 5), (values[5] ?? 0) + x, (values[6] ?? 0) + y]
  return values.map((value, index) => value + (index % 2 === 0 ? x : y))
}

/** The segments of one step; the pen is at its end afterwards. */
const advance = (pen: Pen, step: Step): Segment[] => {
  const segments = segmentsOfStep(pen, step)
  const last = segments.at(-1)
  if (last) pen.at = last.kind === 'close' ? pen.start : last.to
  if (last?.kind === 'move') pen.start = last.to
  return segments
}

const segmentsOfStep = (pen: Pen, { command, values }: Step): Segment[] => {
  const [x, y] = pen.at
  const point = (index: number): Point => [values[index] ?? 0, values[index + 1] ?? 0]
  const smooth = (kind: Pen['handleKind']): Point =>
    pen.handleKind === kind ? [2 * x - pen.handle[0], 2 * y - pen.handle[1]] : pen.at
  const cubic = (first: Point, second: Point, to: Point): Segment[] => {
    pen.handle = second
    pen.handleKind = 'cubic'
    return [{ kind: 'curve', first, second, to }]
  }
  const quadratic = (control: Point, to: Point): Segment[] => {
    pen.handle = control
    pen.handleKind = 'quadratic'
    return [{ kind: 'curve', first: toward(pen.at, control), second: toward(to, control), to }]
  }
  if (command === 'C') return cubic(point(0), point(2), point(4))
  if (command === 'S') return cubic(smooth('cubic'), point(0), point(2))
  if (command === 'Q') return quadratic(point(0), point(2))
  if (command === 'T') return quadratic(smooth('quadratic'), point(0))

  pen.handleKind = 'none'
  if (command === 'Z') return [{ kind: 'close' }]
  if (command === 'M') return [{ kind: 'move', to: point(0) }]
  if (command === 'H') return [{ kind: 'line', to: [values[0] ?? 0, y] }]
  if (command === 'V') return [{ kind: 'line', to: [x, values[0] ?? 0] }]
  if (command === 'L') return [{ kind: 'line', to: point(0) }]
  const [rx = 0, ry = 0, tilt = 0, isLarge, isClockwise] = values
  return arcCurves(pen.at, point(5), { rx, ry, tilt }, isLarge === 1, isClockwise === 1)
}

/** Two thirds of the way: a quadratic curve written as a cubic one. */
const toward = ([x, y]: Point, [toX, toY]: Point): Point => [
  x + (2 / 3) * (toX - x),
  y + (2 / 3) * (toY - y),
]
