import { useMutation } from '@tanstack/react-query'
import {
  defaultPieceSizes,
  faceSize,
  type PieceSize,
  type PrintFormat,
  type PrintKind,
  sizesOf,
} from '#contract/print-pieces.ts'
import { papers } from '#contract/sheet-layouts.ts'
import { qpr } from '../../api/client.ts'
import { useWords } from '../../words/words.tsx'
import { download, fileNameOf } from '../download.ts'
import { useToast } from '../toast.tsx'

/** Who prints: an office printer on A4, or a print shop that cuts. */
export type Press = 'printer' | 'shop'

const fitsA4 = (kind: PrintKind, size: PieceSize): boolean => {
  const { widthMm = 0, heightMm = 0 } = faceSize(kind, size) ?? {}
  const { widthMm: width, heightMm: height } = papers.a4
  return widthMm <= width && heightMm * (kind === 'tent' ? 2 : 1) <= height
}

export const sizesFor = (press: Press, kind: PrintKind): PieceSize[] =>
  sizesOf(kind).filter((size) => press === 'shop' || fitsA4(kind, size))

/** On a printer, a tent is a whole sheet that is folded: nothing has to be cut. */
export const sizeFor = (press: Press, kind: PrintKind): PieceSize =>
  press === 'printer' && kind === 'tent' ? 'a5' : defaultPieceSizes[kind]

interface PieceFile {
  kind: PrintKind
  size: PieceSize
  press: Press
  format?: PrintFormat
  texts?: { title?: string; call_to_action?: string }
}

/** Downloads a piece, and says how to print it. */
export const usePieceFile = (code: { id: string; name: string }) => {
  const { piece } = useWords()
  const toast = useToast()
  return useMutation({
    networkMode: 'always',
    async mutationFn({ kind, size, press, format = 'pdf', texts = {} }: PieceFile) {
      const page =
        press === 'shop' ? ({ bleed_mm: 3, crop_marks: '1' } as const) : ({ paper: 'a4' } as const)
      const file = await qpr.images.print(code.id, { kind, size, format, ...texts, ...page })
      download(await file.blob(), `${fileNameOf(code.name)} ${piece.kinds[kind]} ${size}.${format}`)
      toast(piece.downloaded[press])
    },
  })
}
