export interface Figure {
  readonly what: string
  readonly value: string
  readonly target: string
  readonly isMet: boolean
  /** The figures behind the value. */
  readonly detail: string
}

let figures: Figure[] = []

/** Prints one line: what was measured, against which target, and whether it is met. */
export const report = (
  what: string,
  value: string,
  target: string,
  isMet: boolean,
  detail = '',
) => {
  figures.push({ what, value, target, isMet, detail })
  const mark = isMet ? 'met   ' : 'MISSED'
  console.log(
    `${mark}  ${what.padEnd(52)} ${value.padEnd(24)} ${target}${detail && ` (${detail})`}`,
  )
}

/** The figures that were reported since the last call. */
export const takeFigures = (): Figure[] => {
  const taken = figures
  figures = []
  return taken
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
