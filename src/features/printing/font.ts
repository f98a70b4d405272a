// The font of print: Roboto, with Latin, Greek and Cyrillic letters. A file contains only the
// glyphs that it uses.
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { componentsIn } from './font-outline.ts'

export type Weight = 'regular' | 'bold'

export interface Font {
  readonly name: string
  readonly unitsPerEm: number
  /** The glyph of a character; undefined if the font lacks it. */
  glyphOf(character: string): number | undefined
  /** In font units. */
  widthOf(glyph: number): number
  readonly ascent: number
  readonly descent: number
  readonly box: readonly number[]
  /** The entry of a glyph in the table `glyf`; empty for a space. */
  outlineOf(glyph: number): Buffer
  /** A TrueType file with these glyphs, which keep their numbers. */
  subset(glyphs: ReadonlySet<number>): Buffer
}

const names: Record<Weight, string> = { regular: 'Roboto-Regular', bold: 'Roboto-Bold' }
const loaded = new Map<Weight, Font>()

export const loadFont = (weight: Weight = 'regular'): Font => {
  const known = loaded.get(weight)
  if (known) return known
  const name = names[weight]
  const file = import.meta.resolve(`roboto-fontface/fonts/roboto/${name}.woff`)
  const font = readFont(name, readFileSync(new URL(file)))
  loaded.set(weight, font)
  return font
}

type Tables = Map<string, Buffer>

const readFont = (name: string, woff: Buffer): Font => {
  const tables = readTables(woff)
  const table = (name: string): Buffer => {
    const content = tables.get(name)
    if (!content) throw new Error(`The font has no table ${name}.`)
    return content
  }
  const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
  const characters = readCharacterMap(table('cmap'))
  const metricsCount = hhea.readUInt16BE(34)
  const outlineOf = outlinesIn(head, table('loca'), table('glyf'))
  return {
    name,
    outlineOf,
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [36, 38, 40, 42].map((at) => head.readInt16BE(at)),
    glyphOf: (character) => characters.get(character.codePointAt(0) ?? 0),
    widthOf: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metricsCount - 1) * 4),
    subset: (glyphs) => subset(table, outlineOf, glyphs),
  }
}

const readTables = (woff: Buffer): Tables => {
  const tables: Tables = new Map()
  const count = woff.readUInt16BE(12)
  for (let index = 0; index < count; index++) {
    const at = 44 + index * 20
    const start = woff.readUInt32BE(at + 4)
    const length = woff.readUInt32BE(at + 8)
    const content = woff.subarray(start, start + length)
    const isCompressed = length < woff.readUInt32BE(at + 12)
    tables.set(woff.toString('latin1', at, at + 4), isCompressed ? inflateSync(content) : content)
  }
  return tables
}

/** Subtable format 12: ranges of characters, each of consecutive glyphs. */
const readCharacterMap = (cmap: Buffer): Map<number, number> => {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const start = cmap.readUInt32BE(8 + index * 8)
    if (cmap.readUInt16BE(start) !== 12) continue
    for (let group = 0; group < cmap.readUInt32BE(start + 12); group++) {
      const at = start + 16 + group * 12
      const [first, last] = [cmap.readUInt32BE(at), cmap.readUInt32BE(at + 4)]
      const glyph = cmap.readUInt32BE(at + 8)
      for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first)
    }
  }
  return glyphs
}

const outlinesIn = (head: Buffer, loca: Buffer, glyf: Buffer): Font['outlineOf'] => {
  const isLong = head.readUInt16BE(50) === 1
  const offsetOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2
  return (glyph) => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1))
}

/** All glyphs keep their numbers; unused glyphs lose their outlines. */
const subset = (
  table: (name: string) => Buffer,
  outlineOf: Font['outlineOf'],
  wanted: ReadonlySet<number>,
): Buffer => {
  const included = withComponents(wanted, outlineOf)

  const count = table('maxp').readUInt16BE(4)
  const offsets = Buffer.alloc((count + 1) * 4)
  const outlines: Buffer[] = []
  let length = 0
  for (let glyph = 0; glyph < count; glyph++) {
    const outline = included.has(glyph) ? outlineOf(glyph) : Buffer.alloc(0)
    outlines.push(outline)
    length += outline.length
    offsets.writeUInt32BE(length, (glyph + 1) * 4)
  }
  const longHead = Buffer.from(table('head'))
  longHead.writeUInt16BE(1, 50)
  return sfnt([
    ['glyf', Buffer.concat(outlines)],
    ['head', longHead],
    ['hhea', table('hhea')],
    ['hmtx', table('hmtx')],
    ['loca', offsets],
    ['maxp', table('maxp')],
  ])
}

/** é is composed of e and an accent, so those two are needed too. */
const withComponents = (wanted: ReadonlySet<number>, outlineOf: (glyph: number) => Buffer) => {
  // Glyph 0 is required.
  const included = new Set([0, ...wanted])
  for (const glyph of included) {
    for (const component of componentsIn(outlineOf(glyph))) included.add(component.glyph)
  }
  return included
}

const sfnt = (tables: [name: string, content: Buffer][]): Buffer => {
  const directory = Buffer.alloc(12 + tables.length * 16)
  const power = Math.floor(Math.log2(tables.length))
  directory.writeUInt32BE(0x00010000, 0)
  directory.writeUInt16BE(tables.length, 4)
  directory.writeUInt16BE(16 << power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE((tables.length - (1 << power)) * 16, 10)
  const bodies: Buffer[] = []
  let start = directory.length
  for (const [index, [name, content]] of tables.entries()) {
    const at = 12 + index * 16
    const body = Buffer.concat([content, Buffer.alloc(-content.length & 3)])
    directory.write(name, at, 'latin1')
    directory.writeUInt32BE(checksum(body), at + 4)
    directory.writeUInt32BE(start, at + 8)
    directory.writeUInt32BE(content.length, at + 12)
    bodies.push(body)
    start += body.length
  }
  return Buffer.concat([directory, ...bodies])
}

const checksum = (body: Buffer): number => {
  let sum = 0
  for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) >>> 0
  return sum
}
