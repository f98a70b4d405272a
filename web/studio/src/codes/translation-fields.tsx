import type { LeadForm } from '#contract/handling.ts'
import { languageNames, type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import type { TranslatedForm, Translation, Translations } from '#contract/translations.ts'
import { offered, useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { filled } from '../api/given.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { choicesOf, SelectBox, TextArea, TextField } from '../ui/field.tsx'
import type { FormState } from '../ui/form.tsx'
import { Notice } from '../ui/states.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import type { TalkValues } from './talk-values.ts'

interface Panel {
  form: FormState<TalkValues>
}

const chosenIn = (translations: Translations): ScanLanguage[] =>
  scanLanguages.filter((language) => translations[language] !== undefined)

/** The texts of a code in other languages: entered by hand, or proposed by the model. */
export const TranslationFields = ({ form, leadForm }: Panel & { leadForm: LeadForm | null }) => {
  const { translations: words } = useWords()
  const { value, onChange, error } = form.field('translations')
  const chosen = chosenIn(value)
  const shown = chosen.map((language) => languageNames[language]).join(', ')
  return (
    <Disclosure title={words.title} text={shown || words.text} isWrong={error !== undefined}>
      <p className="text-small text-muted">{words.hint}</p>
      {chosen.map((language) => (
        <LanguageFields
          key={language}
          language={language}
          texts={value[language] ?? {}}
          leadForm={leadForm}
          onChange={(texts) => onChange({ ...value, [language]: texts })}
          onRemove={() => onChange({ ...value, [language]: undefined })}
        />
      ))}
      {error && <Notice tone="bad">{error}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        {chosen.length < scanLanguages.length && (
          <SelectBox
            aria-label={words.add}
            className="w-56"
            value=""
            none={words.add}
            choices={choicesOf(
              scanLanguages.filter((language) => !chosen.includes(language)),
              (language) => languageNames[language],
            )}
            onChange={(language: string) => onChange({ ...value, [language]: {} })}
          />
        )}
        <TranslateButton form={form} languages={chosen} />
      </div>
    </Disclosure>
  )
}

interface LanguageFieldsProps {
  language: ScanLanguage
  texts: Translation
  leadForm: LeadForm | null
  onChange: (texts: Translation) => void
  onRemove: () => void
}

const LanguageFields = (props: LanguageFieldsProps) => {
  const { language, texts, leadForm, onChange, onRemove } = props
  const { translations: words, code } = useWords()
  const set = (changed: Translation) => onChange({ ...texts, ...changed })
  const name = `translations.${language}`
  return (
    <fieldset lang={language} className="flex flex-col gap-4 border-l-2 border-line pl-4">
      <legend className="float-left flex w-full items-center justify-between gap-2 font-medium">
        {languageNames[language]}
        <Button kind="quiet" icon="trash" onClick={onRemove} lang={document.documentElement.lang}>
          {words.remove}
        </Button>
      </legend>
      <TextField
        name={`${name}.title`}
        label={words.titleIn}
        value={texts.title ?? ''}
        maxLength={maxLength.name}
        dir="auto"
        onChange={(title) => set({ title })}
      />
      <TextArea
        name={`${name}.welcome_message`}
        label={code.welcome}
        value={texts.welcome_message ?? ''}
        rows={2}
        maxLength={maxLength.welcomeMessage}
        dir="auto"
        onChange={(welcome_message) => set({ welcome_message })}
      />
      <TextArea
        name={`${name}.suggestions`}
        label={code.suggestions}
        hint={words.suggestionsHint}
        value={(texts.suggestions ?? []).join('\n')}
        rows={2}
        dir="auto"
        onChange={(text) =>
          set({
            suggestions: text
              .split('\n', maxItems.suggestions)
              .map((one) => one.slice(0, maxLength.suggestion)),
          })
        }
      />
      {leadForm && (
        <LeadTexts
          name={`${name}.lead_form`}
          form={leadForm}
          texts={texts.lead_form ?? {}}
          onChange={(lead_form) => set({ lead_form })}
        />
      )}
    </fieldset>
  )
}

interface LeadTextsProps {
  name: string
  form: LeadForm
  texts: TranslatedForm
  onChange: (texts: TranslatedForm) => void
}

type FieldTexts = NonNullable<NonNullable<TranslatedForm['fields']>[string]>

/** The texts of the saved contact form. */
const LeadTexts = ({ name, form, texts, onChange }: LeadTextsProps) => {
  const { leadForm: words } = useWords()
  const set = (of: string, changed: FieldTexts) => {
    // Without the texts of fields that are gone.
    const fields = form.fields.map(({ key }) => {
      const before = texts.fields?.[key]
      return [key, key === of ? { ...before, ...changed } : before]
    })
    onChange({ ...texts, fields: Object.fromEntries(fields) })
  }
  const all: [label: string, text: string | undefined, write: (text: string) => void][] = [
    [words.formTitle, texts.title, (title) => onChange({ ...texts, title })],
    ...form.fields.flatMap(({ key, label, help, choices = [] }): typeof all => {
      const own = texts.fields?.[key]
      const split = (text: string) => set(key, { choices: text.split('\n', choices.length) })
      return [
        [label, own?.label, (text) => set(key, { label: text })],
        [help ?? '', own?.help, (text) => set(key, { help: text })],
        [choices.join('\n'), own?.choices?.join('\n'), split],
      ]
    }),
    [words.consent, texts.consent, (consent) => onChange({ ...texts, consent })],
  ]
  return all.map(
    ([label, text = '', write], index) =>
      label && (
        <TextArea
          // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have one label
          key={index}
          name={`${name}.${index}`}
          label={<span className="whitespace-pre-line">{label}</span>}
          value={text}
          rows={label.split('\n').length}
          maxLength={maxLength.consent}
          dir="auto"
          onChange={write}
        />
      ),
  )
}

/** Fills the empty fields only, so that no edited text is lost. */
const TranslateButton = ({ form, languages }: Panel & { languages: ScanLanguage[] }) => {
  const { translations: words } = useWords()
  const { data: account } = useAccount()
  const { id: organization_id } = useOrganization()
  const toast = useToast()
  const toastProblem = useTellProblem()
  const translate = useChange(qpr.codes.translate)
  if (account?.demo && !form.values.model) {
    return <p className="text-small text-muted">{words.noModel}</p>
  }
  if (languages.length === 0) return null
  const run = async () => {
    const model = offered(account, form.values.model)
    const body = { ...ownTexts(form.values), languages, model, organization_id }
    const { translations, failed } = await translate.mutateAsync([body])
    form.change((values) => ({
      ...values,
      translations: withProposals(values.translations, translations),
    }))
    const missing = failed.map(({ language }) => languageNames[language]).join(', ')
    toast(missing ? words.failed(missing) : words.proposed)
  }
  return (
    <Button
      icon="refresh"
      isPending={translate.isPending}
      onClick={() => void run().catch(toastProblem)}
    >
      {words.translate}
    </Button>
  )
}

/** The texts to translate. */
const ownTexts = ({ title, name, welcome_message, suggestions }: TalkValues): Translation => ({
  title: title.trim() || name,
  ...filled({ welcome_message, suggestions }),
})

/** What the owner wrote stays; the proposals fill the rest. */
const withProposals = (before: Translations, proposed: Translations): Translations => {
  const written = filled(before)
  const merged = Object.entries(proposed).map(([language, texts]) => [
    language,
    { ...texts, ...written[language] },
  ])
  return { ...before, ...Object.fromEntries(merged) }
}
