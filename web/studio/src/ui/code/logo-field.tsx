import { useRef, useState } from 'react'
import { useOrganization } from '../../api/organization.ts'
import { useWords } from '../../words/words.tsx'
import { Button } from '../button.tsx'
import { type Bound, Field } from '../field.tsx'
import { FileButton } from '../files.tsx'
import { type LogoRefusal, logoFrom, pictureTypes } from './logo-file.ts'

/** A logo file, which is uploaded when the form is saved. */
export const LogoField = (props: Bound<string | null> & { hint?: string }) => {
  const { value, onChange, error, name, hint } = props
  const { print } = useWords()
  const { id } = useOrganization()
  const [refusal, setRefusal] = useState<LogoRefusal | null>(null)
  /** The last choice counts, also when an earlier file takes longer to read. */
  const chosen = useRef<File | null>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    chosen.current = file
    const { logo, refusal = null } = await logoFrom(file, id)
    if (chosen.current !== file) return
    setRefusal(refusal)
    if (logo) onChange(logo)
  }
  const remove = () => {
    chosen.current = null
    setRefusal(null)
    onChange(null)
  }
  return (
    <Field
      label={print.logo}
      hint={hint ?? print.logoHint}
      error={refusal ? print[refusal] : error}
    >
      {(ids) => (
        <div className="flex flex-wrap items-center gap-3">
          {value && (
            <img
              src={value}
              alt=""
              className="size-12 rounded-field border border-line bg-white object-contain p-1"
            />
          )}
          <FileButton
            icon="upload"
            accept={pictureTypes}
            onFiles={([file]) => void choose(file)}
            field={{ ...ids, name }}
          >
            {value ? print.changeLogo : print.addLogo}
          </FileButton>
          {value && (
            <Button kind="quiet" icon="trash" onClick={remove}>
              {print.removeLogo}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
