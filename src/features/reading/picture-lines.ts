import { type Block, Unreadable } from './blocks.ts'

/** A line of a picture, with its place in pixels. */
export interface PictureLine {
  paragraph: string
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** The levels of a row of Tesseract's table. */
const [lineLevel, wordLevel] = ['4', '5']

/** The lines of a picture, in the order in which they are read. */
export const linesOfTsv = (tsv: string): PictureLine[] => {
  const lines: PictureLine[] = []
  for (const row of tsv.split('\n')) {
    const [level, , block, paragraph, , , left, top, width, height, , text = ''] = row.split('\t')
    if (level === lineLevel) {
      const place = { left: Number(left), top: Number(top) }
      const end = { right: place.left + Number(width), bottom: place.top + Number(height) }
      lines.push({ paragraph: `${block} ${paragraph}`, text: '', ...place, ...end })
    }
    const line = lines.at(-1)
    if (level === wordLevel && line) line.text = `${line.text} ${text}`.trim()
  }
  return lines.filter(({ text }) => text !== '')
}

const maxValueLength = 24
/** A price, a time or an amount, with a unit at most. */
const isValue = (text: string): boolean =>
  text.length <= maxValueLength && /\d/.test(text) && !/\p{L}{4}/u.test(text)

/**
 * The paragraphs of a picture. Tesseract reads columns one after the other, so that a price list is
 * first all names, then all prices: a value goes back to the line on its left.
 */
export const joinValues = (lines: PictureLine[]): Block[] => {
  const [values, rest] = [lines.filter(({ text }) => isValue(text)), new Set(lines)]
  for (const value of values.sort((a, b) => a.left - b.left)) {
    const middle = (value.top + value.bottom) / 2
    const host = [...rest]
      .filter((line) => line.right <= value.left && line.top <= middle && line.bottom >= middle)
      .sort((a, b) => b.right - a.right)[0]
    if (!host) continue
    host.text = `${host.text} ${value.text}`
    host.right = value.right
    rest.delete(value)
  }
  const paragraphs = new Map<string, string[]>()
  for (const { paragraph, text } of rest) {
    paragraphs.set(paragraph, [...(paragraphs.get(paragraph) ?? []), text])
  }
  return [...paragraphs.values()].map((texts) => ({ level: 0, text: texts.join('\n') }))
}

export const damagedPicture = () =>
  new Unreadable('The picture is damaged. Save it as JPEG or PNG and upload the copy.')

/** The markers of a JPEG that have its size. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Some markers stand alone. No camera writes them before the size. */
const hasLength = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xfe && !(marker >= 0xd0 && marker <= 0xd9)

/** The size that a PNG or a JPEG names, before memory is taken for its pixels. */
export const pictureSize = (bytes: Uint8Array): { width: number; height: number } => {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data[0] === 0x89) {
    if (data.length < 24) throw damagedPicture()
    return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
  }
  for (let at = 2; at + 9 < data.length && data[at] === 0xff; ) {
    const marker = data[at + 1] ?? 0
    const length = data.readUInt16BE(at + 2)
    if (isFrame(marker)) {
      return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) }
    }
    // The decoder skips a fill byte. At anything else without a length it would read on at another
    // place, and could find another size there.
    if (marker === 0xff) at += 1
    else if (hasLength(marker) && length >= 2) at += 2 + length
    else break
  }
  throw damagedPicture()
}

/** The tag of the orientation with its type and count, in either order of bytes. */
const orientationMarks = ['011200030000000100', '1201030001000000']

/** How a camera was held, 1 to 8, as the head of a JPEG says. */
export const orientationOf = (bytes: Uint8Array): number => {
  const head = Buffer.from(bytes.subarray(0, 1000))
  for (const hex of orientationMarks) {
    const mark = Buffer.from(hex, 'hex')
    const at = head.indexOf(mark)
    const value = at < 0 ? 0 : (head[at + mark.length] ?? 0)
    if (value >= 1 && value <= 8) return value
  }
  return 1
}
