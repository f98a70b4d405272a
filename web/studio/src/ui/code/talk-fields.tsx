import { useWords } from '../../words/words.tsx'
import { type Bound, TextArea, TextField } from '../field.tsx'
import { SuggestionsField } from './suggestions-field.tsx'

interface TalkFieldsProps {
  name: Bound<string>
  prompt: Bound<string>
  welcome: Bound<string>
  suggestions: Bound<string[]>
}

/** What a visitor reads and hears: the same fields wherever a code is written. */
export const TalkFields = ({ name, prompt, welcome, suggestions }: TalkFieldsProps) => {
  const { code } = useWords()
  return (
    <>
      <TextField
        {...name}
        label={code.name}
        hint={code.nameHint}
        maxLength={200}
        autoComplete="off"
      />
      <TextArea
        {...prompt}
        label={code.prompt}
        hint={code.promptHint}
        rows={12}
        maxLength={32_000}
        style={{ maxHeight: '28rem' }}
      />
      <TextArea
        {...welcome}
        label={code.welcome}
        hint={code.welcomeHint}
        rows={2}
        maxLength={2000}
      />
      <SuggestionsField {...suggestions} />
    </>
  )
}
