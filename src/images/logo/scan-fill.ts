// Polygons to pixels: four scan lines in each row, exact along them.
const linesPerRow = 4

interface Edge {
  readonly firstLine: number
  readonly lastLine: number
  readonly slope: number
  readonly winding: 1 | -1
  /** Where it crosses the current scan line. */
  x: number
}

/**
 * Calls `row` for each row that has something in it, with how much of each pixel is covered. The
 * array is the same one every time.
 */
export const scanFill = (
  rings: readonly Float64Array[],
  isEvenOdd: boolean,
  width: number,
  height: number,
  row: (y: number, coverage: Float32Array) => void,
) => {
  const waiting = rings.flatMap((ring) => edgesOf(ring, height * linesPerRow))
  waiting.sort((a, b) => b.firstLine - a.firstLine)
  const first = waiting.at(-1)
  if (!first) return
  let active: Edge[] = []
  const coverage = new Float32Array(width + 1)
  const startRow = Math.floor(first.firstLine / linesPerRow)
  for (let y = startRow; y < height && waiting.length + active.length > 0; y++) {
    coverage.fill(0)
    for (let line = y * linesPerRow; line < (y + 1) * linesPerRow; line++) {
      active = active.filter(({ lastLine }) => lastLine >= line)
      while (waiting.length > 0 && (waiting.at(-1) as Edge).firstLine <= line) {
        active.push(waiting.pop() as Edge)
      }
      active.sort((a, b) => a.x - b.x)
      coverLine(active, isEvenOdd, width, coverage)
      for (const edge of active) edge.x += edge.slope
    }
    row(y, coverage)
  }
}

const edgesOf = (ring: Float64Array, lineCount: number): Edge[] => {
  const edges: Edge[] = []
  let fromX = ring.at(-2) as number
  let fromY = ring.at(-1) as number
  for (let index = 0; index < ring.length; index += 2) {
    const toX = ring[index] as number
    const toY = ring[index + 1] as number
    const isDown = toY > fromY
    const [topX, topY, bottomY] = isDown ? [fromX, fromY, toY] : [toX, toY, fromY]
    // A line lies in the middle of its quarter of a row.
    const firstLine = Math.max(0, Math.ceil(topY * linesPerRow - 0.5))
    const lastLine = Math.min(lineCount, Math.ceil(bottomY * linesPerRow - 0.5)) - 1
    if (firstLine <= lastLine) {
      const slope = (toX - fromX) / (toY - fromY) / linesPerRow
      const x = topX + (firstLine + 0.5 - topY * linesPerRow) * slope
      edges.push({ firstLine, lastLine, slope, winding: isDown ? 1 : -1, x })
    }
    fromX = toX
    fromY = toY
  }
  return edges
}

/** Adds the spans between the edges that one scan line crosses, from left to right. */
const coverLine = (edges: Edge[], isEvenOdd: boolean, width: number, coverage: Float32Array) => {
  let winding = 0
  let start = 0
  for (const edge of edges) {
    const wasInside = isEvenOdd ? (winding & 1) !== 0 : winding !== 0
    winding += edge.winding
    const isInside = isEvenOdd ? (winding & 1) !== 0 : winding !== 0
    if (isInside && !wasInside) start = edge.x
    if (wasInside && !isInside) coverSpan(start, edge.x, width, coverage)
  }
}

const coverSpan = (from: number, to: number, width: number, coverage: Float32Array) => {
  const start = Math.min(Math.max(from, 0), width)
  const end = Math.min(Math.max(to, 0), width)
  if (end <= start) return
  const first = Math.floor(start)
  const last = Math.floor(end)
  const add = (x: number, length: number) => {
    coverage[x] = (coverage[x] as number) + length / linesPerRow
  }
  if (first === last) {
    add(first, end - start)
    return
  }
  add(first, first + 1 - start)
  for (let x = first + 1; x < last; x++) add(x, 1)
  add(last, end - last)
}
