import { createHash } from 'node:crypto'
import { createBounded } from '../../platform/kit/bounded.ts'
import { parseHex } from '../drawing/color.ts'
import { type DrawableLogo, logoImage, placeLogo } from '../drawing/logo.ts'
import type { LogoPath } from '../drawing/logo-simplified.ts'
import { corner, type Picture, pictureOf, type Shape, shapesOf } from '../drawing/picture.ts'
import { TooSmall } from '../drawing/refusals.ts'
import type { ImageStyle } from '../drawing/style.ts'
import type { Box } from '../drawing/symbol.ts'
import { channels, decimal, inMillimetres, newPdf, type PdfFile, type Ref } from './pdf-file.ts'

interface PdfOptions {
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

// A picture as PDF operators: one unit is one module, y goes down.

/** The length of the handles of a cubic curve that draws a quarter circle. */
const handle = 0.5522847

/** Shared by the drawings of a file: each logo and the round dot are written once. */
export const newDrawing = (pdf: PdfFile) => {
  const logos = new Map<string, { name: string; ref: Ref }>()
  let dotRef: Ref | undefined

  const logoName = (logo: DrawableLogo): string => {
    // By content, because every code has its own copy of the same logo.
    const key = createHash('sha256').update(logo.data).digest('hex')
    const known = logos.get(key)
    if (known) return known.name
    const name = `/L${logos.size}`
    logos.set(key, { name, ref: addLogo(pdf, logo) })
    return name
  }

  const drawLogo = (logo: DrawableLogo, box: Box): string => {
    const { x, y, width, height } = placeLogo(logo, box)
    const place = [width, 0, 0, -height, x, y + height].map(decimal).join(' ')
    return `q ${place} cm ${logoName(logo)} Do Q\n`
  }

  /**
   * Each position is relative to the last one: a code has hundreds of dots, and full curves would
   * be long.
   */
  const drawDots = (dots: Shape[]): string => {
    dotRef ??= addDot(pdf)
    const steps = dots.map(({ x, y }, index) => {
      const { x: lastX, y: lastY } = dots[index - 1] ?? { x: 0, y: 0 }
      return `1 0 0 1 ${x - lastX} ${y - lastY} cm /D Do\n`
    })
    return `q ${steps.join('')}Q\n`
  }

  return {
    operators(picture: Picture): string {
      const { extent, style, logoBox } = picture
      const { dots = [], areas = [] } = Object.groupBy(shapesOf(picture), (shape) =>
        isDot(shape) ? 'dots' : 'areas',
      )
      return [
        `${channels(parseHex(style.background))} rg 0 0 ${extent} ${extent} re f\n`,
        `${channels(parseHex(style.color))} rg\n${areas.map(outline).join('')}f*\n`,
        dots.length > 0 ? drawDots(dots) : '',
        style.logo && logoBox ? drawLogo(style.logo, logoBox) : '',
      ].join('')
    },
    /** For the resource dictionary of a page. */
    resources(): string {
      const entries = Array.from(logos.values(), ({ name, ref }) => `${name} ${ref}`)
      return `/XObject<<${entries.join('')}${dotRef ? `/D ${dotRef}` : ''}>>`
    },
  }
}

const isDot = ({ width, height, radius, rounded, isHole }: Shape): boolean =>
  rounded === corner.all && !isHole && width === 1 && height === 1 && radius === 0.5

/** Centered in the unit square, in the current color. */
const addDot = (pdf: PdfFile): Ref =>
  pdf.addStream(
    `${outline({ x: 0, y: 0, width: 1, height: 1, radius: 0.5, rounded: corner.all, isHole: false })}f\n`,
    '/Type/XObject/Subtype/Form/BBox[-1 -1 2 2]/Resources<<>>',
  )

/** A path in the units of the page. Rounded, because PDF allows no exponents. */
export const roundedBox = (box: Pick<Shape, 'x' | 'y' | 'width' | 'height' | 'radius'>): string => {
  const rounded = (value: number) => Number(decimal(value))
  return outline({
    x: rounded(box.x),
    y: rounded(box.y),
    width: rounded(box.width),
    height: rounded(box.height),
    radius: rounded(box.radius),
    rounded: box.radius > 0 ? corner.all : 0,
    isHole: false,
  })
}

const outline = (shape: Shape): string => {
  const { x, y, width, height, radius } = shape
  if (shape.rounded === 0) return `${x} ${y} ${width} ${height} re\n`
  const [right, bottom] = [x + width, y + height]
  const at = (which: number) => ((shape.rounded & which) === 0 ? 0 : radius)
  const [topLeft, topRight] = [at(corner.topLeft), at(corner.topRight)]
  const [bottomRight, bottomLeft] = [at(corner.bottomRight), at(corner.bottomLeft)]
  return [
    `${x + topLeft} ${y} m`,
    ...turn(right - topRight, y, topRight, 0, 0, topRight),
    ...turn(right, bottom - bottomRight, 0, bottomRight, -bottomRight, 0),
    ...turn(x + bottomLeft, bottom, -bottomLeft, 0, 0, -bottomLeft),
    ...turn(x, y + topLeft, 0, -topLeft, topLeft, 0),
    'h\n',
  ].join(' ')
}

/** A line to (x, y), then a quarter turn from direction (inX, inY) to direction (outX, outY). */
const turn = (x: number, y: number, inX: number, inY: number, outX: number, outY: number) => {
  const line = `${x} ${y} l`
  if (inX === 0 && inY === 0) return [line]
  const points = [
    x + inX * handle,
    y + inY * handle,
    x + inX + outX * (1 - handle),
    y + inY + outY * (1 - handle),
    x + inX + outX,
    y + inY + outY,
  ]
  return [line, `${points.map(coordinate).join(' ')} c`]
}

// Modules share few coordinates, and formatting numbers is most of the work.
const written = createBounded<string>('coordinates', { bytes: 2 ** 20 })
const coordinate = (value: number): string => {
  const key = String(value)
  let text = written.get(key)
  if (text === undefined) {
    text = decimal(value)
    written.set(key, text)
  }
  return text
}

/** In the unit square with y up, like PDF images. Drawn as paths if possible. */
const addLogo = (pdf: PdfFile, logo: DrawableLogo): Ref =>
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
