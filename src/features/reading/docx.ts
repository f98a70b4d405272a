import type { Block } from './blocks.ts'
import { readHtml, requireModestXml } from './html.ts'
import type { Zip } from './zip.ts'

export const mainOfDocx = 'word/document.xml'

export const readDocx = async (zip: Zip): Promise<Block[]> => {
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
