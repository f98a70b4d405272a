// resvg converts an SVG into groups with a matrix, and paths of M, L, Q, C and Z with absolute
// coordinates. Parsing the result limits the drawing time, ensures that it contains nothing else,
// and provides the paths for the PDF.
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type Affine, composed } from './affine.ts'
import { parseHex, type Rgb } from './color.ts'
import { invalidLogo, UnscannableStyle } from './refusals.ts'

interface Ink {
  readonly color: Rgb
  readonly alpha: number
}

/** `place` maps the coordinates to those of the logo, from 0 to its width and height. */
export interface LogoPath {
  readonly place: Affine
  readonly data: string
  readonly fill: (Ink & { readonly isEvenOdd: boolean }) | null
  readonly stroke:
    | (Ink & {
        readonly width: number
        readonly cap: string
        readonly join: string
        readonly miterLimit: number
      })
    | null
}

const allowed: Record<string, Set<string>> = {
  svg: words('width height viewBox xmlns xmlns:xlink'),
  defs: words(''),
  g: words('id transform opacity clip-path style'),
  path: words(
    'id d fill fill-opacity fill-rule clip-rule stroke stroke-width stroke-opacity ' +
      'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dashoffset paint-order ' +
      'shape-rendering visibility',
  ),
  linearGradient: words('id x1 y1 x2 y2 gradientUnits gradientTransform spreadMethod'),
  radialGradient: words('id cx cy r fx fy gradientUnits gradientTransform spreadMethod'),
  stop: words('offset stop-color stop-opacity'),
  clipPath: words('id transform clipPathUnits'),
}

function words(text: string): Set<string> {
  return new Set(text.split(' '))
}

interface OpenGroup extends Group {
  readonly firstPath: number
}

export const readSimplified = (svg: string) => {
  const groups: OpenGroup[] = []
  const paths: LogoPath[] = []
  let box = { x: 0, y: 0, width: 0, height: 0 }
  let isPlain = true
  let defsDepth = 0
  const work = newWork()

  const open = ({ name, attributes }: SaxesTagPlain) => {
    checkNames(name, attributes)
    if (name === 'svg') {
      box = viewBoxOf(attributes)
      groups.push({ place: [1, 0, 0, 1, -box.x, -box.y], opacity: 1, layers: 0, firstPath: 0 })
    }
    const around = groups.at(-1) as OpenGroup
    if (name === 'defs') defsDepth += 1
    if (name === 'stop') work.stops += 1
    if (name === 'g') {
      const isLayer = ['opacity', 'clip-path', 'style'].some((name) => name in attributes)
      if ('clip-path' in attributes) {
        isPlain = false
        work.clips += 1
      }
      const place = composed(around.place, matrixOf(attributes.transform))
      const opacity = around.opacity * Number(attributes.opacity ?? 1)
      const layers = around.layers + (isLayer ? 1 : 0)
      groups.push({ place, opacity, layers, firstPath: paths.length })
    }
    if (name === 'path' && attributes.visibility !== 'hidden') {
      const cost = workOf(attributes, around, box)
      if (defsDepth > 0) work.ofClips += cost
      else {
        work.ofPaths += cost
        const path = asPath(attributes, around)
        if (path) paths.push(path)
        else isPlain = false
      }
    }
  }
  const close = ({ name }: SaxesTagPlain) => {
    if (name === 'g') {
      const group = groups.pop() as OpenGroup
      if (group.opacity < 1 && !isOneArea(paths.slice(group.firstPath))) isPlain = false
    }
    if (name === 'defs') defsDepth -= 1
  }
  parse(svg, open, close)
  if (work.ofPaths === 0) throw invalidLogo('the SVG draws nothing')
  return {
    data: Buffer.from(withSizeOf(box, svg)),
    width: box.width,
    height: box.height,
    paths: isPlain ? paths : null,
    isTooDetailed: isTooMuch(work),
  }
}

type Handler = (tag: SaxesTagPlain) => void

const parse = (svg: string, open: Handler, close: Handler) => {
  const parser = new SaxesParser()
  parser.on('opentag', open)
  parser.on('closetag', close)
  try {
    parser.write(svg).close()
  } catch (error) {
    if (error instanceof UnscannableStyle) throw error
    // resvg does not escape all characters of an id.
    throw invalidLogo('the SVG has an id with signs that are not allowed there')
  }
}

/** The width and height of the file may have another aspect ratio than its view box. */
const withSizeOf = ({ x, y, width, height }: ReturnType<typeof viewBoxOf>, svg: string): string => {
  const size = `width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"`
  return svg.replace(/^<svg [^>]*>/, `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`)
}

/**
 * A single area may take over the opacity of its group, because nothing below it could show
 * through.
 */
const isOneArea = (paths: LogoPath[]): boolean =>
  paths.length === 1 && !(paths[0]?.fill && paths[0].stroke)

