// The design of a face. It has the two colors of the code, so the contrast that cameras need is the
// contrast that people read. No text overlaps the code with its quiet zone.
import { type PrintBox, stickerBoxes } from '#contract/print-pieces.ts'
import type { Picture } from '../drawing/picture.ts'
import { loadFont, type Weight } from './font.ts'
import { baselineOf, blockHeight, fitText, type PieceText, textWidth } from './lines.ts'

// What the writers draw. Lengths are in millimetres from the upper left corner of a face, y goes down.

export type Item =
  | {
      readonly type: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly radius: number
      readonly color: string
    }
  | {
      readonly type: 'line'
      /** The text that this line is a part of. */
      readonly of: PieceText
      readonly text: string
      readonly weight: Weight
      readonly fontSize: number
      readonly x: number
      readonly baseline: number
      readonly color: string
    }
  | { readonly type: 'code'; readonly x: number; readonly y: number; readonly side: number }

export interface FacePlace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Upside down. */
  readonly isTurned: boolean
}

export interface Bleed {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export interface Design {
  readonly picture: Picture
  readonly texts: Readonly<Record<PieceText, string>>
}

interface Face {
  readonly items: readonly Item[]
  readonly shortened: readonly PieceText[]
}

interface TextStyle {
  readonly weight: Weight
  readonly color: string
  readonly largest: number
  readonly smallest: number
  readonly maxLines: number
}

/** Five and seven points. An address may be small: it is read from close by. */
const smallest = { sticker: 1.8, standing: 2.5, address: 1.8 }

const newFace = ({ picture, texts }: Design) => {
  const { color: ink, background: paper } = picture.style
  const items: Item[] = []
  const shortened: PieceText[] = []
  return {
    ink,
    paper,
    texts,
    box(box: PrintBox, color: string, radius = 0) {
      items.push({ type: 'box', ...box, radius, color })
    },
    code({ x, y, width }: PrintBox) {
      items.push({ type: 'code', x, y, side: width })
    },
    /** In the middle of the box. */
    text(of: PieceText, box: PrintBox, { weight, color, ...sizes }: TextStyle) {
      const font = loadFont(weight)
      const fitted = fitText(texts[of], { ...box, ...sizes }, font)
      // A shortened address cannot be typed.
      if (fitted.isShortened && of === 'address') return
      if (fitted.isShortened) shortened.push(of)
      const { fontSize } = fitted
      const top = box.y + (box.height - blockHeight(fitted)) / 2
      for (const [index, text] of fitted.lines.entries()) {
        const x = box.x + (box.width - textWidth(text, font) * fontSize) / 2
        const baseline = top + baselineOf(index, fontSize)
        items.push({ type: 'line', of, text, weight, fontSize, x, baseline, color })
      }
    },
    done: (): Face => ({ items, shortened }),
  }
}

const extended = ({ x, y, width, height }: PrintBox, by: Partial<Bleed>): PrintBox => {
  const { top = 0, right = 0, bottom = 0, left = 0 } = by
  return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom }
}

/** A frame in the color of the code: a sticker, or a code on a sheet. */
export const stickerFace = (
  width: number,
  height: number,
  design: Design,
  edge: { bleed: Bleed; radius: number },
): Face => {
  const face = newFace(design)
  const { title, call_to_action: call } = face.texts
  const boxes = stickerBoxes(width, height, `${title}${call}` !== '')
  face.box(extended({ x: 0, y: 0, width, height }, edge.bleed), face.ink, edge.radius)
  face.box(boxes.panel, face.paper, boxes.radius)
  face.code(boxes.code)
  if (!boxes.texts) return face.done()
  const { x, y, width: available, height: high } = boxes.texts
  const isBeside = y === boxes.border
  const share = title === '' ? 1 : call === '' ? 0 : 0.62
  const common = { color: face.paper, smallest: smallest.sticker }
  face.text(
    'call_to_action',
    { x, y, width: available, height: high * share },
    { ...common, weight: 'bold', largest: height * 0.11, maxLines: isBeside ? 4 : 2 },
  )
  face.text(
    'title',
    { x, y: y + high * share, width: available, height: high * (1 - share) },
    { ...common, weight: 'regular', largest: height * (isBeside ? 0.1 : 0.065), maxLines: 2 },
  )
  return face.done()
}

