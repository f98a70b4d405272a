import { useId } from 'react'
import { useWords } from '../../words/words.tsx'
import { type Press, presses } from './piece-file.ts'

interface PressChoiceProps {
  value: Press
  onChange: (press: Press) => void
}

/** For the owner's printer, or for a print shop. */
export const PressChoice = ({ value, onChange }: PressChoiceProps) => {
  const { piece } = useWords()
  const name = useId()
  return (
    <fieldset>
      <legend className="sr-only">{piece.press}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {presses.map((press) => (
          <label
            key={press}
            className="card flex cursor-pointer items-start gap-3 px-4 py-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="mt-1.5 accent-accent"
              checked={press === value}
              onChange={() => onChange(press)}
            />
            <span>
              <span className="block font-medium">
                {press === 'shop' ? piece.presses.shop : piece.presses.printer}
              </span>
              <span className="block text-small text-muted">
                {press === 'shop'
                  ? piece.pressHints.shop
                  : piece.pressHints.printer(piece.papers[press])}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
