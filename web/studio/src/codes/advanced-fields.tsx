import { languageNames } from '#contract/languages.ts'
import { useAccount } from '../api/account.ts'
import { useBuiltInTemplates } from '../ui/code/templates.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Select, sameChoices, TextArea } from '../ui/field.tsx'
import type { FormState } from '../ui/form.tsx'
import { useWords, type Words } from '../words/words.tsx'
import type { Code } from './code.ts'
import { metadataText, type TalkValues } from './talk-values.ts'

/** Rarely used fields. Opens when one of them has an error, so that it is visible. */
export const AdvancedFields = ({ form }: { form: FormState<TalkValues> }) => {
  const { code } = useWords()
  const { data: templates } = useBuiltInTemplates()
  const { data: account } = useAccount()
  const { template, model } = form.values
  // A model that was saved before the choice changed stays until another one is chosen.
  const models = new Set([...(account?.models ?? []), ...(model ? [model] : [])])
  const isWrong = (['model', 'metadata', 'template'] as const).some(
    (name) => form.field(name).error !== undefined,
  )
  const titles = templates?.templates.map(({ template, title }) => [template, title])
  return (
    <Disclosure title={code.advanced} text={code.advancedText} isWrong={isWrong}>
      <Select
        {...form.field('template')}
        label={code.template}
        hint={code.templateHint}
        choices={titles ? Object.fromEntries(titles) : sameChoices([template])}
      />
      <Select
        {...form.field('language')}
        label={code.language}
        hint={code.languageHint}
        none={code.languageOfVisitor}
        choices={languageNames}
      />
      <Select
        {...form.field('model')}
        label={code.model}
        hint={code.modelHint}
        none={code.modelDefault(account?.model ?? '')}
        choices={sameChoices(models)}
      />
      <TextArea
        {...form.field('metadata')}
        label={code.metadata}
        hint={code.metadataHint}
        isOptional
        rows={4}
        spellCheck={false}
        style={{ fontFamily: 'var(--font-mono)', maxHeight: '20rem' }}
      />
    </Disclosure>
  )
}

/** The same fields for roles that may only read. Defaults are not shown. */
export const advancedFacts = (words: Words['code'], code: Code): [string, string | null][] => [
  [words.language, code.language && languageNames[code.language]],
  [words.model, code.model],
  [words.metadata, metadataText(code.metadata) || null],
]
