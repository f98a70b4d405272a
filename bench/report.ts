/** One line for a person: what was measured, against which target, and whether it is met. */
export const report = (what: string, value: string, target: string, isMet: boolean) => {
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${what.padEnd(52)} ${value.padEnd(24)} ${target}`)
}

export const median = (values: number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
