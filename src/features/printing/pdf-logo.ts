import { type DrawableLogo, type LogoPath, logoImage } from '../drawing/logo.ts'
import { channels, decimal, type PdfFile, type Ref } from './pdf-file.ts'

/** In the unit square with y up, like PDF images. Drawn as paths if possible. */
export const addLogo = (pdf: PdfFile, logo: DrawableLogo): Ref =>
  logo.paths ? addForm(pdf, logo, logo.paths) : addImage(pdf, logo)

const addForm = (pdf: PdfFile, { width, height }: DrawableLogo, paths: readonly LogoPath[]) => {
  const opacities = paths.map(
    ({ fill, stroke }, index) => `/A${index}<</ca ${fill?.alpha ?? 1}/CA ${stroke?.alpha ?? 1}>>`,
  )
  return pdf.addStream(
    paths.map(operatorsOf).join(''),
    `/Type/XObject/Subtype/Form/BBox[0 0 ${decimal(width)} ${decimal(height)}]` +
      `/Matrix[${1 / width} 0 0 ${-1 / height} 0 1]` +
      `/Resources<</ExtGState<<${opacities.join('')}>>>>`,
  )
}

const caps: Record<string, number> = { butt: 0, round: 1, square: 2 }
const joins: Record<string, number> = { miter: 0, round: 1, bevel: 2 }

/** Stroke and fill are drawn separately, so that one shows through the other. */
const operatorsOf = ({ place, data, fill, stroke }: LogoPath, index: number): string => {
  const outline = outlineOf(data)
  const operators = [`q /A${index} gs ${place.map(exact).join(' ')} cm`]
  if (fill) operators.push(`${channels(fill.color)} rg`, outline, fill.isEvenOdd ? 'f*' : 'f')
  if (stroke) {
    const { color, width, cap, join, miterLimit } = stroke
    operators.push(`${channels(color)} RG ${exact(width)} w ${caps[cap]} J ${joins[join]} j`)
    operators.push(`${exact(miterLimit)} M`, outline, 'S')
  }
  return `${operators.join('\n')}\nQ\n`
}

/** As exact as possible without an exponent, which PDF does not allow. */
const exact = (value: number): string => String(Math.round(value * 1e6) / 1e6)

const outlineOf = (data: string): string => {
  let [x, y] = [0, 0]
  const operators: string[] = []
  for (const [, command = '', numbers = ''] of data.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const points = numbers.trim().split(' ').map(Number)
    const [x1 = 0, y1 = 0, toX = 0, toY = 0] = points
    // PDF has no quadratic curves.
    const written = command === 'Q' ? cubic(x, y, x1, y1, toX, toY) : points
    operators.push(`${command === 'Z' ? '' : written.map(exact).join(' ')} ${names[command]}`)
    if (command !== 'Z') [x = 0, y = 0] = points.slice(-2)
  }
  return operators.join('\n')
}
const names: Record<string, string> = { M: 'm', L: 'l', Q: 'c', C: 'c', Z: 'h' }

const cubic = (x: number, y: number, x1: number, y1: number, toX: number, toY: number) => [
  (x + 2 * x1) / 3,
  (y + 2 * y1) / 3,
  (toX + 2 * x1) / 3,
  (toY + 2 * y1) / 3,
  toX,
  toY,
]

/** Color and opacity are separate images in PDF. */
const addImage = (pdf: PdfFile, logo: DrawableLogo): Ref => {
  const { width, height, rgba } = logoImage(logo)
  const colors = Buffer.alloc(width * height * 3)
  const alphas = Buffer.alloc(width * height)
  for (let pixel = 0; pixel < alphas.length; pixel++) {
    const alpha = rgba[pixel * 4 + 3] as number
    alphas[pixel] = alpha
    if (alpha === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      const color = ((rgba[pixel * 4 + channel] as number) * 255) / alpha
      colors[pixel * 3 + channel] = Math.min(255, Math.round(color))
    }
  }
  const image = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`
  const mask = pdf.addStream(alphas, `${image}/ColorSpace/DeviceGray`)
  return pdf.addStream(colors, `${image}/ColorSpace/DeviceRGB/SMask ${mask}/Interpolate true`)
}
