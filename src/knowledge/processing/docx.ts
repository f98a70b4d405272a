import { readHtml } from './html.ts'
import type { Block } from './split.ts'
import { Unreadable } from './unreadable.ts'
import { requireSmallXml, zipNames } from './zip.ts'

/** Other files of Office programs are zip files too. */
const others: [start: string, advice: string][] = [
  ['xl/', 'This is an Excel workbook. Save its sheets as CSV files and upload those.'],
  ['ppt/', 'This is a PowerPoint file. Save it as PDF and upload that.'],
  ['mimetype', 'This is an OpenDocument or EPUB file. Save it as PDF or DOCX and upload that.'],
]

export const readDocx = async (bytes: Uint8Array): Promise<Block[]> => {
  const buffer = Buffer.from(bytes)
  const names = zipNames(buffer)
  if (!names.includes('word/document.xml')) {
    const other = others.find(([start]) => names.some((name) => name.startsWith(start)))
    throw new Unreadable(other?.[1] ?? 'This is a zip file. Unpack it and upload its files.')
  }
  requireSmallXml(buffer)
  const { default: mammoth } = await import('mammoth')
  const noImage = mammoth.images.imgElement(async () => ({ src: '' }))
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: noImage })
  return (await readHtml(value)).blocks
}
