import { invalidLogo } from '../code/refusals.ts'
import { svgNumber } from './shapes.ts'

/** x' = a·x + c·y + dx, y' = b·x + d·y + dy */
export interface Affine {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly dx: number
  readonly dy: number
}

export const identity: Affine = { a: 1, b: 0, c: 0, d: 1, dx: 0, dy: 0 }

/** `inner` first, then `outer`. */
export const after = (outer: Affine, inner: Affine): Affine => ({
  a: outer.a * inner.a + outer.c * inner.b,
  b: outer.b * inner.a + outer.d * inner.b,
  c: outer.a * inner.c + outer.c * inner.d,
  d: outer.b * inner.c + outer.d * inner.d,
  dx: outer.a * inner.dx + outer.c * inner.dy + outer.dx,
  dy: outer.b * inner.dx + outer.d * inner.dy + outer.dy,
})

/** How much longer a line becomes at most. */
export const stretch = ({ a, b, c, d }: Affine): number =>
  Math.max(Math.hypot(a, b), Math.hypot(c, d))

export const move = ({ a, b, c, d, dx, dy }: Affine, points: ArrayLike<number>): Float64Array => {
  const moved = new Float64Array(points.length)
  for (let index = 0; index < points.length; index += 2) {
    const x = points[index] as number
    const y = points[index + 1] as number
    moved[index] = a * x + c * y + dx
    moved[index + 1] = b * x + d * y + dy
  }
  return moved
}

const number = svgNumber
const list = `${number}(?:[\\s,]+${number})*`
const whole = new RegExp(`^\\s*(?:[a-zA-Z]{1,9}\\s*\\(\\s*${list}\\s*\\)[\\s,]*)*$`)
const each = new RegExp(`[\\s,]*([a-zA-Z]{1,9})\\s*\\(\\s*(${list})\\s*\\)`, 'gy')

export const parseTransform = (text: string | undefined): Affine => {
  if (text === undefined) return identity
  if (!whole.test(text)) throw invalidLogo(`the SVG has the transform "${text.slice(0, 60)}"`)
  let result = identity
  for (const [, name = '', values = ''] of text.matchAll(each)) {
    const step = transformOf(name, values.split(/[\s,]+/).map(Number))
    if (!step) throw invalidLogo(`the SVG has the transform "${text.slice(0, 60)}"`)
    result = after(result, step)
  }
  return result
}

const transformOf = (name: string, values: number[]): Affine | undefined => {
  const [first = 0, second, third = 0, fourth = 0, fifth = 0, sixth = 0] = values
  const counts = argumentCounts[name]
  if (!counts?.includes(values.length)) return undefined
  const angle = (first * Math.PI) / 180
  switch (name) {
    case 'matrix':
      return { a: first, b: second ?? 0, c: third, d: fourth, dx: fifth, dy: sixth }
    case 'translate':
      return { ...identity, dx: first, dy: second ?? 0 }
    case 'scale':
      return { ...identity, a: first, d: second ?? first }
    case 'skewX':
      return { ...identity, c: Math.tan(angle) }
    case 'skewY':
      return { ...identity, b: Math.tan(angle) }
    default:
      return rotation(angle, second ?? 0, third)
  }
}

const argumentCounts: Record<string, number[]> = {
  matrix: [6],
  translate: [1, 2],
  scale: [1, 2],
  rotate: [1, 3],
  skewX: [1],
  skewY: [1],
}

const rotation = (angle: number, x: number, y: number): Affine => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return after({ a: cos, b: sin, c: -sin, d: cos, dx: x, dy: y }, { ...identity, dx: -x, dy: -y })
}
