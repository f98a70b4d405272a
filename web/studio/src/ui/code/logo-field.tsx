import { useRef, useState } from 'react'
import { maxLogoBytes } from '#contract/limits.ts'
import { useWords } from '../../words/words.tsx'
import { Button } from '../button.tsx'
import { type Bound, Field } from '../field.tsx'
import { dataUrlOf } from './logo.ts'

const logoTypes = ['image/png', 'image/svg+xml']

/** A logo file, which is uploaded when the form is saved. */
export const LogoField = (props: Bound<string | null> & { hint?: string }) => {
  const { value, onChange, error, name, hint } = props
  const { print } = useWords()
  const input = useRef<HTMLInputElement>(null)
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
          <input
            {...ids}
            ref={input}
            type="file"
            name={name}
            accept={logoTypes.join()}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              // Without this, choosing the same file again is not noticed.
              event.target.value = ''
            }}
          />
          <Button icon="upload" onClick={() => input.current?.click()}>
            {value ? print.changeLogo : print.addLogo}
          </Button>
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
