import { useState } from 'react'
import type { PrintKind } from '#contract/print-pieces.ts'
import type { Schema } from '../../api/client.ts'
import { Switch } from '../../ui/field.tsx'
import { useFormat, useWords } from '../../words/words.tsx'

/** The width of a bank card (ISO/IEC 7810 ID-1), which everybody has at hand. */
const cardMm = 85.6

interface PiecePreviewProps {
  preview: Schema<'PiecePreview'>
  kind: PrintKind
  name: string
}

/** The piece after cutting: as large as the screen allows, or as large as on paper. */
export const PieceSketch = ({ preview, kind, name }: PiecePreviewProps) => {
  const { piece } = useWords()
  const { number } = useFormat()
  const [isTrueSize, setIsTrueSize] = useState(false)
  const { width_mm: width, height_mm: height, code_mm: code } = preview
  const image = (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(preview.svg)}`}
      alt={piece.imageOf(piece.kinds[kind], name)}
      style={isTrueSize ? { width: `${width}mm`, height: `${height}mm` } : undefined}
      className={
        isTrueSize
          ? 'max-w-none border border-line'
          : 'mx-auto block max-h-112 w-auto max-w-full border border-line'
      }
    />
  )
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Switch
          label={piece.trueSize}
          name="true_size"
          value={isTrueSize}
          onChange={setIsTrueSize}
        />
        <p role="status" className="text-small text-muted">
          {piece.measures(number(width), number(height), number(Math.round(code)))}
        </p>
      </div>
      {isTrueSize ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
        <section tabIndex={0} aria-label={piece.trueSize} className="max-h-160 overflow-auto">
          <p className="mb-3 text-small text-muted">
            <span
              className="mb-1 block h-2 border-x border-b border-ink"
              style={{ width: `${cardMm}mm` }}
            />
            {piece.trueSizeHint(number(cardMm))}
          </p>
          {image}
        </section>
      ) : (
        image
      )}
      {kind === 'tent' && <p className="mt-2 text-small text-muted">{piece.fold}</p>}
    </div>
  )
}
