// Owners have logos of any size and kind, and the service takes a small PNG or SVG: the browser makes
// one of them.
import { maxLogoBytes } from '#contract/limits.ts'
import { qpr } from '../../api/client.ts'
import { dataUrlOf } from './logo.ts'

export const pictureTypes = 'image/png,image/jpeg,image/webp,image/svg+xml'

const maxFileBytes = 10 * 1024 * 1024
const maxSide = 512
const svgType = 'image/svg+xml'

export type LogoRefusal = 'logoTooLarge' | 'logoUnreadable'

interface ReadLogo {
  /** A data URL that the service takes. */
  logo?: string
  refusal?: LogoRefusal
}

/** A file that was moved away meanwhile, or a picture that no canvas holds, cannot be read either. */
export const logoFrom = (file: File, organizationId: string): Promise<ReadLogo> =>
  read(file, organizationId).catch(() => ({ refusal: 'logoUnreadable' }))

const read = async (file: File, organizationId: string): Promise<ReadLogo> => {
  if (file.size > maxFileBytes) return { refusal: 'logoTooLarge' }
  const isSvg = file.type === svgType || /\.svg$/i.test(file.name)
  const picture = await pictureOf(isSvg ? await withSize(file) : file)
  if (!picture) return { refusal: 'logoUnreadable' }
  if (file.size <= maxLogoBytes) {
    // Its name is no proof of a PNG, and its type comes from the name.
    const logo = await dataUrlOf(new Blob([file], { type: isSvg ? svgType : 'image/png' }))
    const isPng = (await file.slice(1, 4).text()) === 'PNG' && longerSide(picture) <= maxSide
    if ((isPng || isSvg) && (await isTaken(logo, organizationId))) return { logo }
  }
  return { logo: await dataUrlOf(await drawn(picture)) }
}

/** The service draws shapes only: an SVG with a text, or an animated PNG, is drawn here. */
const isTaken = (logo: string, organization_id: string): Promise<boolean> =>
  qpr.images.preview({ organization_id, logo }).then(
    ({ problems }) => problems.every(({ code }) => code !== 'invalid_logo'),
    // Not known: the form says what is wrong when it is saved.
    () => true,
  )

/** Null if the browser cannot read it. */
const pictureOf = async (file: Blob): Promise<HTMLImageElement | null> => {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return longerSide(image) > 0 ? image : null
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

const rootTag = /<svg\b(?:"[^"]*"|'[^']*'|[^'"<>])*>/
const sizes = /\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*')/g

/**
 * Not every browser draws an SVG that has only a `viewBox`, or a width of 100 %. Its text is changed,
 * not parsed: a document with styles of its own violates the policy of the Studio.
 */
const withSize = async (file: File): Promise<Blob> => {
  const text = (await file.text()).replace(rootTag, (tag) => {
    const [, viewBox = ''] = /\sviewBox\s*=\s*["']([^"']*)/.exec(tag) ?? []
    const [, , width = 0, height = 0] = viewBox
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    if (!(width > 0 && height > 0)) return tag
    const scale = maxSide / Math.max(width, height)
    const size = `<svg width="${width * scale}" height="${height * scale}"`
    return tag.replace(sizes, '').replace('<svg', size)
  })
  return new Blob([text], { type: svgType })
}

const longerSide = ({ naturalWidth, naturalHeight }: HTMLImageElement) =>
  Math.max(naturalWidth, naturalHeight)

/** As large as the service takes it. It ends: a side of 100 has less than 64 KB of pixels. */
const drawn = async (picture: HTMLImageElement): Promise<Blob> => {
  let side = Math.min(maxSide, longerSide(picture))
  let png = await pngOf(picture, side)
  while (png.size > maxLogoBytes) {
    side = Math.floor(side * 0.85)
    png = await pngOf(picture, side)
  }
  return png
}

const pngOf = (picture: HTMLImageElement, side: number): Promise<Blob> => {
  const scale = side / longerSide(picture)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('No PNG.'))), 'image/png')
  })
}
