/** A vector as it is stored: 32-bit numbers, the lowest byte first, of length one. */
export const packVector = (numbers: readonly number[]): Uint8Array => {
  const length = Math.hypot(...numbers) || 1
  const bytes = Buffer.alloc(numbers.length * 4)
  for (const [at, number] of numbers.entries()) bytes.writeFloatLE(number / length, at * 4)
  return bytes
}

export const unpackVector = (bytes: Uint8Array): Float32Array => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const numbers = new Float32Array(bytes.byteLength / 4)
  for (let at = 0; at < numbers.length; at++) numbers[at] = buffer.readFloatLE(at * 4)
  return numbers
}

/** The cosine of the angle, because both have length one. */
export const similarity = (a: Float32Array, b: Float32Array): number => {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number)
  return sum
}

/**
 * A place in a list counts less the further down it is. The usual constant of 60 lets twenty places
 * of the vectors precede the best one of the words, so that a weak model hides what words find.
 */
const placesBefore = 5
/** Vectors also find passages without a common word, so their order counts more. */
const vectorWeight = 1.2

/** Joins two orders of ids by their places: the scores of words and vectors do not compare. */
export const fuse = (byWords: string[], byVectors: string[]): { id: string; score: number }[] => {
  const scores = new Map<string, number>()
  const count = (ids: string[], weight: number) => {
    for (const [place, id] of ids.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (placesBefore + place + 1))
    }
  }
  count(byWords, 1)
  count(byVectors, vectorWeight)
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}
