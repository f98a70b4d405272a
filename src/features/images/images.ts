import { createHash } from 'node:crypto'
import type { SheetLayout } from '#contract/sheet-layouts.ts'
import { type Context, readContext, type Service } from '../../platform/context.ts'
import type { AddressLimit } from '../../platform/http/limits/addresses.ts'
import type { MinuteLimit } from '../../platform/http/limits/rates.ts'
import { invalidField, problem } from '../../platform/http/problem.ts'
import { createBounded } from '../../platform/kit/bounded.ts'
import { createCodeCache } from '../codes/code-cache.ts'
import {
  codeForPreview,
  codesForSheet,
  type DrawableCode,
  findForDrawing,
  type PrintableCode,
} from '../codes/drawings.ts'
import type { Logo } from '../drawing/logo.ts'
import { rendererVersion } from '../drawing/picture.ts'
import { type Drawn, imageIn } from '../drawing/scannable.ts'
import {
  drawImage,
  drawPreview,
  type ImageFormat,
  type ImageJob,
  type PreviewJob,
  type SheetJob,
} from './drawing.thread.ts'
import type { ImageQuery, PreviewRequest, SheetRequest } from './images.schema.ts'
import { defaultCallToAction } from './print.ts'

export const imageTypes = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
} as const satisfies Record<ImageFormat, string>

/** A thread returns a plain Uint8Array. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)

interface Drawing {
  /** A strong ETag: the same address, style and renderer give the same bytes. */
  etag: string
  /** Expensive images are rate-limited by network address, which is read only for them. */
  draw(by: { readonly addressLimit: AddressLimit }): Promise<Buffer>
}

interface ImagesOptions {
  service: Service
  /** Whether a network address may request another expensive image in this minute. */
  mayDraw: MinuteLimit
}

export type Images = ReturnType<typeof createImages>

declare module '../../platform/context.ts' {
  interface Service {
    /** Only the running service draws images. */
    readonly images: Images
  }
}

/** For recent images. */
const cacheBytes = 16 * 1024 * 1024
/** For the ETags of recent addresses, with the logos that they refer to. */
const drawingsBytes = 4 * 1024 * 1024
const drawingBytes = 1000
/** The total size of the logos of a print sheet, each counted once. */
const maxLogoBytesOfSheet = 4 * 1024 * 1024

/** The public images of codes. Recent ones are cached, and each is drawn once at a time. */
export const createImages = ({ service, mayDraw }: ImagesOptions) => {
  const { database, clock } = service
  const context = readContext(service, null)
  const codeOf = createCodeCache(clock, database.signals, (shortId) =>
    findForDrawing(context, shortId),
  )
  const drawings = createBounded<{ code: DrawableCode; drawing: Drawing }>('drawings', {
    bytes: drawingsBytes,
    sizeOf: ({ code }) => drawingBytes + (code.logo?.data.length ?? 0),
  })
  // By ETag, so an image is never outdated: a changed code has another one.
  const cache = createBounded<Buffer>('images', { bytes: cacheBytes })
  const underWay = new Map<string, Promise<Buffer>>()

  const save = (etag: string, drawn: Drawn<Uint8Array>): Buffer => {
    const bytes = asBuffer(imageIn(drawn))
    cache.set(etag, bytes)
    return bytes
  }

  const drawCostly = async (job: ImageJob, etag: string, { address }: AddressLimit) =>
    save(etag, await service.threads.run<Drawn<Uint8Array>>('drawImage', job, address))

  const drawingOf = (job: ImageJob): Drawing => {
    const { format, text, style, logo, options } = job
    const etag = etagOf([format, text, Object.entries(style).sort(), hashOf(logo), options])
    return {
      etag,
      async draw(by) {
        const known = cache.get(etag) ?? underWay.get(etag)
        if (known) return await known
        if (!isCostly(job)) return save(etag, await drawImage(job))
        const { addressLimit } = by
        if (!mayDraw(addressLimit)) throw tooManyImages()
        const drawing = drawCostly(job, etag, addressLimit).finally(() => underWay.delete(etag))
        underWay.set(etag, drawing)
        return await drawing
      },
    }
  }

  return {
    /**
     * The public image of a code. An archived code keeps its image. `url` is the address of the
     * request, from which the other parameters were read.
     */
    async find(
      url: string,
      shortId: string,
      format: ImageFormat,
      query: ImageQuery,
    ): Promise<Drawing> {
      const code = await codeOf(shortId)
      if (!code) throw problem(404, 'code_not_found', `There is no code ${shortId.slice(0, 100)}.`)
      const known = drawings.get(url)
      if (known?.code === code) return known.drawing
      const drawing = drawingOf(jobOf(code, format, query))
      drawings.set(url, { code, drawing })
      return drawing
    },
  }
}

