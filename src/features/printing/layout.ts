// One description of a printed piece, which SVG and PDF draw. Lengths are in millimetres. The origin
// of a face is its upper left corner after cutting, y goes down.
import {
  faceSize,
  minPieceModuleMm,
  type PieceSize,
  type PrintKind,
} from '#contract/print-pieces.ts'
import { type Paper, papers } from '#contract/sheet-layouts.ts'
import { type Picture, pictureOf } from '../drawing/picture.ts'
import { TooSmall, UnscannableStyle } from '../drawing/refusals.ts'
import type { ImageStyle } from '../drawing/style.ts'
import {
  type Bleed,
  type Design,
  type FacePlace,
  type Item,
  standingFace,
  stickerFace,
} from './faces.ts'
import { type PieceText, printableTexts, type TextProblem } from './lines.ts'
import { type Mark, marksOf, onPaper } from './paper.ts'

export interface Piece {
  readonly kind: PrintKind
  readonly size: PieceSize
  /** Encoded in the code. */
  readonly text: string
  readonly style: Partial<ImageStyle>
  readonly title: string
  readonly callToAction: string
  readonly bleedMm: number
  readonly hasMarks: boolean
  /** The paper of an office printer. Null: the page is as large as the piece needs it. */
  readonly paper: Paper | null
}

export interface Layout {
  readonly picture: Picture
  /** The piece after cutting. */
  readonly width: number
  readonly height: number
  readonly bleed: number
  /** For an office printer, which does not read where to cut. */
  readonly isOnPaper: boolean
  /** From the cut to the edge of the page: bleed and marks, or the rest of the paper. */
  readonly marginX: number
  readonly marginY: number
  /** The same on every face. */
  readonly items: readonly Item[]
  readonly faces: readonly FacePlace[]
  readonly marks: readonly Mark[]
  /** The width of the code with its quiet zone. */
  readonly codeMm: number
  readonly leftOut: readonly TextProblem[]
  readonly shortened: readonly PieceText[]
}

export const layOut = (piece: Piece): Layout => {
  const { kind, hasMarks, paper } = piece
  const bleed = paper === null ? piece.bleedMm : 0
  const { widthMm: width, heightMm: height } = sizeOf(piece)
  const picture = pictureOf(piece.text, piece.style)
  const { texts, leftOut } = printableTexts(piece)
  const design: Design = { picture, texts }
  const face =
    kind === 'sticker'
      ? stickerFace(width, height, design, { bleed: onAllSides(bleed), radius: 0 })
      : standingFace(width, height, design, {
          ...onAllSides(bleed),
          ...(kind === 'tent' && { top: 0 }),
        })
  const codeMm = codeIn(face.items)
  requireLegible(picture, codeMm)
  const faces = facesOf(kind, width, height)
  const sheet = { width, height: height * faces.length }
  const foldAt = kind === 'tent' ? height : null
  return {
    ...(paper === null
      ? { ...sheet, faces, ...marksOf({ ...sheet, bleed, hasMarks, foldAt }) }
      : onPaper(papers[paper], { ...sheet, faces, foldAt }, kind === 'sticker')),
    picture,
    bleed,
    isOnPaper: paper !== null,
    items: face.items,
    codeMm,
    leftOut,
    shortened: face.shortened,
  }
}

const sizeOf = ({ kind, size }: Piece) => {
  const found = faceSize(kind, size)
  if (!found) throw new Error(`A ${kind} has no size ${size}.`)
  return found
}

const onAllSides = (bleed: number): Bleed => ({
  top: bleed,
  right: bleed,
  bottom: bleed,
  left: bleed,
})

export const codeIn = (items: readonly Item[]): number =>
  items.find((item) => item.type === 'code')?.side ?? 0

/** The modules of a piece, or of a code on a sheet, are large enough for a camera. */
export const requireLegible = ({ extent }: Picture, sideMm: number) => {
  if (sideMm >= extent * minPieceModuleMm) return
  const { message } = new TooSmall(extent, Math.ceil(extent * minPieceModuleMm), 'mm')
  throw new UnscannableStyle('size', 'too_small', message)
}

/** The fold of a tent is the upper edge of both faces. */
const facesOf = (kind: PrintKind, width: number, height: number): FacePlace[] => {
  const upright = { x: 0, y: 0, width, height, isTurned: false }
  if (kind !== 'tent') return [upright]
  return [
    { ...upright, isTurned: true },
    { ...upright, y: height },
  ]
}
