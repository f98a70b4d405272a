import { useState } from 'react'
import type { PrintKind } from '#contract/print-pieces.ts'
import { type Press, sizeFor, usePieceFile, usualPaper } from '../ui/code/piece-file.ts'
import { PiecePicture } from '../ui/code/piece-picture.tsx'
import { PressChoice } from '../ui/code/press-choice.tsx'
import { Icon } from '../ui/icons.tsx'
import { ProblemLine } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

const kinds: PrintKind[] = ['tent', 'sticker', 'poster']

/** A table tent, a sticker and a poster as pictures: one press downloads one. */
export const PieceButtons = ({ code }: { code: { id: string; name: string } }) => {
  const { firstRun, piece } = useWords()
  const [press, setPress] = useState<Press>(usualPaper)
  const make = usePieceFile(code)
  return (
    <section aria-label={firstRun.piecesTitle} className="flex flex-col gap-4">
      <h2 className="text-large font-semibold">{firstRun.piecesTitle}</h2>
      <PressChoice value={press} onChange={setPress} />
      <ul className="grid gap-4 sm:grid-cols-3">
        {kinds.map((kind) => (
          <li key={kind} className="flex">
            <button
              type="button"
              onClick={() => make.mutate({ kind, size: sizeFor(press, kind), press })}
              aria-busy={make.isPending && make.variables.kind === kind}
              className="card flex w-full flex-col gap-4 p-4 text-left transition-colors hover:border-accent hover:bg-hover"
            >
              <PiecePicture code={code} kind={kind} size={sizeFor(press, kind)} />
              <span className="flex items-start gap-2">
                <Icon name="download" className="mt-1 text-accent" />
                <span>
                  <span className="block font-semibold">{piece.kinds[kind]}</span>
                  <span className="block text-small text-muted">
                    {piece.pieceHints[press][kind]}
                  </span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ProblemLine error={make.error} />
    </section>
  )
}
