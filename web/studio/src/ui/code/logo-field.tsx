import { useState } from 'react'
import { maxLogoBytes } from '#contract/limits.ts'
import { useWords } from '../../words/words.tsx'
import { Button } from '../button.tsx'
import { type Bound, Field } from '../field.tsx'
import { FileButton } from '../files.tsx'
import { dataUrlOf } from './logo.ts'

const logoTypes = ['image/png', 'image/svg+xml']

/** A logo file, which is uploaded when the form is saved. */
export const LogoField = (props: Bound<string | null> & { hint?: string }) => {
  const { value, onChange, error, name, hint } = props
  const { print } = useWords()
  const [refusal, setRefusal] = useState<string | undefined>()
  const choose = async (file: File | undefined) => {
    if (!file) return
    const wrong = !logoTypes.includes(file.type)
      ? print.logoWrongType
      : file.size > maxLogoBytes
        ? print.logoTooLarge
        : undefined
    setRefusal(wrong)
    if (!wrong) onChange(await dataUrlOf(file))
  }
  const remove = () => {
    setRefusal(undefined)
    onChange(null)
  }
  return (
    <Field label={print.logo} hint={hint ?? print.logoHint} error={refusal ?? error}>
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
            accept={logoTypes.join()}
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
