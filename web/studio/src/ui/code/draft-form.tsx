import type { ReactNode } from 'react'
import { useBrand } from '../../api/brand.ts'
import { Form, type FormState } from '../form.tsx'
import { WriteLayout } from '../phone/phone.tsx'
import { BlanksCount, DetailsFields, OpenBlanks } from './blanks.tsx'
import { type CodeDraft, filledIn, onPhone, openBlanks, renamed } from './draft.ts'
import { TalkFields } from './talk-fields.tsx'

interface DraftFormProps {
  form: FormState<CodeDraft>
  action: string
  /** Beside the button. */
  others?: ReactNode
  /** Above the fields. */
  children?: ReactNode
}

/** The form of a new code, beside its page. */
export const DraftForm = ({ form, action, others, children }: DraftFormProps) => {
  const { data: brand } = useBrand()
  const blanks = openBlanks(filledIn(form.values))
  return (
    <Form
      form={form}
      action={action}
      others={
        <>
          {others}
          <BlanksCount blanks={blanks} />
        </>
      }
      hasBar
      isAlwaysReady
    >
      <WriteLayout code={onPhone(form.values, brand)} mayTalk>
        {children}
        <TalkFields
          field={form.field}
          onRename={(name, former) => form.change((draft) => renamed(draft, name, former))}
        >
          <DetailsFields form={form} />
        </TalkFields>
      </WriteLayout>
      <OpenBlanks blanks={blanks} />
    </Form>
  )
}