/** For a poster or a tent: a light face with a band in the color of the code. */
export const standingFace = (width: number, height: number, design: Design, bleed: Bleed): Face => {
  const { title, call_to_action: call } = design.texts
  const isWide = width > height && `${title}${call}` !== ''
  return isWide ? wideFace(width, height, design, bleed) : highFace(width, height, design, bleed)
}

/** From top to bottom: title, code, address, band with the call to action. */
const highFace = (width: number, height: number, design: Design, bleed: Bleed): Face => {
  const face = newFace(design)
  const { title, call_to_action: call } = face.texts
  const margin = Math.min(width, height) * 0.07
  const gap = height * 0.02
  const titleHeight = title === '' ? 0 : height * 0.13 + gap
  const addressHeight = height * 0.035
  const bandTop = height * (call === '' ? 0.95 : 0.8)
  const inner = width - 2 * margin
  const available = bandTop - 2 * gap - addressHeight - margin - titleHeight
  const side = Math.min(inner, available)
  const code: PrintBox = {
    x: (width - side) / 2,
    y: margin + titleHeight + (available - side) / 2,
    width: side,
    height: side,
  }
  const band: PrintBox = { x: 0, y: bandTop, width, height: height - bandTop }
  face.box(extended({ x: 0, y: 0, width, height }, bleed), face.paper)
  face.box(extended(band, { ...bleed, top: 0 }), face.ink)
  face.code(code)
  const common = { smallest: smallest.standing }
  face.text(
    'title',
    { x: margin, y: margin, width: inner, height: titleHeight - gap },
    { ...common, weight: 'bold', color: face.ink, largest: height * 0.055, maxLines: 2 },
  )
  face.text(
    'address',
    { x: margin, y: code.y + side, width: inner, height: addressHeight },
    {
      weight: 'regular',
      color: face.ink,
      largest: height * 0.02,
      smallest: smallest.address,
      maxLines: 1,
    },
  )
  face.text(
    'call_to_action',
    { x: margin, y: bandTop + gap, width: inner, height: band.height - gap - margin * 0.7 },
    { ...common, weight: 'bold', color: face.paper, largest: height * 0.07, maxLines: 2 },
  )
  return face.done()
}

/** The code on the left, a band with the texts on the right. */
const wideFace = (width: number, height: number, design: Design, bleed: Bleed): Face => {
  const face = newFace(design)
  const margin = height * 0.07
  const side = Math.min(height - 2 * margin, width * 0.55)
  const bandLeft = side + 2 * margin
  const band: PrintBox = { x: bandLeft, y: 0, width: width - bandLeft, height }
  face.box(extended({ x: 0, y: 0, width, height }, bleed), face.paper)
  face.box(extended(band, { ...bleed, left: 0 }), face.ink)
  face.code({ x: margin, y: (height - side) / 2, width: side, height: side })
  const common = { smallest: smallest.standing, color: face.paper }
  const inner = { x: bandLeft + margin * 0.7, width: band.width - margin * 1.4 }
  const [titleHeight, addressHeight] = [height * 0.24, height * 0.1]
  const middle = height - 2 * margin - titleHeight - addressHeight
  face.text(
    'title',
    { ...inner, y: margin, height: titleHeight },
    { ...common, weight: 'regular', largest: height * 0.075, maxLines: 3 },
  )
  face.text(
    'call_to_action',
    { ...inner, y: margin + titleHeight, height: middle },
    { ...common, weight: 'bold', largest: height * 0.13, maxLines: 4 },
  )
  face.text(
    'address',
    { ...inner, y: height - margin - addressHeight, height: addressHeight },
    {
      ...common,
      weight: 'regular',
      largest: height * 0.035,
      smallest: smallest.address,
      maxLines: 2,
    },
  )
  return face.done()
}
