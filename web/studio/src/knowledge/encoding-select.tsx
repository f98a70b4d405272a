import { type FormEvent, useState } from 'react'
import { type TextEncoding, textEncodings } from '#contract/encodings.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { languageNameIn } from '../browser.ts'
import { Button } from '../ui/button.tsx'
import { FieldErrorText, SelectBox } from '../ui/field.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useLanguage, useWords } from '../words/words.tsx'

interface EncodingSelectProps {
  source: Schema<'KnowledgeSource'>
  encoding: TextEncoding
}

/** How a text file was read, and a button that reads it again as it is chosen here. */
export const EncodingSelect = ({ source, encoding }: EncodingSelectProps) => {
  const { knowledge: words } = useWords()
  const { language } = useLanguage()
  const [chosen, choose] = useState(encoding)
  const toast = useToast()
  const toastProblem = useTellProblem()
  const change = useChange(qpr.knowledge.update, {
    changes: ['/v1/knowledge'],
    onDone: () => toast(words.encodingChanged(chosen)),
  })
  const isRefused = change.error?.status === 422
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    change.mutate([source.id, { encoding: chosen }], {
      onError: (problem) => problem.status !== 422 && toastProblem(problem),
    })
  }
  const choices = Object.fromEntries(
    Object.entries(textEncodings).map(([name, languages]) => {
      const listed = languages.map((one) => languageNameIn(language, one)).join(', ')
      return [name, listed === '' ? name : `${name} (${listed})`]
    }),
  ) as Record<TextEncoding, string>
  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-2">
      <SelectBox
        aria-label={words.encoding}
        className="w-full"
        value={chosen}
        choices={choices}
        onChange={(next) => {
          choose(next)
          change.reset()
        }}
      />
      {chosen !== encoding && (
        <>
          <div role="status">
            <FieldErrorText error={isRefused ? words.encodingWrong(chosen) : undefined} />
          </div>
          <Button type="submit" isPending={change.isPending}>
            {words.refresh}
          </Button>
        </>
      )}
    </form>
  )
}
