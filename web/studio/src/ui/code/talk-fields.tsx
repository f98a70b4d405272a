import { type ReactNode, useId, useRef } from 'react'
import { maxItems, maxLength } from '#contract/limits.ts'
import { placeholdersIn, splitAtPlaceholders } from '#contract/placeholders.ts'
import { useWords } from '../../words/words.tsx'
import { Button, IconButton } from '../button.tsx'
import { Disclosure } from '../disclosure.tsx'
import { type Bound, FieldErrorText, inputLook, TextArea, TextField } from '../field.tsx'
import { focusIn } from '../focus.ts'

/** `form.field` of a form that has these texts. */
interface TextsOf {
  (name: 'name' | 'prompt' | 'welcome_message'): Bound<string>
  (name: 'suggestions'): Bound<string[]>
}

interface TalkFieldsProps {
  field: TextsOf
  /** The name has been typed, in place of another. */
  onRename?: (name: string, former: string) => void
  /** The blanks that are still open. */
  open: string[]
  /** Folds the texts below the name. */
  isFolded?: boolean
  /** Between the name and the prompt. */
  children: ReactNode
}

/** The texts of a code. Every page that edits a code uses these fields. */
export const TalkFields = (props: TalkFieldsProps) => {
  const { field, onRename, open, isFolded = false, children } = props
  const { code, firstRun } = useWords()
  const name = field('name')
  const former = useRef(name.value)
  return (
    <>
      <TextField
        {...name}
        label={code.name}
        hint={isFolded ? firstRun.nameHint : code.nameHint}
        maxLength={maxLength.name}
        autoComplete="off"
        onFocus={({ target }) => {
          former.current = name.value
          // Typing replaces a blank such as [your hotel] as a whole.
          if (placeholdersIn(name.value).length > 0) target.select()
        }}
        onBlur={() => {
          if (name.value !== former.current) onRename?.(name.value, former.current)
        }}
      />
      {children}
      {isFolded ? (
        <Disclosure
          title={code.speaks}
          text={code.speaksText}
          isWrong={textNames.some((one) => field(one).error !== undefined)}
        >
          <SpokenFields field={field} open={open} />
        </Disclosure>
      ) : (
        <SpokenFields field={field} open={open} />
      )}
    </>
  )
}

const textNames = ['prompt', 'welcome_message'] as const

const SpokenFields = ({ field, open }: Pick<TalkFieldsProps, 'field' | 'open'>) => {
  const { code } = useWords()
  const prompt = field('prompt')
  return (
    <>
      <TextArea
        {...prompt}
        label={code.prompt}
        hint={code.promptHint}
        rows={12}
        maxLength={maxLength.prompt}
        marked={<MarkedBlanks text={prompt.value} open={open} />}
      />
      <TextArea
        {...field('welcome_message')}
        label={code.welcome}
        hint={code.welcomeHint}
        rows={2}
        maxLength={maxLength.welcomeMessage}
      />
      <SuggestionsField {...field('suggestions')} />
    </>
  )
}

/** The same text with its blanks marked: open ones, and others that count as filled in. */
const MarkedBlanks = ({ text, open }: { text: string; open: string[] }) =>
  splitAtPlaceholders(text).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place alone
      <mark key={index} className={open.includes(part) ? 'bg-warn/25' : 'bg-accent/20'}>
        {part}
      </mark>
    ),
  )

/** The first questions of a page, each on its own line. */
const SuggestionsField = ({ value, onChange, error }: Bound<string[]>) => {
  const { code } = useWords()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const change = (index: number, text: string) => onChange(value.with(index, text))
  const remove = (index: number) => {
    onChange(value.toSpliced(index, 1))
    // The pressed button is gone, so move the focus to the list.
    focusIn(list.current, 'input, button')
  }
  const add = () => {
    onChange([...value, ''])
    focusIn(list.current, 'div:last-of-type input')
  }
  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1 font-medium">{code.suggestions}</legend>
      <p id={`${id}-hint`} className="mb-2 text-small text-muted">
        {code.suggestionsHint}
      </p>
      <div ref={list} className="flex flex-col gap-2">
        {value.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place alone
          <div key={index} className="flex items-center gap-1">
            <input
              aria-label={code.suggestion(index + 1)}
              aria-invalid={error ? true : undefined}
              className={inputLook}
              value={text}
              maxLength={maxLength.suggestion}
              onChange={(event) => change(index, event.target.value)}
            />
            <IconButton
              icon="close"
              label={code.removeSuggestion(index + 1)}
              onClick={() => remove(index)}
            />
          </div>
        ))}
        {value.length < maxItems.suggestions && (
          <Button icon="plus" className="self-start" onClick={add}>
            {code.addSuggestion}
          </Button>
        )}
      </div>
      <FieldErrorText error={error} />
    </fieldset>
  )
}
