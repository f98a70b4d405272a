import { languageNames } from '#contract/languages.ts'
import { maxLength } from '#contract/limits.ts'
import { offered, useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { useAnsweredBlanks } from '../ui/code/answered-blanks.ts'
import { BlanksCount, DetailsFields, OpenBlanks } from '../ui/code/blanks.tsx'
import { readableContact } from '../ui/code/contact-address.ts'
import { ContactFields } from '../ui/code/contact-fields.tsx'
import { filledIn, openBlanks } from '../ui/code/draft.ts'
import { TalkFields } from '../ui/code/talk-fields.tsx'
import { useBuiltInTemplates } from '../ui/code/templates.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { FactList } from '../ui/facts.tsx'
import { choicesOf, Select, TextArea, TextField } from '../ui/field.tsx'
import { Form, type FormState, useForm } from '../ui/form.tsx'
import { TextLink } from '../ui/links.tsx'
import { WriteLayout } from '../ui/phone/phone.tsx'
import { Loading, Shown } from '../ui/states.tsx'
import { TagField } from '../ui/tags.tsx'
import { useWords, type Words } from '../words/words.tsx'
import { type Code, codePaths, useCode, useCodeLogo } from './code.ts'
import {
  checkTalk,
  metadataInput,
  type TalkValues,
  talkChanges,
  talkValuesOf,
  withDetails,
} from './talk-values.ts'
import { TranslationFields } from './translation-fields.tsx'

export const TalkTab = () => {
  const code = useCode()
  const may = useMay()
  if (!code) return <Loading height="h-160" />
  return may('codes:write') ? <TalkForm key={code.id} code={code} /> : <TalkText code={code} />
}

/** Edits the texts of a code beside a live preview. */
const TalkForm = ({ code }: { code: Code }) => {
  const words = useWords()
  const change = useChange(qpr.codes.update, { changes: [...codePaths, '/v1/tags'] })
  const form = useForm<TalkValues>({
    initial: talkValuesOf(code),
    check: checkTalk(words),
    save: (values) => change.mutateAsync([code.id, talkChanges(code, values)]),
    done: words.ui.saved,
    onSaved: (saved) => form.reset(withDetails(saved)),
  })
  const { values } = form
  const { data: account } = useAccount()
  const { data: logo } = useCodeLogo(code)
  const blanks = openBlanks(values)
  const answered = useAnsweredBlanks(code.id, blanks)
  const open = openBlanks(filledIn(values)).filter((one) => !answered.includes(one))
  return (
    <Form form={form} hasBar mayDiscard others={<BlanksCount blanks={open} />}>
      <WriteLayout
        code={{
          ...code,
          ...talkChanges(code, values),
          welcome_message: filledIn(values).welcome_message,
          model: offered(account, values.model),
          logo: logo ?? null,
        }}
        mayTalk
      >
        <OpenBlanks blanks={open} />
        <TalkFields field={form.field} open={open}>
          <DetailsFields
            blanks={blanks}
            answered={answered}
            details={values.details}
            onChange={(details) => form.set('details', details)}
          />
          <TextField
            {...form.field('title')}
            label={words.translations.publicTitle}
            hint={words.translations.publicTitleHint}
            isOptional
            placeholder={values.name}
            maxLength={maxLength.name}
          />
        </TalkFields>
        <AnswersFrom codeId={code.id} />
        <TranslationFields form={form} leadForm={code.lead_form} />
        <ContactFields field={form.field} hint={words.code.contactHint} />
        <TagField {...form.field('tags')} label={words.tags.label} hint={words.tags.hint} />
        <AdvancedFields form={form} />
      </WriteLayout>
    </Form>
  )
}

/** The texts of a code for roles that may only read. */
const TalkText = ({ code }: { code: Code }) => {
  const { code: words, translations: titleWords } = useWords()
  const { prompt, welcome_message, suggestions, contact } = code
  const logo = useCodeLogo(code).data ?? null
  return (
    <WriteLayout code={{ ...code, logo }} mayTalk={false}>
      <FactList
        list={[
          [titleWords.publicTitle, code.title],
          [words.prompt, prompt],
          [words.welcome, welcome_message],
          [words.suggestions, suggestions.join('\n') || words.none],
          [
            words.contact,
            contact ? `${contact.label}: ${readableContact(contact.url)}` : words.none,
          ],
          ...advancedFacts(words, code),
        ]}
      />
      <AnswersFrom codeId={code.id} />
    </WriteLayout>
  )
}

/** Rarely used fields. Opens when one of them has an error, so that it is visible. */
const AdvancedFields = ({ form }: { form: FormState<TalkValues> }) => {
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
        choices={titles ? Object.fromEntries(titles) : choicesOf([template])}
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
        choices={choicesOf(models)}
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
const advancedFacts = (words: Words['code'], code: Code): [string, string | null][] => [
  [words.language, code.language && languageNames[code.language]],
  [words.model, code.model],
  [words.metadata, metadataInput(code.metadata) || null],
]

const shownSources = 5

/** What a code answers from: its prompt, and the sources of the organization. */
const AnswersFrom = ({ codeId }: { codeId: string }) => {
  const { knowledge: words } = useWords()
  const { slug } = useOrganization()
  const query = useRead(qpr.knowledge.list, { qpr_code_id: codeId, limit: shownSources })
  return (
    <section aria-label={words.answersFrom} className="card p-4">
      <h2 className="font-medium">{words.answersFrom}</h2>
      <Shown query={query} height="h-12">
        {({ sources, total }) => (
          <>
            <ul className="mt-1 flex list-disc flex-col gap-1 ps-5 wrap-anywhere">
              <li>{words.thePrompt}</li>
              {sources.map(({ id, title, status }) => (
                <li key={id}>
                  <TextLink to="/$slug/knowledge/$id" params={{ slug, id }}>
                    <bdi>{title}</bdi>
                  </TextLink>
                  {status !== 'ready' && (
                    <span className="text-muted"> ({words.statuses[status]})</span>
                  )}
                </li>
              ))}
              {total > sources.length && <li>{words.moreSources(total - sources.length)}</li>}
            </ul>
            <p className="mt-2 text-small text-muted">
              {total === 0 && `${words.onlyPrompt} `}
              <TextLink to="/$slug/knowledge" params={{ slug }}>
                {words.toKnowledge}
              </TextLink>
            </p>
          </>
        )}
      </Shown>
    </section>
  )
}
