// What a thread draws. Errors of the renderer come back as values: a class does not survive the way.

import type { SheetLayout } from '#contract/sheet-layouts.ts'
import { type FieldError, Problem } from '../http/problem.ts'
import { type Logo, readLogo } from './logo.ts'
import { renderPdf } from './pdf.ts'
import { renderPng } from './png.ts'
import { previewOf } from './preview.ts'
import { asRefusal } from './scannable.ts'
import { renderSheet } from './sheet.ts'
import type { ImageStyle } from './style.ts'
import { renderSvg } from './svg.ts'

export type ImageFormat = 'png' | 'svg' | 'pdf'

export interface ImageJob {
  text: string
  style: Partial<ImageStyle>
  format: ImageFormat
  options: { size?: number; sizeMm?: number }
}

export interface SheetJob {
  /** Each once; items name theirs by its place. */
  logos: Logo[]
  items: { text: string; name: string; style: Partial<ImageStyle>; logo: number | null }[]
  layout: SheetLayout
}

export interface PreviewJob {
  text: string
  style: Partial<ImageStyle>
  size: number
}

/** What was drawn, or the invalid fields. */
export type Drawn<T> = { drawn: T } | { errors: FieldError[] }

const drawn = async <T>(within: string, draw: () => T | Promise<T>): Promise<Drawn<T>> => {
  try {
    return { drawn: await draw() }
  } catch (error) {
    const refusal = asRefusal(within, error)
    if (refusal instanceof Problem && refusal.errors) return { errors: refusal.errors }
    throw error
  }
}

/** On its way a buffer has become plain bytes. */
const asLogo = ({ type, data }: Logo): Logo => ({
  type,
  data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
})

const withLogo = ({ logo, ...style }: Partial<ImageStyle>): Partial<ImageStyle> =>
  logo ? { ...style, logo: asLogo(logo) } : style

const renderers = { png: renderPng, svg: renderSvg, pdf: renderPdf }

export const drawImage = ({ text, style, format, options }: ImageJob) =>
  drawn('', () => renderers[format](text, withLogo(style), options))

export const drawSheet = ({ logos, items, layout }: SheetJob) =>
  drawn('/layout', () => {
    const known = logos.map(asLogo)
    return renderSheet(
      items.map(({ logo, style, ...item }) => ({
        ...item,
        style: { ...style, logo: logo === null ? null : (known[logo] ?? null) },
      })),
      layout,
    )
  })

export const previewImage = ({ text, style, size }: PreviewJob) =>
  previewOf(text, withLogo(style), size)

export const checkLogo = (logo: Logo) =>
  drawn('/style', () => {
    readLogo(asLogo(logo))
    return null
  })
