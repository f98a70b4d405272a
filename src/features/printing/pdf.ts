import { type Picture, pictureOf } from '../drawing/picture.ts'
import { TooSmall } from '../drawing/refusals.ts'
import type { ImageStyle } from '../drawing/style.ts'
import { newDrawing } from './pdf-drawing.ts'
import { decimal, inMillimetres, newPdf } from './pdf-file.ts'

export interface PdfOptions {
  /** Width and height of the page in millimetres, 10 to 1000. Default: 50. */
  readonly sizeMm?: number
}

/** Five dots of a 600-dpi printer. Phones can still read it from close by. */
const minModuleMm = 0.2

export const renderPdf = (
  text: string,
  style: Partial<ImageStyle>,
  { sizeMm = 50 }: PdfOptions = {},
): Buffer => {
  const picture = pictureOf(text, style)
  checkPrintSize(picture, sizeMm)
  const pdf = newPdf()
  const drawing = newDrawing(pdf)
  const scale = decimal(sizeMm / picture.extent)
  const content = pdf.addStream(
    `${inMillimetres(sizeMm)}${scale} 0 0 ${scale} 0 0 cm\n${drawing.operators(picture)}`,
  )
  const resources = drawing.resources()
  return pdf.finish([{ widthMm: sizeMm, heightMm: sizeMm, content, resources }])
}

export const checkPrintSize = ({ extent }: Picture, sizeMm: number) => {
  if (sizeMm >= extent * minModuleMm) return
  throw new TooSmall(extent, Math.ceil(extent * minModuleMm), 'mm')
}
