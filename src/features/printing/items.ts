// What the writers draw. Lengths are in millimetres from the upper left corner of a face, y goes down.
import type { Weight } from './font.ts'
import type { PieceText } from './texts.ts'

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
