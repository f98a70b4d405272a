import type { PieceSize, PrintKind } from '#contract/print-pieces.ts'
import { qpr } from '../../api/client.ts'
import { useFiltered } from '../../api/read.ts'
import { useWords } from '../../words/words.tsx'
import { ProblemLine, Skeleton } from '../states.tsx'

interface PiecePictureProps {
  code: { id: string; name: string }
  kind: PrintKind
  size: PieceSize
}

/** A piece as a small picture, as it looks after cutting. */
export const PiecePicture = ({ code, kind, size }: PiecePictureProps) => {
  const { piece } = useWords()
  const { data, error } = useFiltered(qpr.images.previewPrint, code.id, { kind, size })
  return (
    <span className="flex h-40 items-center justify-center sm:h-48">
      {error ? (
        <ProblemLine error={error} />
      ) : data ? (
        <img
          src={`data:image/svg+xml,${encodeURIComponent(data.svg)}`}
          alt={piece.imageOf(piece.kinds[kind], code.name)}
          className="max-h-full max-w-full border border-line shadow-float"
        />
      ) : (
        <Skeleton className="h-full w-28" />
      )}
    </span>
  )
}
