import type { Block } from './blocks.ts'
import { readHtml } from './html.ts'
import { requireModestXml } from './markup.ts'
import { Unreadable } from './unreadable.ts'
import { openZip } from './zip.ts'

/** Other files of Office programs are zip files too. */
const others: [start: string, advice: string][] = [
  ['xl/', 'This is an Excel workbook. Save its sheets as CSV files and upload those.'],
  ['ppt/', 'This is a PowerPoint file. Save it as PDF and upload that.'],
  ['mimetype', 'This is an OpenDocument or EPUB file. Save it as PDF or DOCX and upload that.'],
]

export const readDocx = async (bytes: Uint8Array): Promise<Block[]> => {
  const zip = openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!zip.has('word/document.xml')) {
    const other = others.find(([start]) => zip.names().some((name) => name.startsWith(start)))
    throw new Unreadable(other?.[1] ?? 'This is a zip file. Unpack it and upload its files.')
  }
  // A relationship can name any part, so mammoth reads all of them through our limit.
  const file = {
    exists: zip.has,
    read: async (name: string, encoding?: string) => {
      const part = zip.read(name)
      if (!encoding) return part
      const xml = new TextDecoder(encoding).decode(part)
      requireModestXml(xml)
      return xml
    },
  }
  // 0.1 s and 18 MB to load.
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.convertToHtml(
    // The types of mammoth do not mention that it accepts an opened file.
    { file } as unknown as { buffer: Buffer },
    {
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
    },
  )
  return (await readHtml(value)).blocks
}
