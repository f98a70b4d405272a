import type { Point, Segment } from './path.ts'

interface Ellipse {
  readonly rx: number
  readonly ry: number
  /** Degrees between its first axis and the x axis. */
  readonly tilt: number
}

/** An elliptical arc as cubic curves of at most a quarter turn (SVG 2, appendix B.2). */
export const arcCurves = (
  from: Point,
  to: Point,
  { rx, ry, tilt }: Ellipse,
  isLarge: boolean,
  isClockwise: boolean,
): Segment[] => {
  if (from[0] === to[0] && from[1] === to[1]) return []
  if (rx === 0 || ry === 0) return [{ kind: 'line', to }]
  const angle = (tilt * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  // Half of the chord in the ellipse's own axes.
  const halfX = (cos * (from[0] - to[0]) + sin * (from[1] - to[1])) / 2
  const halfY = (cos * (from[1] - to[1]) - sin * (from[0] - to[0])) / 2
  // An ellipse too small to reach both ends grows until it does.
  const growth = Math.max(1, Math.hypot(halfX / rx, halfY / ry))
  const [radiusX, radiusY] = [Math.abs(rx) * growth, Math.abs(ry) * growth]

  const nearness = (halfX / radiusX) ** 2 + (halfY / radiusY) ** 2
  const factor = Math.sqrt(Math.max(0, 1 / nearness - 1)) * (isLarge === isClockwise ? -1 : 1)
  const centerX = (factor * radiusX * halfY) / radiusY
  const centerY = (-factor * radiusY * halfX) / radiusX
  const start = Math.atan2((halfY - centerY) / radiusY, (halfX - centerX) / radiusX)
  const end = Math.atan2((-halfY - centerY) / radiusY, (-halfX - centerX) / radiusX)
  let sweep = end - start
  if (isClockwise && sweep < 0) sweep += 2 * Math.PI
  if (!isClockwise && sweep > 0) sweep -= 2 * Math.PI

  const place = (unitX: number, unitY: number): Point => {
    const x = radiusX * unitX + centerX
    const y = radiusY * unitY + centerY
    return [cos * x - sin * y + (from[0] + to[0]) / 2, sin * x + cos * y + (from[1] + to[1]) / 2]
  }
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9))
  const reach = (4 / 3) * Math.tan(sweep / count / 4)
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [start + (sweep * index) / count, start + (sweep * (index + 1)) / count]
    return {
      kind: 'curve',
      first: place(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a)),
      second: place(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b)),
      to: index === count - 1 ? to : place(Math.cos(b), Math.sin(b)),
    }
  })
}
