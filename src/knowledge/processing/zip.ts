import { inflateRawSync } from 'node:zlib'
import { Unreadable } from './unreadable.ts'

/** More than the text of any book. A bomb has gigabytes. */
const mostXmlBytes = 64 * 2 ** 20
const mostEntries = 10_000

interface Entry {
  name: string
  isDeflated: boolean
  compressedBytes: number
  offset: number
}

const damaged = () =>
  new Unreadable('The file is damaged. Open it, save it again and upload the copy.')

/** The directory at the end of a zip file. */
const entriesOf = (zip: Buffer): Entry[] => {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > zip.length) throw damaged()
  const count = zip.readUInt16LE(end + 10)
  if (count > mostEntries) throw damaged()
  let at = zip.readUInt32LE(end + 16)
  const entries: Entry[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const nameBytes = zip.readUInt16LE(at + 28)
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameBytes),
      isDeflated: zip.readUInt16LE(at + 10) === 8,
      compressedBytes: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return entries
}

export const zipNames = (zip: Buffer): string[] => entriesOf(zip).map(({ name }) => name)

/**
 * Refuses a bomb: a small file that unpacks to gigabytes. The sizes in the directory can lie, so
 * the parts that will be read are unpacked with a limit first.
 */
export const requireSmallXml = (zip: Buffer) => {
  let left = mostXmlBytes
  for (const { name, isDeflated, compressedBytes, offset } of entriesOf(zip)) {
    if (!/\.(xml|rels)$/i.test(name)) continue
    if (offset + 30 > zip.length) throw damaged()
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    const data = zip.subarray(start, start + compressedBytes)
    left -= isDeflated ? inflatedBytes(data, left) : data.length
    if (left < 0) throw tooLarge()
  }
}

const inflatedBytes = (data: Buffer, most: number): number => {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, most) }).length
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
  }
}

const tooLarge = () =>
  new Unreadable('The file unpacks to more than 64 MB of text. Split it into smaller files.')
