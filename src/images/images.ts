import { createHash } from 'node:crypto'
import type { Codes } from '../codes/codes.ts'
import type { DrawableCode } from '../codes/drawings.ts'
import type { Actor } from '../http/actor.ts'
import { problem } from '../http/problem.ts'
import type { ImageQuery, SheetRequest } from './images.schema.ts'
import type { Logo } from './logo.ts'
import { renderPdf } from './pdf.ts'
import { rendererVersion } from './picture.ts'
import { renderPng } from './png.ts'
import type { PreviewRequest } from './preview.schema.ts'
import { previewOf } from './preview.ts'
import { asRefusal } from './scannable.ts'
import { renderSheet } from './sheet.ts'
import type { SheetLayout } from './sheet-layout.ts'
import type { ImageStyle } from './style.ts'
import { renderSvg } from './svg.ts'

export const imageTypes = {
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
} as const
export type ImageFormat = keyof typeof imageTypes

interface Drawing {
  /** Strong: the same address, style and renderer make the same bytes. */
  etag: string
  draw(): Promise<Buffer>
}

export type Images = ReturnType<typeof createImages>

export const createImages = (codes: Pick<Codes, 'forDrawing' | 'forSheet' | 'forPreview'>) => ({
  /** The image of a code, for everyone; an archived code keeps its own. */
  async of(shortId: string, format: ImageFormat, query: ImageQuery): Promise<Drawing> {
    const code = await codes.forDrawing(shortId)
    if (!code) throw problem(404, 'code_not_found', `There is no code ${shortId.slice(0, 100)}.`)
    const style = styleFor(code, query)
    const { size, size_mm: sizeMm } = query
    const options = { ...(size !== undefined && { size }), ...(sizeMm !== undefined && { sizeMm }) }
    return {
      etag: etagOf([format, code.scanUrl, describe(style), options]),
      async draw() {
        try {
          if (format === 'png') return await renderPng(code.scanUrl, style, options)
          const render = format === 'svg' ? renderSvg : renderPdf
          return render(code.scanUrl, style, options)
        } catch (error) {
          throw asRefusal('', error)
        }
      },
    }
  },

  /** A style that is not saved: how it looks, whether it scans, and what would. */
  async preview(actor: Actor, { style = {}, logo, size = 512, ...about }: PreviewRequest) {
    const code = await codes.forPreview(actor, about)
    const drawn = logo === undefined ? code.logo : logo === null ? null : logoIn(logo)
    return previewOf(code.scanUrl, { ...style, logo: drawn }, size)
  },

  /** One PDF with many codes, their names under them. */
  async sheet(actor: Actor, { ids, layout }: SheetRequest): Promise<Buffer> {
    const found = await codes.forSheet(actor, ids)
    const items = found.map((code) => ({
      text: code.scanUrl,
      style: styleFor(code, {}),
      name: code.name,
    }))
    try {
      return await renderSheet(items, asLayout(layout))
    } catch (error) {
      throw asRefusal('/layout', error)
    }
  },
})

const styleFor = ({ style, logo }: DrawableCode, query: ImageQuery): Partial<ImageStyle> => {
  const { color, background, dots, eyes, level, margin } = query
  return {
    ...style,
    ...(logo && query.logo !== '0' && { logo }),
    ...(color !== undefined && { color: withHash(color) }),
    ...(background !== undefined && { background: withHash(background) }),
    ...(dots !== undefined && { dots }),
    ...(eyes !== undefined && { eyes }),
    ...(level !== undefined && { level }),
    ...(margin !== undefined && { margin }),
  }
}

/** The pattern of the schema has made sure of its form. */
const logoIn = (dataUrl: string): Logo => {
  const [head = '', data = ''] = dataUrl.split(',')
  return { type: head.includes('svg') ? 'svg' : 'png', data: Buffer.from(data, 'base64') }
}

const withHash = (color: string): string => (color.startsWith('#') ? color : `#${color}`)

/** A logo by its hash: its bytes would make the key as large as itself. */
const describe = ({ logo, ...style }: Partial<ImageStyle>) => [
  Object.entries(style).sort(),
  logo ? [logo.type, createHash('sha256').update(logo.data).digest('base64')] : null,
]

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
