import { useRef, useState } from 'react'
import { maxLogoBytes } from '#contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { type Bound, Field } from '../ui/field.tsx'
import { useWords } from '../words/words.tsx'
import { dataUrlOf } from './logo.ts'

const types = ['image/png', 'image/svg+xml']

/** A file of the owner's; it is uploaded when the form is saved. */
export const LogoField = ({ value, onChange, error, name }: Bound<string | null>) => {
  const { print } = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | undefined>()
  const choose = async (file: File | undefined) => {
    if (!file) return
    const wrong = !types.includes(file.type)
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
    <Field label={print.logo} hint={print.logoHint} error={refusal ?? error}>
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
            accept={types.join()}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              // The same file again must be noticed too.
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
