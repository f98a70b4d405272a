/** Printed pieces that ask to be scanned. */
export const printKinds = ['sticker', 'tent', 'poster'] as const
export type PrintKind = (typeof printKinds)[number]

export const printFormats = ['pdf', 'svg'] as const
export type PrintFormat = (typeof printFormats)[number]

interface Size {
  readonly widthMm: number
  readonly heightMm: number
}

/** After cutting; of one face of a tent, so that its sheet has the next larger format. */
export const pieceSizes = {
  sticker: {
    '50x70': { widthMm: 50, heightMm: 70 },
    '70x70': { widthMm: 70, heightMm: 70 },
    '100x100': { widthMm: 100, heightMm: 100 },
  },
  tent: {
    a7: { widthMm: 105, heightMm: 74 },
    a6: { widthMm: 148, heightMm: 105 },
    a5: { widthMm: 210, heightMm: 148.5 },
  },
  poster: {
    a6: { widthMm: 105, heightMm: 148 },
    a5: { widthMm: 148, heightMm: 210 },
    a4: { widthMm: 210, heightMm: 297 },
    a3: { widthMm: 297, heightMm: 420 },
  },
} as const satisfies Record<PrintKind, Record<string, Size>>

export const allPieceSizes = ['50x70', '70x70', '100x100', 'a7', 'a6', 'a5', 'a4', 'a3'] as const
export type PieceSize = (typeof allPieceSizes)[number]

export const defaultPieceSizes: Record<PrintKind, PieceSize> = {
  sticker: '70x70',
  tent: 'a6',
  poster: 'a4',
}

export const sizesOf = (kind: PrintKind): readonly PieceSize[] =>
  Object.keys(pieceSizes[kind]) as PieceSize[]

/** One face after cutting; undefined if the kind does not have this size. */
export const faceSize = (kind: PrintKind, size: PieceSize): Size | undefined =>
  (pieceSizes[kind] as Partial<Record<PieceSize, Size>>)[size]

/** Printed beyond the edge, so that an inexact cut leaves no white line. */
export const bleedsMm = { minimum: 0, maximum: 10, default: 3 } as const

/** Twice the five dots of a 600-dpi printer: piece and phone may be further apart. */
export const minPieceModuleMm = 0.4

/** Millimetres from the upper left corner. */
export interface PrintBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The frame of a sticker and of a code on a sheet: a colored area with a light panel for the code,
 * and the texts below it, or beside it on a wide label.
 */
export const stickerBoxes = (width: number, height: number, hasTexts: boolean) => {
  const border = Math.min(Math.max(Math.min(width, height) * 0.05, 1), 6)
  const isWide = hasTexts && width > height * 1.35
  const texts = hasTexts && !isWide ? Math.max(height * 0.2, 5) : 0
  const side = Math.min(width - 2 * border, height - 2 * border - texts)
  const panel: PrintBox = {
    x: isWide ? border : (width - side) / 2,
    y: hasTexts ? border : (height - side) / 2,
    width: side,
    height: side,
  }
  const radius = side * 0.04
  // A square inside rounded corners: the quiet zone of the code stays whole.
  const inset = radius * 0.3
  const code: PrintBox = {
    x: panel.x + inset,
    y: panel.y + inset,
    width: side - 2 * inset,
    height: side - 2 * inset,
  }
  return { border, radius, panel, code, texts: hasTexts ? besides(panel, isWide) : null }

  function besides(beside: PrintBox, isRight: boolean): PrintBox {
    const gap = border * 0.8
    if (isRight) {
      const x = beside.x + side + gap
      return { x, y: border, width: width - x - border, height: height - 2 * border }
    }
    const y = beside.y + side + gap * 0.5
    return { x: border, y, width: width - 2 * border, height: height - y - border * 0.7 }
  }
}
