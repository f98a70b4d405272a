import { useWords } from '../../words/words.tsx'
import { type Bound, Field, inputLook } from '../field.tsx'

export const isHex = (color: string): boolean => /^#[0-9a-f]{6}$/i.test(color)

type ColorFieldProps = Bound<string> & { label: string; hint?: string }

/** A colour picker with a field for the hexadecimal value. */
export const ColorField = ({ value, onChange, error, label, hint, name }: ColorFieldProps) => {
  const { print } = useWords()
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className="flex gap-2">
          <input
            {...ids}
            type="color"
            name={name}
            value={isHex(value) ? value.toLowerCase() : '#000000'}
            onChange={(event) => onChange(event.target.value)}
            className="control w-14 shrink-0 cursor-pointer rounded-field border border-muted bg-raised p-1"
          />
          <input
            aria-label={print.hexOf(label)}
            value={value}
            onChange={(event) => onChange(event.target.value.trim())}
            onBlur={() => onChange(withHash(value))}
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            className={`${inputLook} font-mono`}
          />
        </div>
      )}
    </Field>
  )
}

const withHash = (value: string): string => (isHex(`#${value}`) ? `#${value}`.toLowerCase() : value)
