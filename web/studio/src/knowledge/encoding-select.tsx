import { type TextEncoding, textEncodings } from '#contract/encodings.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useChange } from '../api/query.ts'
import { languageNameIn } from '../browser.ts'
import { SelectBox } from '../ui/field.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useLanguage, useWords } from '../words/words.tsx'

interface EncodingSelectProps {
  source: Schema<'KnowledgeSource'>
  encoding: TextEncoding
}

/** How a text file was read. Another choice takes effect at once: the file is read again. */
export const EncodingSelect = ({ source, encoding }: EncodingSelectProps) => {
  const { knowledge: words } = useWords()
  const { language } = useLanguage()
  const toast = useToast()
  const toastProblem = useTellProblem()
  const change = useChange(qpr.knowledge.update, { changes: ['/v1/knowledge'] })
  const choices = Object.fromEntries(
    Object.entries(textEncodings).map(([name, languages]) => {
      const listed = languages.map((one) => languageNameIn(language, one)).join(', ')
      return [name, listed === '' ? name : `${name} (${listed})`]
    }),
  ) as Record<TextEncoding, string>
  const choose = async (chosen: TextEncoding) => {
    await change.mutateAsync([source.id, { encoding: chosen }])
    toast(words.encodingChanged(chosen))
  }
  return (
    <SelectBox
      aria-label={words.encoding}
      value={encoding}
      choices={choices}
      onChange={(chosen) => void choose(chosen).catch(toastProblem)}
    />
  )
}
