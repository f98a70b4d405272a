import { maxLength } from '#contract/limits.ts'
import { useWords } from '../../words/words.tsx'
import { type Bound, TextField } from '../field.tsx'

interface ContactFieldsProps {
  label: Bound<string>
  url: Bound<string>
  hint: string
}

/** The button with which visitors reach a person: of a code, or of the brand. */
export const ContactFields = ({ label, url, hint }: ContactFieldsProps) => {
  const { code } = useWords()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{code.contact}</legend>
      <p className="mb-2 text-small text-muted">{hint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...label}
          label={code.contactLabel}
          placeholder={code.contactLabelExample}
          maxLength={maxLength.contactLabel}
        />
        <TextField
          {...url}
          label={code.contactUrl}
          placeholder="+49 40 123456"
          maxLength={maxLength.contactUrl}
        />
      </div>
    </fieldset>
  )
}
