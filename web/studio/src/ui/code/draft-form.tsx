import type { ReactNode } from 'react'
import { useBrand } from '../../api/brand.ts'
import { Form, type FormState } from '../form.tsx'
import { type PhoneBrand, WriteLayout } from '../phone/phone.tsx'
import { useAnsweredBlanks } from './answered-blanks.ts'
import { BlanksCount, DetailsFields, OpenBlanks } from './blanks.tsx'
import { blanksOf, type CodeDraft, filledIn, onPhone, openBlanks, renamed } from './draft.ts'
import { TalkFields } from './talk-fields.tsx'

interface DraftFormProps {
  form: FormState<CodeDraft>
  action: string
  /** Beside the button. */
  others?: ReactNode
  /** Above the fields. */
  children?: ReactNode
  /** Between the name and the details. */
  belowName?: ReactNode
  /** The code, if it exists already: its sources may answer blanks. */
  codeId?: string | null
  /** The blank that has a field of its own in `belowName`. */
  document?: string | null
  /** An unsaved brand. */
  brand?: PhoneBrand
  /** Folds the prompt and the other texts. */
  isFolded?: boolean
}

/** The form of a new code, beside its page. */
export const DraftForm = (props: DraftFormProps) => {
  const { form, action, others, children, codeId = null } = props
  const { data: saved } = useBrand()
  const { values } = form
  const blanks = blanksOf(values)
  const answered = useAnsweredBlanks(codeId, blanks)
  const open = openBlanks(filledIn(values)).filter((one) => !answered.includes(one))
  return (
    <Form
      form={form}
      action={action}
      others={
        <>
          {others}
          <BlanksCount blanks={open} />
        </>
      }
      hasBar
      isAlwaysReady
    >
      <WriteLayout
        code={{ ...onPhone(values, saved), ...(codeId !== null && { id: codeId }) }}
        brand={props.brand}
        mayTalk
      >
        {children}
        <TalkFields
          field={form.field}
          open={open}
          isFolded={props.isFolded ?? false}
          onRename={(name, former) => form.change((draft) => renamed(draft, name, former))}
        >
          {props.belowName}
          <DetailsFields
            blanks={blanks.filter((one) => one !== props.document)}
            answered={answered}
            details={values.details}
            onChange={(details) => form.set('details', details)}
          />
        </TalkFields>
      </WriteLayout>
      <OpenBlanks blanks={open} />
    </Form>
  )
}
