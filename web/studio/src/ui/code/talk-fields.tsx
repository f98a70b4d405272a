import { type ReactNode, useRef } from 'react'
import { maxLength } from '#contract/limits.ts'
import { placeholdersIn } from '#contract/placeholders.ts'
import { useWords } from '../../words/words.tsx'
import { type Bound, TextArea, TextField } from '../field.tsx'
import { SuggestionsField } from './suggestions-field.tsx'

/** `form.field` of a form that has these texts. */
interface TextsOf {
  (name: 'name' | 'prompt' | 'welcome_message'): Bound<string>
  (name: 'suggestions'): Bound<string[]>
}

interface TalkFieldsProps {
  field: TextsOf
  /** The name has been typed, in place of another. */
  onRename?: (name: string, former: string) => void
  /** Between the name and the prompt. */
  children?: ReactNode
}

/** The texts of a code. Every page that edits a code uses these fields. */
export const TalkFields = ({ field, onRename, children }: TalkFieldsProps) => {
  const { code } = useWords()
  const name = field('name')
  const former = useRef(name.value)
  return (
    <>
      <TextField
        {...name}
        label={code.name}
        hint={code.nameHint}
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
      <TextArea
        {...field('prompt')}
        label={code.prompt}
        hint={code.promptHint}
        rows={12}
        maxLength={maxLength.prompt}
        style={{ maxHeight: '28rem' }}
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
