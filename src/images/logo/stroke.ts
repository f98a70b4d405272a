// A line as areas: one quadrangle for each straight piece, one wedge for each corner, one shape for
// each end. All of them turn the same way, so that the non-zero rule fills their union.
import type { Polyline } from './fills.ts'
import type { Stroke } from './paint.ts'
import type { Point } from './path.ts'

export function* strokeRings(
  line: Polyline,
  stroke: Stroke,
  tolerance: number,
): Generator<Point[]> {
  const points = withoutRepeats(line)
  const half = stroke.width / 2
  const [only, second] = points
  if (!only) return
  if (!second) {
    yield* dot(only, half, stroke.cap, tolerance)
    return
  }
  const pieces = points.slice(1).map((to, index): [Point, Point] => [points[index] as Point, to])
  if (line.isClosed) pieces.push([points.at(-1) as Point, only])

  for (const [from, to] of pieces) yield band(from, to, half)
  for (const [index, [, corner]] of pieces.entries()) {
    const next = pieces[index + 1] ?? (line.isClosed ? pieces[0] : undefined)
    const before = pieces[index] as [Point, Point]
    if (next) yield* join(before[0], corner, next[1], half, stroke, tolerance)
  }
  if (!line.isClosed) {
    const [last, beforeLast] = [points.at(-1) as Point, points.at(-2) as Point]
    yield* cap(second, only, half, stroke.cap, tolerance)
    yield* cap(beforeLast, last, half, stroke.cap, tolerance)
  }
}

const withoutRepeats = ({ points, isClosed }: Polyline): Point[] => {
  const isSame = (a: Point | undefined, b: Point) => a?.[0] === b[0] && a[1] === b[1]
  const kept = points.filter((point, index) => index === 0 || !isSame(points[index - 1], point))
  if (isClosed && kept.length > 1 && isSame(kept[0], kept.at(-1) as Point)) kept.pop()
  return kept
}

/** Half of the width, at a right angle to the way from one point to the other. */
const side = (from: Point, to: Point, half: number): Point => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  return [(-(to[1] - from[1]) / length) * half, ((to[0] - from[0]) / length) * half]
}

const band = (from: Point, to: Point, half: number): Point[] => {
  const [x, y] = side(from, to, half)
  return [
    [from[0] - x, from[1] - y],
    [to[0] - x, to[1] - y],
    [to[0] + x, to[1] + y],
    [from[0] + x, from[1] + y],
  ]
}

const join = (
  from: Point,
  corner: Point,
  to: Point,
  half: number,
  { join: kind, miterLimit }: Stroke,
  tolerance: number,
): Point[][] => {
  const [inX, inY] = side(from, corner, half)
  const [outX, outY] = side(corner, to, half)
  const turn = inX * outY - inY * outX
  const isBack = inX * outX + inY * outY < 0
  if (turn === 0 && !isBack) return []
  // The gap is on the outer side; taken in this order every wedge turns as the bands do.
  const [a, b]: [Point, Point] =
    turn > 0
      ? [
          [-inX, -inY],
          [-outX, -outY],
        ]
      : [
          [outX, outY],
          [inX, inY],
        ]
  const at = ([x, y]: Point): Point => [corner[0] + x, corner[1] + y]
  if (kind === 'round') return [[corner, ...arc(a, b, tolerance).map(at)]]
  const middle: Point = [a[0] + b[0], a[1] + b[1]]
  const reach = (2 * half * half) / (middle[0] ** 2 + middle[1] ** 2)
  const tip: Point = [middle[0] * reach, middle[1] * reach]
  const isMitered = kind === 'miter' && Math.hypot(...tip) <= miterLimit * half
  return [isMitered ? [corner, at(a), at(tip), at(b)] : [corner, at(a), at(b)]]
}

/** On the circle around the origin, from one point to the other, counted up. */
const arc = (from: Point, to: Point, tolerance: number): Point[] => {
  const radius = Math.hypot(...from)
  const start = Math.atan2(from[1], from[0])
  let sweep = Math.atan2(to[1], to[0]) - start
  if (sweep <= 0) sweep += 2 * Math.PI
  const step = 2 * Math.acos(Math.max(0, 1 - tolerance / radius))
  const count = Math.max(1, Math.ceil(sweep / Math.max(step, 0.05)))
  return Array.from({ length: count + 1 }, (_, index) => {
    const angle = start + (sweep * index) / count
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

const cap = (
  from: Point,
  end: Point,
  half: number,
  kind: Stroke['cap'],
  tolerance: number,
): Point[][] => {
  if (kind === 'butt') return []
  const [x, y] = side(from, end, half)
  if (kind === 'square') return [band(end, [end[0] + y, end[1] - x], half)]
  const points = arc([-x, -y], [x, y], tolerance)
  return [points.map(([dx, dy]) => [end[0] + dx, end[1] + dy])]
}

/** A line without length has ends all the same. */
const dot = (at: Point, half: number, kind: Stroke['cap'], tolerance: number): Point[][] => {
  if (kind === 'butt') return []
  const left: Point = [at[0] - half, at[1]]
  const right: Point = [at[0] + half, at[1]]
  if (kind === 'square') return [band(left, right, half)]
  return [...cap(left, at, half, kind, tolerance), ...cap(right, at, half, kind, tolerance)]
}
