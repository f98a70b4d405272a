import { useOrganization } from '../api/organization.ts'
import { ButtonLink } from '../ui/button.tsx'
import { type CodeDraft, onPhone, renamed } from '../ui/code/draft.ts'
import { TalkFields } from '../ui/code/talk-fields.tsx'
import { WriteLayout } from '../ui/code/write-layout.tsx'
import { Form, type FormState } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'
import { StepPage } from './step-page.tsx'

export const WriteStep = ({ form }: { form: FormState<CodeDraft> }) => {
  const { firstRun } = useWords()
  const { slug } = useOrganization()
  return (
    <StepPage step="write" title={firstRun.writeTitle} text={firstRun.writeText}>
      <Form
        form={form}
        action={firstRun.next}
        hasBar
        isAlwaysReady
        others={
          <ButtonLink
            kind="quiet"
            className="hidden sm:inline-flex"
            to="/$slug/welcome"
            params={{ slug }}
            search={{}}
          >
            {firstRun.back}
          </ButtonLink>
        }
      >
        <WriteLayout code={onPhone(form.values)} mayTalk>
          <TalkFields
            field={form.field}
            onRename={(name, former) => form.change((draft) => renamed(draft, name, former))}
          />
        </WriteLayout>
      </Form>
    </StepPage>
  )
}
