import { maxLength } from '#contract/limits.ts'
import { offered, useAccount } from '../api/account.ts'
import { qpr } from '../api/client.ts'
import { useMay } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { readableContact } from '../ui/code/contact-address.ts'
import { ContactFields } from '../ui/code/contact-fields.tsx'
import { TalkFields } from '../ui/code/talk-fields.tsx'
import { Facts } from '../ui/facts.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { WriteLayout } from '../ui/phone/phone.tsx'
import { Loading } from '../ui/states.tsx'
import { TagField } from '../ui/tags.tsx'
import { useWords } from '../words/words.tsx'
import { AdvancedFields, advancedFacts } from './advanced-fields.tsx'
import { type Code, codePaths, useCode } from './code.ts'
import { useCodeLogo } from './code-logo.ts'
import { changesOf, checkTalk, type TalkValues, valuesOf } from './talk-values.ts'
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
    initial: valuesOf(code),
    check: checkTalk(words),
    save: (values) => change.mutateAsync([code.id, changesOf(code, values)]),
    done: words.ui.saved,
  })
  const { values } = form
  const { data: account } = useAccount()
  const { data: logo } = useCodeLogo(code)
  return (
    <Form form={form} hasBar mayDiscard>
      <WriteLayout
        code={{
          ...code,
          ...changesOf(code, values),
          welcomeMessage: values.welcome_message,
          model: offered(account, values.model),
          color: code.style?.color ?? null,
          logo: logo?.logo ?? null,
        }}
        mayTalk
      >
        <TalkFields field={form.field}>
          <TextField
            {...form.field('title')}
            label={words.translations.publicTitle}
            hint={words.translations.publicTitleHint}
            isOptional
            placeholder={values.name}
            maxLength={maxLength.name}
          />
        </TalkFields>
        <TranslationFields form={form} />
        <ContactFields
          label={form.field('contact.label')}
          url={form.field('contact.url')}
          hint={words.code.contactHint}
        />
        <TagField {...form.field('tags')} label={words.tags.label} hint={words.tags.hint} />
        <AdvancedFields form={form} />
      </WriteLayout>
    </Form>
  )
}

/** The texts of a code for roles that may only read. */
const TalkText = ({ code }: { code: Code }) => {
  const { code: words, translations: titleWords } = useWords()
  const { prompt, welcome_message: welcomeMessage, suggestions, contact } = code
  const color = code.style?.color ?? null
  const logo = useCodeLogo(code).data?.logo ?? null
  return (
    <WriteLayout code={{ ...code, welcomeMessage, color, logo }} mayTalk={false}>
      <Facts
        list={[
          [titleWords.publicTitle, code.title],
          [words.prompt, prompt],
          [words.welcome, welcomeMessage],
          [words.suggestions, suggestions.join('\n') || words.none],
          [
            words.contact,
            contact ? `${contact.label}: ${readableContact(contact.url)}` : words.none,
          ],
          ...advancedFacts(words, code),
        ]}
      />
    </WriteLayout>
  )
}
