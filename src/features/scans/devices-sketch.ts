/**
 * Estimates the number of different devices in limited space. Few devices are stored as they are
 * and counted exactly. Above `maxExact` it is a HyperLogLog with 4,096 registers, with a typical
 * error of 1.6 %. Sketches of several days can be merged.
 */
type Sketch = Uint8Array

const registerBits = 12
const registers = 1 << registerBits
const maxExact = 512
const bytesOfHash = 8

// One byte more than the registers, to distinguish it from a list of 512 devices, which has the
// same length.
const denseBytes = registers + 1

const isDense = (sketch: Sketch): boolean => sketch.length === denseBytes

export const emptySketch: Sketch = new Uint8Array(0)

/**
 * Adds devices by their 64-bit keys (16 hexadecimal digits). Returns the same sketch if all were
 * known.
 */
export const addDevices = (sketch: Sketch, keys: Iterable<string>): Sketch => {
  if (isDense(sketch)) return addToRegisters(sketch, keys)
  const known = readExact(sketch)
  const before = known.size
  for (const key of keys) known.add(key)
  if (known.size === before) return sketch
  return known.size <= maxExact
    ? writeExact(known)
    : addToRegisters(new Uint8Array(denseBytes), known)
}

export const mergeSketches = (a: Sketch, b: Sketch): Sketch => {
  if (!isDense(b)) return addDevices(a, readExact(b))
  return isDense(a) ? mergeRegisters(a, b) : addToRegisters(b, readExact(a))
}

/** Whether two sketches are equal. A list of devices may be in any order. */
export const sameDevices = (a: Sketch, b: Sketch): boolean => {
  if (a.length !== b.length) return false
  if (Buffer.compare(a, b) === 0) return true
  return !isDense(a) && readExact(a).isSubsetOf(readExact(b))
}

export const countDevices = (sketches: Sketch[]): number => {
  const exact = new Set<string>()
  let dense: Sketch | null = null
  for (const sketch of sketches) {
    if (isDense(sketch)) dense = dense ? mergeRegisters(dense, sketch) : sketch
    else for (const key of readExact(sketch)) exact.add(key)
  }
  return dense === null ? exact.size : estimate(addToRegisters(dense, exact))
}

const readExact = (sketch: Sketch): Set<string> => {
  const hex = Buffer.from(sketch.buffer, sketch.byteOffset, sketch.byteLength).toString('hex')
  const keys = new Set<string>()
  for (let at = 0; at < hex.length; at += bytesOfHash * 2)
    keys.add(hex.slice(at, at + bytesOfHash * 2))
  return keys
}

const writeExact = (keys: Set<string>): Sketch => Buffer.from([...keys].join(''), 'hex')

const addToRegisters = (sketch: Sketch, keys: Iterable<string>): Sketch => {
  let changed: Sketch | null = null
  for (const key of keys) {
    const register = Number.parseInt(key.slice(0, 3), 16)
    // The remaining 52 bits of the key: a longer run of leading zeros means more devices.
    const high = Number.parseInt(key.slice(3, 9), 16)
    const low = Number.parseInt(key.slice(9, 16), 16)
    const zeros = high === 0 ? 24 + Math.clz32(low) - 4 : Math.clz32(high) - 8
    const rank = zeros + 1
    if (rank > ((changed ?? sketch)[register] as number)) {
      changed ??= new Uint8Array(sketch)
      changed[register] = rank
    }
  }
  return changed ?? sketch
}

const mergeRegisters = (a: Sketch, b: Sketch): Sketch => {
  const merged = new Uint8Array(a)
  for (let register = 0; register < registers; register++) {
    const rank = b[register] as number
    if (rank > (merged[register] as number)) merged[register] = rank
  }
  return merged
}

/**
 * From Otmar Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017): equally
 * exact for 1,000 devices and for a million, where the classical formula is 3 % off in between.
 */
const estimate = (sketch: Sketch): number => {
  const highest = 64 - registerBits
  const withRank = new Array<number>(highest + 2).fill(0)
  for (const rank of sketch.subarray(0, registers)) withRank[rank] = (withRank[rank] ?? 0) + 1
  let sum = registers * tau(1 - (withRank[highest + 1] ?? 0) / registers)
  for (let rank = highest; rank >= 1; rank--) sum = (sum + (withRank[rank] ?? 0)) / 2
  sum += registers * sigma((withRank[0] ?? 0) / registers)
  return Math.round((registers * registers) / (2 * Math.LN2 * sum))
}

/** Corrects for registers that are still empty. */
const sigma = (share: number): number => {
  let power = share
  let weight = 1
  let sum = share
  for (let before = -1; sum !== before; weight *= 2) {
    power *= power
    before = sum
    sum += power * weight
  }
  return sum
}

/** Corrects for saturated registers. */
const tau = (share: number): number => {
  if (share === 0 || share === 1) return 0
  let root = share
  let weight = 0.5
  let sum = 1 - share
  for (let before = -1; sum !== before; weight /= 2) {
    root = Math.sqrt(root)
    before = sum
    sum -= (1 - root) ** 2 * weight
  }
  return sum / 3
}