const checkNames = (name: string, attributes: Attributes) => {
  const unknown = Object.keys(attributes).find(
    (attribute) =>
      !allowed[name]?.has(attribute) ||
      (attribute === 'style' && !attributes.style?.startsWith('mix-blend-mode:normal;')),
  )
  if (allowed[name] && unknown === undefined) return
  throw invalidLogo(
    `the SVG has ${unknown ?? `<${name}>`}, which is not drawn alike everywhere. ` +
      'Export it as plain paths with plain colors, or use a PNG',
  )
}

const viewBoxOf = (attributes: Attributes) => {
  const [x = 0, y = 0, width = 0, height = 0] = (attributes.viewBox ?? '').split(' ').map(Number)
  const ratio = width / height
  if (!(ratio >= 0.1 && ratio <= 10)) {
    throw invalidLogo('the SVG is more than ten times as long as wide')
  }
  if (width < 1e-3 || width > 1e6) throw invalidLogo('the SVG has an absurd viewBox')
  return { x, y, width, height }
}

const matrixOf = (transform?: string): Affine => {
  const numbers = transform
    ?.match(/^matrix\((.+)\)$/)?.[1]
    ?.split(' ')
    .map(Number)
  return (numbers as unknown as Affine) ?? [1, 0, 0, 1, 0, 0]
}

/** Undefined for a gradient, and for a stroke below its fill. */
const asPath = (attributes: Attributes, { place, opacity: all }: Group): LogoPath | undefined => {
  const { fill = '#000000', stroke = 'none', d: data = '' } = attributes
  const join = attributes['stroke-linejoin'] ?? 'miter'
  if (/url/.test(fill + stroke) || 'paint-order' in attributes || join === 'miter-clip') return
  const ink = (color: string, opacity = '1') => ({
    color: parseHex(color),
    alpha: Number(opacity) * all,
  })
  return {
    place,
    data,
    fill:
      fill === 'none'
        ? null
        : {
            ...ink(fill, attributes['fill-opacity']),
            isEvenOdd: attributes['fill-rule'] === 'evenodd',
          },
    stroke:
      stroke === 'none'
        ? null
        : {
            ...ink(stroke, attributes['stroke-opacity']),
            width: Number(attributes['stroke-width'] ?? 1),
            cap: attributes['stroke-linecap'] ?? 'butt',
            join,
            miterLimit: Number(attributes['stroke-miterlimit'] ?? 4),
          },
  }
}

// Estimates the drawing time of a logo, because resvg has no limit of its own.

type Attributes = Record<string, string>

interface Group {
  readonly place: Affine
  readonly opacity: number
  /** The number of surrounding groups that resvg draws into a separate bitmap. */
  readonly layers: number
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Work {
  ofPaths: number
  /** The work inside clip paths, which is repeated for each clip. */
  ofClips: number
  clips: number
  stops: number
}

const newWork = (): Work => ({ ofPaths: 0, ofClips: 0, clips: 0, stops: 0 })

/**
 * The unit is one area over the whole logo: 16 ms at 913 pixels, the largest logo in an image of
 * 4,096. Real logos need less than ten.
 */
const maxWork = 50
/** A layer also needs memory: 17 MB at the size for a PDF. */
const layerWork = 8
const gradientWork = 2
const segmentWork = 0.01
const maxStops = 64
const maxClips = 8
/** In widths of the logo. Programs do not draw reliably beyond this. */
const farthest = 1_000_000

const isTooMuch = ({ ofPaths, ofClips, clips, stops }: Work): boolean =>
  ofPaths + ofClips * clips > maxWork || stops > maxStops || clips > maxClips

/** Estimated by the bounding box of the points, which is never smaller than the path. */
const workOf = (attributes: Attributes, { place, layers }: Group, size: Size): number => {
  const [a, b, c, d, e, f] = place
  const numbers = (attributes.d ?? '').match(/[-\d.e]+/g)?.map(Number) ?? []
  const reach =
    attributes.stroke === 'none' ? 0 : Number(attributes['stroke-width'] ?? 1) * strokeReach
  const pad = reach * Math.sqrt(Math.abs(a * d - b * c))
  let [left, right, top, bottom] = [size.width, 0, size.height, 0]
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [x, y] = [numbers[at] as number, numbers[at + 1] as number]
    const [toX, toY] = [a * x + c * y + e, b * x + d * y + f]
    if (!(Math.abs(toX / size.width) < farthest && Math.abs(toY / size.height) < farthest)) {
      throw invalidLogo('the SVG draws far outside of its viewBox')
    }
    left = Math.min(left, toX - pad)
    right = Math.max(right, toX + pad)
    top = Math.min(top, toY - pad)
    bottom = Math.max(bottom, toY + pad)
  }
  const share = (from: number, to: number, whole: number) =>
    Math.max(0, Math.min(to, whole) - Math.max(from, 0)) / whole
  const height = share(top, bottom, size.height)
  const area = height * share(left, right, size.width)
  const isGradient = /url/.test(`${attributes.fill}${attributes.stroke}`)
  const ofArea = (isGradient ? gradientWork : 1) + layers * layerWork
  return area * ofArea + (numbers.length / 2) * height * segmentWork
}
/** In stroke widths: half a width, times four at a sharp corner with the default miter limit. */
const strokeReach = 2
