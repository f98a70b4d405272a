import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBrand } from '../api/brand.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { keptInTab } from '../browser.ts'
import { firstRunRoute } from '../routes.ts'
import { wishFocus } from '../shell/focus.ts'
import { ButtonLink } from '../ui/button.tsx'
import {
  bodyOf,
  type CodeDraft,
  type CodeTemplate,
  draftFrom,
  draftWith,
  onPhone,
  renamed,
} from '../ui/code/draft.ts'
import { TalkFields } from '../ui/code/talk-fields.tsx'
import { Form, type FormState, useForm } from '../ui/form.tsx'
import { WriteLayout } from '../ui/phone/phone.tsx'
import { useWords } from '../words/words.tsx'
import { PickStep } from './pick-step.tsx'
import { PrintStep } from './print-step.tsx'
import { StepPage } from './step-page.tsx'

/** All steps edit one draft; the address holds the current step. */
export const Steps = (props: { templates: CodeTemplate[]; isFresh: boolean }) => {
  const { templates } = props
  const { id: organization_id } = useOrganization()
  const { step, code } = firstRunRoute.useSearch()
  const navigate = firstRunRoute.useNavigate()
  const { data: brand } = useBrand()
  useFocusOnChange(step)
  const [stored] = useState(() => startingDraft(organization_id, props.isFresh))
  const [codeId, setCodeId] = useState(stored?.codeId ?? null)
  // A template is chosen by now, unless nothing was written yet.
  const [hasChosen, setHasChosen] = useState(stored !== null)
  const changes = ['/v1/qpr-codes', '/v1/organizations'] as const
  const create = useChange('post', '/v1/qpr-codes', { changes: [...changes] })
  const change = useChange('patch', '/v1/qpr-codes/{id}', { changes: [...changes] })

  const save = async (draft: CodeDraft) => {
    const body = bodyOf(draft, brand)
    if (codeId) {
      await change.mutateAsync({ params: { path: { id: codeId } }, body })
      return await navigate({ search: { step: 'print', code: codeId } })
    }
    const { id } = await create.mutateAsync({ body: { ...body, organization_id } })
    setCodeId(id)
    await navigate({ search: { step: 'print', code: id } })
  }

  const form = useForm<CodeDraft>({
    initial: stored?.draft ?? draftFrom(templates[0] as CodeTemplate),
    save,
    // Leaving loses nothing: the draft is stored in the browser.
    isFreeToLeave: true,
  })

  const { values } = form
  useEffect(() => {
    if (hasChosen)
      keptInTab.write(keyOf(organization_id), JSON.stringify({ draft: values, codeId }))
  }, [organization_id, values, codeId, hasChosen])

  const choose = (to: CodeTemplate) => {
    const from = templates.find(({ template }) => template === values.template)
    form.reset(draftWith(values, from, to))
    setHasChosen(true)
    void navigate({ search: { step: 'write' } })
  }

  if (step === 'print' && code) return <PrintStep codeId={code} />
  if (step === 'write' && hasChosen) return <WriteStep form={form} />
  return (
    <PickStep templates={templates} chosen={hasChosen ? values.template : null} onChoose={choose} />
  )
}

/** Moves the focus to the heading of each step, as for a new page. */
const useFocusOnChange = (step: string | undefined) => {
  const before = useRef(step)
  useLayoutEffect(() => {
    if (before.current !== step) wishFocus()
    before.current = step
  }, [step])
}

/** The draft, and the code that was created from it. */
interface StoredDraft {
  draft: CodeDraft
  codeId: string | null
}

const keyOf = (organizationId: string) => `qpr.first-code.${organizationId}`

/** Kept until the tab is closed. Starting again after a code was created creates another one. */
const startingDraft = (organizationId: string, isFresh: boolean): StoredDraft | null => {
  try {
    const stored = JSON.parse(keptInTab.read(keyOf(organizationId)) ?? 'null')
    return isFresh && stored?.codeId ? null : stored
  } catch {
    return null
  }
}

const WriteStep = ({ form }: { form: FormState<CodeDraft> }) => {
  const { firstRun } = useWords()
  const { data: brand } = useBrand()
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
        <WriteLayout code={onPhone(form.values, brand)} mayTalk>
          <TalkFields
            field={form.field}
            onRename={(name, former) => form.change((draft) => renamed(draft, name, former))}
          />
        </WriteLayout>
      </Form>
    </StepPage>
  )
}
