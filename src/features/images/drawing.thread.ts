// Runs in a thread. Refusals of the renderer are returned as values, because an error loses its
// class between threads.

import { levels } from '#contract/image-styles.ts'
import type { PrintFormat } from '#contract/print-pieces.ts'
import type { SheetLayout } from '#contract/sheet-layouts.ts'
import { Problem } from '../../platform/http/problem.ts'
import { asHex, contrast, mix, parseHex, type Rgb } from '../drawing/color.ts'
import { type DrawableLogo, type Logo, readLogo, readNewLogo } from '../drawing/logo.ts'
import { matrixOf } from '../drawing/matrix.ts'
import { drawnAs } from '../drawing/picture.ts'
import { renderPng } from '../drawing/png.ts'
import { UnscannableStyle } from '../drawing/refusals.ts'
import { asRefusal, type Drawn } from '../drawing/scannable.ts'
import { completeStyle, type ImageStyle, minContrast, plainImageStyle } from '../drawing/style.ts'
import { renderSvg, svgOf } from '../drawing/svg.ts'
import { layOut, type Piece } from '../printing/layout.ts'
import { renderPdf } from '../printing/pdf.ts'
import { pdfOfPiece } from '../printing/piece-pdf.ts'
import { svgOfPiece } from '../printing/piece-svg.ts'
import { renderSheet } from '../printing/sheet.ts'
import type { PiecePreview } from './images.schema.ts'

export type ImageFormat = 'png' | 'svg' | 'pdf'

type StyleWithoutLogo = Partial<Omit<ImageStyle, 'logo'>>

export interface ImageJob {
  text: string
  style: StyleWithoutLogo
  logo: Logo | null
  format: ImageFormat
  options: { size?: number; sizeMm?: number }
}

export interface SheetJob {
  /** Each logo once. Items refer to theirs by index. */
  logos: Logo[]
  items: {
    text: string
    name: string
    /** In a frame around the code; null for no frame. */
    callToAction: string | null
    style: StyleWithoutLogo
    logo: number | null
  }[]
  layout: SheetLayout
}

export interface PreviewJob {
  text: string
  style: StyleWithoutLogo
  logo: Logo | null
  size: number
}

interface PreviewPieceJob extends Omit<Piece, 'style'> {
  style: StyleWithoutLogo
  logo: Logo | null
}

export interface PieceJob extends PreviewPieceJob {
  format: PrintFormat
}

const drawn = async <T>(within: string, draw: () => Promise<T>): Promise<Drawn<T>> => {
  try {
    return { drawn: await draw() }
  } catch (error) {
    const refusal = asRefusal(within, error)
    if (refusal instanceof Problem && refusal.errors) return { errors: refusal.errors }
    throw error
  }
}

/** A buffer that passes between threads becomes a plain Uint8Array. */
const asLogo = ({ type, data }: Logo): Logo => ({
  type,
  data: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
})

const read = (logo: Logo): Promise<DrawableLogo> => readLogo(asLogo(logo))

const renderers = { png: renderPng, svg: renderSvg, pdf: renderPdf }

export const drawImage = ({ text, style, logo, format, options }: ImageJob) =>
  drawn('', async () =>
    renderers[format](text, { ...style, logo: logo && (await read(logo)) }, options),
  )

export const drawSheet = ({ logos, items, layout }: SheetJob) =>
  drawn('/layout', async () => {
    const known = await Promise.all(logos.map(read))
    return renderSheet(
      items.map(({ logo, style, ...item }) => ({
        ...item,
        style: { ...style, logo: logo === null ? null : (known[logo] ?? null) },
      })),
      layout,
    )
  })

export const drawPreview = async ({ text, style, logo, size }: PreviewJob) => {
  const result = logo && (await readNewLogo(asLogo(logo)).catch(asUnscannable))
  const refusedLogo = result instanceof UnscannableStyle ? result : null
  const usable = result instanceof UnscannableStyle ? null : result
  return previewOf({ text, style: { ...style, logo: usable }, size, refusedLogo })
}

const laidOut = async ({ logo, style, ...piece }: PreviewPieceJob) =>
  layOut({ ...piece, style: { ...style, logo: logo && (await read(logo)) } })

