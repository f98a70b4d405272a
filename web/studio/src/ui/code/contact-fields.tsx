import { maxLength } from '#contract/limits.ts'
import { useWords } from '../../words/words.tsx'
import { type Bound, TextField } from '../field.tsx'

interface ContactFieldsProps {
  field: (name: 'contact.label' | 'contact.url') => Bound<string>
  hint: string
}

/** The button with which visitors reach a person: of a code, or of the brand. */
export const ContactFields = ({ field, hint }: ContactFieldsProps) => {
  const { code } = useWords()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{code.contact}</legend>
      <p className="mb-2 text-small text-muted">{hint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field('contact.label')}
          label={code.contactLabel}
          placeholder={code.contactLabelExample}
          maxLength={maxLength.contactLabel}
        />
        <TextField
          {...field('contact.url')}
          label={code.contactUrl}
          placeholder="+49 40 123456"
          maxLength={maxLength.contactUrl}
        />
      </div>
    </fieldset>
  )
}
