import { invalidLogo } from '../code/refusals.ts'
import { type Affine, move, stretch } from './affine.ts'
import type { Fill } from './logo.ts'
import type { Paint } from './paint.ts'
import { type Point, segmentsOf } from './path.ts'
import { strokeRings } from './stroke.ts'

export interface Polyline {
  readonly points: Point[]
  readonly isClosed: boolean
}

/** The longer side of every logo, so that one tolerance and one precision fit all. */
export const logoUnits = 1000
/** The farthest that a line may stray from its curve: a logo is drawn at 1,000 pixels or fewer. */
const curveTolerance = 0.25
/** Past this no program draws reliably. */
const farthest = 1_000_000

/** How much work a logo may still ask for. */
export interface Detail {
  readonly height: number
  pointsLeft: number
  /** Edges that the average scan line crosses: what filling costs. */
  crossingsLeft: number
}

export const newDetail = (height: number): Detail => ({
  height,
  pointsLeft: 50_000,
  crossingsLeft: 500,
})

/** A shape's inside and its line, as areas to fill. */
export const fillsOf = (data: string, paint: Paint, place: Affine, detail: Detail): Fill[] => {
  const { fill, stroke, fillRule } = paint
  const scale = stretch(place)
  if (scale === 0) return []
  const tolerance = curveTolerance / scale
  const lines = polylinesOf(data, tolerance, detail)
  const fills: Fill[] = []
  if (fill && fill.alpha > 0) {
    const rings = lines.filter(({ points }) => points.length > 2).map(({ points }) => points)
    fills.push(asFill(rings, fill, fillRule === 'evenodd', place, detail))
  }
  if (stroke && stroke.alpha > 0 && stroke.width > 0) {
    const rings = lines.values().flatMap((line) => strokeRings(line, stroke, tolerance))
    fills.push(asFill(rings, stroke, false, place, detail))
  }
  if (paint.opacity < 1 && fills.length > 1) {
    throw invalidLogo('the SVG has a shape with a fill, a stroke and an opacity')
  }
  return fills.filter(({ rings }) => rings.length > 0)
}

const asFill = (
  rings: Iterable<Point[]>,
  { color, alpha }: { color: Fill['color']; alpha: number },
  isEvenOdd: boolean,
  place: Affine,
  detail: Detail,
): Fill => {
  const moved: Float64Array[] = []
  // One at a time: the line of a long path has a hundred points for each of its corners.
  for (const ring of rings) {
    const placed = move(place, ring.flat())
    payFor(placed, detail)
    moved.push(placed)
  }
  return { color, alpha, isEvenOdd, rings: moved }
}

/** A logo can be made to keep a processor busy; this one is then refused. */
const payFor = (ring: Float64Array, detail: Detail) => {
  if (ring.some((value) => !(Math.abs(value) < farthest))) {
    throw invalidLogo('the SVG draws far outside of its viewBox')
  }
  const inside = (y: number) => Math.min(Math.max(y, 0), detail.height)
  let climb = 0
  for (let index = 1; index < ring.length; index += 2) {
    const before = ring[index === 1 ? ring.length - 1 : index - 2] as number
    climb += Math.abs(inside(ring[index] as number) - inside(before))
  }
  detail.pointsLeft -= ring.length / 2
  detail.crossingsLeft -= climb / detail.height
  if (detail.pointsLeft < 0 || !(detail.crossingsLeft >= 0)) throw tooDetailed()
}

const tooDetailed = () => invalidLogo('the SVG is too detailed. Simplify it, or use a PNG')

const polylinesOf = (data: string, tolerance: number, detail: Detail): Polyline[] => {
  const lines: Polyline[] = []
  let points: Point[] = []
  let at: Point = [0, 0]
  const finish = (isClosed: boolean) => {
    if (points.length > 0) lines.push({ points, isClosed })
    points = []
  }
  for (const segment of segmentsOf(data)) {
    if (segment.kind === 'close') {
      at = points[0] ?? at
      finish(true)
      continue
    }
    if (segment.kind === 'move') finish(false)
    // A line after a close starts where that one ended.
    else if (points.length === 0) points.push(at)
    if (segment.kind === 'curve') {
      for (const point of curvePoints(at, segment, tolerance, detail)) points.push(point)
    }
    at = segment.to
    points.push(at)
    detail.pointsLeft -= 1
    if (detail.pointsLeft < 0) throw tooDetailed()
  }
  finish(false)
  return lines
}

/** Between the two ends of a cubic curve. */
const curvePoints = (
  from: Point,
  { first, second, to }: { first: Point; second: Point; to: Point },
  tolerance: number,
  detail: Detail,
): Point[] => {
  const bend = (a: Point, b: Point, c: Point) =>
    Math.hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
  const sharpest = Math.max(bend(from, first, second), bend(first, second, to))
  const count = Math.ceil(Math.sqrt((0.75 * sharpest) / tolerance))
  detail.pointsLeft -= count
  if (!(detail.pointsLeft >= 0)) throw tooDetailed()
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) => {
    const t = (index + 1) / count
    const u = 1 - t
    const on = (axis: 0 | 1) =>
      u ** 3 * from[axis] +
      3 * u * u * t * first[axis] +
      3 * u * t * t * second[axis] +
      t ** 3 * to[axis]
    return [on(0), on(1)]
  })
}