export const drawPiece = ({ format, ...job }: PieceJob) =>
  drawn('', async (): Promise<Uint8Array> => {
    const layout = await laidOut(job)
    return format === 'pdf' ? pdfOfPiece(layout) : Buffer.from(svgOfPiece(layout))
  })

export const drawPiecePreview = (job: PreviewPieceJob) =>
  drawn('', async (): Promise<PiecePreview> => {
    const layout = await laidOut(job)
    const { width, height, codeMm, leftOut, shortened } = layout
    return {
      svg: svgOfPiece(layout),
      width_mm: width,
      height_mm: height,
      code_mm: Math.round(codeMm * 10) / 10,
      title: job.title,
      call_to_action: job.callToAction,
      left_out: leftOut.map(({ field, characters }) => ({ field, characters: [...characters] })),
      shortened: [...shortened],
    }
  })

const asUnscannable = (error: unknown): UnscannableStyle => {
  if (error instanceof UnscannableStyle) return error
  throw error
}

export const tryLogo = (logo: Logo) =>
  drawn('/style', async () => {
    await readNewLogo(asLogo(logo))
    return null
  })

interface Draft {
  readonly text: string
  readonly style: Partial<ImageStyle>
  readonly size: number
  /** The reason why the logo of the draft, which is not part of its style, cannot be used. */
  readonly refusedLogo: UnscannableStyle | null
}

/**
 * Previews an unsaved style: its image, whether cameras can read it, and otherwise the change that
 * it needs.
 */
const previewOf = ({ text, style: wanted, size, refusedLogo }: Draft) => {
  const style = { ...plainImageStyle, ...wanted }
  const problems = [...problemsOf(text, style), ...(refusedLogo ? [refusedLogo] : [])]
  const picture = drawnAs(text, {
    ...style,
    ...(problems.some(({ field }) => field === 'logo') && { logo: null }),
    ...(problems.some(({ field }) => field === 'level') && { logo: null, level: 'L' }),
  })
  const { color, background, dots, eyes, margin, level } = picture.style
  const ratio = contrast(parseHex(color), parseHex(background))
  return {
    scannable: problems.length === 0,
    problems: problems.map(({ field, code, message }) => ({ field, code, message })),
    fix: problems.length === 0 || refusedLogo ? null : fixOf(text, style),
    style: { color, background, dots, eyes, margin, level },
    contrast: Math.floor(ratio * 100) / 100,
    svg: svgOf(picture, size),
  }
}

/**
 * All reasons instead of the first, because the editor shows all of them while a slider is dragged.
 */
const problemsOf = (text: string, style: ImageStyle): UnscannableStyle[] => {
  return [
    refusalOf(() => completeStyle(style)),
    refusalOf(() => matrixOf(text, style.level, style.logo !== null)),
  ].filter((refusal) => refusal !== null)
}

const refusalOf = (check: () => unknown): UnscannableStyle | null => {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof UnscannableStyle) return error
    throw error
  }
}

/** The fields that must change, with their new values; null when no style would help. */
const fixOf = (text: string, style: ImageStyle): Partial<ImageStyle> | null => {
  const colors = readableColors(parseHex(style.color), parseHex(style.background))
  for (const level of [style.level, ...levels]) {
    const fixed = { ...style, ...colors, level }
    if (problemsOf(text, fixed).length > 0) continue
    return { ...colors, ...(level !== style.level && { level }) }
  }
  return null
}

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
const steps = 50

/** Changes as little as possible: first a darker color, only then a lighter background. */
const readableColors = (color: Rgb, background: Rgb): Partial<ImageStyle> => {
  if (contrast(color, background) >= minContrast) return {}
  if (contrast(background, color) >= minContrast) {
    return { color: asHex(background), background: asHex(color) }
  }
  for (let step = 1; step <= steps; step++) {
    const darker = mix(color, black, step / steps)
    if (contrast(darker, background) >= minContrast) return { color: asHex(darker) }
  }
  for (let step = 1; ; step++) {
    const lighter = mix(background, white, step / steps)
    if (contrast(black, lighter) < minContrast) continue
    return { color: asHex(black), background: asHex(lighter) }
  }
}
