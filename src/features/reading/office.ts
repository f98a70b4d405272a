// An Office file: a zip file whose parts are XML.

import { inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import { Unreadable } from './blocks.ts'
import { requireModestXml } from './html.ts'

/** More than the text of any book. A bomb has gigabytes. */
const maxUnpackedBytes = 64 * 2 ** 20
const maxEntries = 10_000

interface Entry {
  isDeflated: boolean
  compressedBytes: number
  offset: number
}

const damaged = () =>
  new Unreadable('The file is damaged. Open it, save it again and upload the copy.')

/** The directory at the end of a zip file. Of two parts with one name it has the last. */
const entriesOf = (zip: Buffer): Map<string, Entry> => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > zip.length) throw damaged()
  const count = zip.readUInt16LE(end + 10)
  if (count > maxEntries) throw damaged()
  let at = zip.readUInt32LE(end + 16)
  const entries = new Map<string, Entry>()
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const nameBytes = zip.readUInt16LE(at + 28)
    entries.set(zip.toString('utf8', at + 46, at + 46 + nameBytes), {
      isDeflated: zip.readUInt16LE(at + 10) === 8,
      compressedBytes: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

/**
 * Opens a zip file. Every part that is read counts, whatever its name, each time: a bomb is a small
 * file that unpacks to gigabytes. The sizes in its directory can lie, so they are not used.
 */
export const openZip = (zip: Buffer) => {
  const entries = entriesOf(zip)
  let left = maxUnpackedBytes

  const unpack = ({ isDeflated, compressedBytes, offset }: Entry): Buffer => {
    if (offset + 30 > zip.length) throw damaged()
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    const data = zip.subarray(start, start + compressedBytes)
    const unpacked = isDeflated ? inflate(data, left) : data
    left -= unpacked.length
    if (left < 0) throw tooLarge()
    return unpacked
  }

  return {
    names: () => [...entries.keys()],
    has: (name: string): boolean => entries.has(name),
    read(name: string): Buffer {
      const entry = entries.get(name)
      if (!entry) throw damaged()
      return unpack(entry)
    },
  }
}

const inflate = (data: Buffer, maxBytes: number): Buffer => {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, maxBytes) })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
  }
}

const tooLarge = () =>
  new Unreadable('The file unpacks to more than 64 MB of text. Split it into smaller files.')

export type Zip = ReturnType<typeof openZip>

export type Attributes = Record<string, string>

interface XmlReader {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Programs choose the prefixes of names themselves. */
const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads the elements of a part in their order. */
export const readXml = (zip: Zip, part: string, { open, text, close }: XmlReader) => {
  const xml = new TextDecoder().decode(zip.read(part))
  requireModestXml(xml)
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => open?.(withoutPrefix(name), attributes))
  parser.on('closetag', ({ name }) => close?.(withoutPrefix(name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  parser.write(xml).close()
}

/** The relationship that an element names. */
export const relationIn = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

interface Relation {
  /** The last word of its type, such as `worksheet`. */
  type: string
  part: string
}

/** The parts that a part refers to, by the id of the relationship. */
export const relationsOf = (zip: Zip, part: string): Map<string, Relation> => {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const list = `${folder}_rels/${part.slice(slash)}.rels`
  const relations = new Map<string, Relation>()
  if (!zip.has(list)) return relations
  readXml(zip, list, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : `${folder}${Target}`
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: target })
    },
  })
  return relations
}
