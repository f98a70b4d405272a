import { maxLength } from '#contract/limits.ts'
import { offered, useAccount } from '../api/account.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { TalkFields } from '../ui/code/talk-fields.tsx'
import { WriteLayout } from '../ui/code/write-layout.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, type FormState, useForm } from '../ui/form.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { AdvancedFields } from './advanced-fields.tsx'
import { type Code, codePaths } from './code.ts'
import { changesOf, checkTalk, type TalkValues, valuesOf } from './talk-values.ts'

/** Edits the texts of a code beside a live preview. */
export const TalkForm = ({ code }: { code: Code }) => {
  const words = useWords()
  const tell = useToast()
  const change = useChange('patch', '/v1/qpr-codes/{id}', { changes: [...codePaths] })
  const form = useForm<TalkValues>({
    initial: valuesOf(code),
    check: checkTalk(words),
    save: (values) =>
      change.mutateAsync({ params: { path: { id: code.id } }, body: changesOf(code, values) }),
    onSaved: () => tell(words.ui.saved),
  })
  const { values } = form
  const { data: account } = useAccount()
  return (
    <Form
      form={form}
      hasBar
      others={
        form.isChanged && (
          <>
            <Button kind="quiet" onClick={() => form.reset()}>
              {words.code.discard}
            </Button>
            <span className="text-small text-muted max-sm:hidden">{words.code.unsaved}</span>
          </>
        )
      }
    >
      <WriteLayout
        code={{
          ...code,
          ...changesOf(code, values),
          welcomeMessage: values.welcome_message,
          model: offered(account, values.model),
          color: code.style?.color ?? null,
        }}
        mayTalk
      >
        <TalkFields
          name={form.field('name')}
          prompt={form.field('prompt')}
          welcome={form.field('welcome_message')}
          suggestions={form.field('suggestions')}
        />
        <ContactFields form={form} />
        <AdvancedFields form={form} />
      </WriteLayout>
    </Form>
  )
}

const ContactFields = ({ form }: { form: FormState<TalkValues> }) => {
  const { code } = useWords()
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{code.contact}</legend>
      <p className="mb-2 text-small text-muted">{code.contactHint}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('contact.label')}
          label={code.contactLabel}
          placeholder={code.contactLabelExample}
          maxLength={maxLength.contactLabel}
        />
        <TextField
          {...form.field('contact.url')}
          label={code.contactUrl}
          placeholder="+49 40 123456"
          maxLength={maxLength.contactUrl}
        />
      </div>
    </fieldset>
  )
}
