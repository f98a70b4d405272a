import { useMutation } from '@tanstack/react-query'
import {
  defaultPieceSizes,
  faceSize,
  type PieceSize,
  type PrintFormat,
  type PrintKind,
  sizesOf,
} from '#contract/print-pieces.ts'
import { type Paper, papers } from '#contract/sheet-layouts.ts'
import { qpr } from '../../api/client.ts'
import { usesLetter } from '../../browser.ts'
import { useWords } from '../../words/words.tsx'
import { download, fileNameOf } from '../download.ts'
import { useToast } from '../toast.tsx'

/** Who prints: an office printer on its paper, or a print shop that cuts. */
export type Press = Paper | 'shop'

/** Letter is offered where it is usual, with A4 beside it. */
export const presses: Press[] = usesLetter() ? ['letter', 'a4', 'shop'] : ['a4', 'shop']
export const usualPaper: Paper = usesLetter() ? 'letter' : 'a4'

const fits = (kind: PrintKind, size: PieceSize, paper: Paper): boolean => {
  const { widthMm = 0, heightMm = 0 } = faceSize(kind, size) ?? {}
  const { widthMm: width, heightMm: height } = papers[paper]
  return widthMm <= width && heightMm * (kind === 'tent' ? 2 : 1) <= height
}

export const sizesFor = (press: Press, kind: PrintKind): PieceSize[] =>
  sizesOf(kind).filter((size) => press === 'shop' || fits(kind, size, press))

/** On A4 a tent and a poster are a whole sheet: nothing has to be cut. On Letter the next size fits. */
export const sizeFor = (press: Press, kind: PrintKind): PieceSize =>
  press === 'shop' || kind === 'sticker' ? defaultPieceSizes[kind] : printerSizes[press][kind]

const printerSizes = {
  a4: { tent: 'a5', poster: 'a4' },
  letter: { tent: 'a6', poster: 'a5' },
} as const satisfies Record<Paper, Partial<Record<PrintKind, PieceSize>>>

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
      const page = press === 'shop' ? ({ bleed_mm: 3, crop_marks: '1' } as const) : { paper: press }
      const file = await qpr.images.print(code.id, { kind, size, format, ...texts, ...page })
      download(await file.blob(), `${fileNameOf(code.name)} ${piece.kinds[kind]} ${size}.${format}`)
      toast(piece.downloaded[press === 'shop' ? 'shop' : 'printer'])
    },
  })
}