/** Previews an unsaved style: its image, whether it scans, and which change makes it scan. */
export const previewImage = async (
  context: Context,
  { style: draft, logo, size = 512, ...about }: PreviewRequest,
) => {
  const code = await codeForPreview(context, about, draft)
  const drawn = logo === undefined ? code.logo : logo === null ? code.brandLogo : logoIn(logo)
  const job: PreviewJob = { text: code.scanUrl, style: code.style, logo: drawn, size }
  if (!drawn) return await drawPreview(job)
  const { service, actor } = context
  type Preview = Awaited<ReturnType<typeof drawPreview>>
  return await service.threads.run<Preview>('drawPreview', job, actor.userId)
}

/** A PDF with many codes, each with its title below it. */
export const printSheet = async (
  context: Context,
  { ids, layout, frame }: SheetRequest,
): Promise<Uint8Array> => {
  const { service, actor } = context
  const job = sheetJob(await codesForSheet(context, ids), asLayout(layout), frame)
  return imageIn(await service.threads.run<Drawn<Uint8Array>>('drawSheet', job, actor.userId))
}

const tooManyImages = () =>
  problem(
    429,
    'rate_limited',
    'Too many large or detailed images were requested from your address. Try again in a minute.',
    { headers: { 'Retry-After': '60' } },
  )

/** Shapes are drawn one by one. Up to this size they take a few milliseconds. */
const maxShapedPixels = 1024

/** The time to draw a logo is unknown. Plain squares are quick at every size. */
const isCostly = ({ style, logo, format, options }: ImageJob): boolean => {
  if (logo) return true
  const { dots = 'square', eyes = 'square' } = style
  const isSquare = dots === 'square' && eyes === 'square'
  return format === 'png' && !isSquare && (options.size ?? 0) > maxShapedPixels
}

const sheetJob = (
  found: PrintableCode[],
  layout: SheetLayout,
  frame: SheetRequest['frame'],
): SheetJob => {
  const places = new Map<string | null, number>()
  const logos: Logo[] = []
  const placeOf = (logo: Logo): number => {
    const hash = hashOf(logo)
    const place = places.get(hash) ?? logos.push(logo) - 1
    places.set(hash, place)
    return place
  }
  const items = found.map((code) => ({
    text: code.scanUrl,
    name: code.title,
    callToAction: frame ? (frame.call_to_action ?? defaultCallToAction(code)) : null,
    style: code.style,
    logo: code.logo && placeOf(code.logo),
  }))
  if (logos.reduce((sum, { data }) => sum + data.length, 0) > maxLogoBytesOfSheet) {
    throw invalidField(
      '/ids',
      'too_many_logos',
      'The logos of these codes have more than 4 MB in total. Print fewer codes on one sheet.',
    )
  }
  return { logos, items, layout }
}

const jobOf = (code: DrawableCode, format: ImageFormat, query: ImageQuery): ImageJob => {
  const { size, size_mm: sizeMm } = query
  return {
    text: code.scanUrl,
    style: styleFor(code, query),
    logo: query.logo === '0' ? null : code.logo,
    format,
    options: { ...(size !== undefined && { size }), ...(sizeMm !== undefined && { sizeMm }) },
  }
}

const styleFor = ({ style }: DrawableCode, query: ImageQuery): ImageJob['style'] => {
  const { color, background, dots, eyes, level, margin } = query
  return {
    ...style,
    ...(color !== undefined && { color: withHash(color) }),
    ...(background !== undefined && { background: withHash(background) }),
    ...(dots !== undefined && { dots }),
    ...(eyes !== undefined && { eyes }),
    ...(level !== undefined && { level }),
    ...(margin !== undefined && { margin }),
  }
}

/** The pattern in the schema has checked the format. */
const logoIn = (dataUrl: string): Logo => {
  const [head = '', data = ''] = dataUrl.split(',')
  return { type: head.includes('svg') ? 'svg' : 'png', data: Buffer.from(data, 'base64') }
}

const withHash = (color: string): string => (color.startsWith('#') ? color : `#${color}`)

/** For cache keys, because the bytes would make a key as large as the logo. */
const hashOf = (logo: Logo | null): string | null =>
  logo && createHash('sha256').update(logo.type).update(logo.data).digest('base64')

const etagOf = (parts: unknown[]): string => {
  const text = JSON.stringify([rendererVersion, ...parts])
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

const asLayout = (layout: SheetRequest['layout']): SheetLayout => {
  if (!layout) return { paper: 'a4', columns: 3, rows: 4, cutMarks: false }
  const { paper, cut_marks: cutMarks = false } = layout
  if ('grid' in layout) return { paper, grid: layout.grid, cutMarks }
  const { columns, rows, margin_mm: marginMm = 10, gap_mm: gapMm = 0 } = layout
  return { paper, columns, rows, marginMm, gapMm, cutMarks }
}
