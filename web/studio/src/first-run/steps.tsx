import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useAccount } from '../api/account.ts'
import type { Brand } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { tabStore } from '../browser.ts'
import { firstRunRoute } from '../routes.ts'
import { requestFocus } from '../shell/focus.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { type CodeDraft, draftBody, draftWith, filledIn } from '../ui/code/draft.ts'
import { DraftForm } from '../ui/code/draft-form.tsx'
import { TemplateDrawing } from '../ui/code/template-drawing.tsx'
import { TemplateMenu } from '../ui/code/template-menu.tsx'
import { type CodeTemplate, type TemplateChoice, useTemplateTexts } from '../ui/code/templates.ts'
import { type FormState, useForm } from '../ui/form.tsx'
import { useTellProblem } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { KnowledgeField } from './knowledge-field.tsx'
import { type Look, LookFields, type LookValues, useLook } from './look.tsx'
import { PrintStep } from './print-step.tsx'
import { StepPage } from './step-page.tsx'

interface StepsProps {
  choices: TemplateChoice[]
  brand: Brand
  /** The saved logo of the brand as a data URL. */
  logo: string | null
  isFresh: boolean
}

/** All steps edit one draft; the address holds the current step. */
export const Steps = (props: StepsProps) => {
  const { choices, brand } = props
  const { id: organization_id } = useOrganization()
  const { step, code } = firstRunRoute.useSearch()
  const navigate = firstRunRoute.useNavigate()
  useFocusOnChange(step)
  const [stored] = useState(() => startingDraft(organization_id, props.isFresh))
  const [codeId, setCodeId] = useState(stored?.codeId ?? null)
  // Null: nothing is written yet.
  const [chosen, setChosen] = useState(stored?.template ?? null)
  const texts = useTemplateTexts()
  const { data: account } = useAccount()
  const toastProblem = useTellProblem()
  const changes = ['/v1/qpr-codes', '/v1/organizations'] as const
  const create = useChange(qpr.codes.create, { changes })
  const change = useChange(qpr.codes.update, { changes })

  const look = useLook(brand, props.logo, stored?.look)

  const createCode = async (draft: CodeDraft) => {
    const body = draftBody(draft, account, brand)
    const { id } = await create.mutateAsync([{ ...body, organization_id }])
    setCodeId(id)
    return id
  }

  const save = async (draft: CodeDraft) => {
    await look.save(filledIn(draft).name)
    if (codeId) await change.mutateAsync([codeId, draftBody(draft, account, brand)])
    const code = codeId ?? (await createCode(draft))
    await navigate({ search: { step: 'print', code } })
  }

  const form = useForm<CodeDraft>({
    initial: stored?.draft ?? nothingWritten,
    save,
    // Leaving loses nothing: the draft is stored in the browser.
    isFreeToLeave: true,
  })

  const { values } = form
  useEffect(() => {
    if (!chosen) return
    const draft: StoredDraft = { draft: values, codeId, template: chosen, look: look.values }
    tabStore.write(keyOf(organization_id), JSON.stringify(draft))
  }, [organization_id, values, codeId, chosen, look.values])

  const choose = async (choice: TemplateChoice) => {
    const to = await texts(choice)
    form.reset(draftWith(values, chosen, to))
    look.propose(to.template, chosen?.template)
    setChosen(to)
    await navigate({ search: { step: 'write' } })
  }

  if (step === 'print' && code) return <PrintStep codeId={code} />
  if (step === 'write' && chosen) {
    return (
      <WriteStep
        form={form}
        look={look}
        document={chosen.document}
        codeId={codeId}
        createCode={() => (codeId ? Promise.resolve(codeId) : createCode(values))}
      />
    )
  }
  return (
    <PickStep
      choices={choices}
      chosen={chosen?.key ?? null}
      onChoose={(choice) => void choose(choice).catch(toastProblem)}
    />
  )
}

/** Moves the focus to the heading of each step, as for a new page. */
const useFocusOnChange = (step: string | undefined) => {
  const before = useRef(step)
  useLayoutEffect(() => {
    if (before.current !== step) requestFocus()
    before.current = step
  }, [step])
}

/** The draft, and the code that was created from it. */
interface StoredDraft {
  draft: CodeDraft
  codeId: string | null
  template: CodeTemplate
  look: LookValues
}

/** Replaced as a whole when a template is chosen. */
const nothingWritten: CodeDraft = {
  from: '',
  name: '',
  template: 'business',
  prompt: '',
  welcome_message: '',
  suggestions: [],
  details: {},
}

const keyOf = (organizationId: string) => `qpr.first-draft.${organizationId}`

/** Kept until the tab is closed. Starting again after a code was created creates another one. */
const startingDraft = (organizationId: string, isFresh: boolean): StoredDraft | null => {
  try {
    const stored = JSON.parse(tabStore.read(keyOf(organizationId)) ?? 'null')
    return isFresh && stored?.codeId ? null : stored
  } catch {
    return null
  }
}

interface WriteStepProps {
  form: FormState<CodeDraft>
  look: Look
  document: string | null
  codeId: string | null
  createCode: () => Promise<string>
}

const WriteStep = ({ form, look, document, codeId, createCode }: WriteStepProps) => {
  const { firstRun } = useWords()
  const { slug } = useOrganization()
  const back = (
    <ButtonLink
      kind="quiet"
      className="hidden sm:inline-flex"
      to="/$slug/welcome"
      params={{ slug }}
      search={{}}
    >
      {firstRun.back}
    </ButtonLink>
  )
  return (
    <StepPage step="write" title={firstRun.writeTitle} text={firstRun.writeText}>
      <DraftForm
        form={form}
        action={firstRun.next}
        others={back}
        codeId={codeId}
        document={document}
        brand={look.brand}
        belowName={
          <>
            <LookFields look={look} />
            <KnowledgeField document={document} codeId={codeId} createCode={createCode} />
          </>
        }
        isFolded
      />
    </StepPage>
  )
}

interface PickStepProps {
  choices: TemplateChoice[]
  /** The key of a template. */
  chosen: string | null
  onChoose: (choice: TemplateChoice) => void
}

/** Choosing a template opens the next step. */
const PickStep = ({ choices, chosen, onChoose }: PickStepProps) => {
  const { firstRun, templates: words } = useWords()
  return (
    <StepPage step="pick" title={firstRun.pickTitle} text={firstRun.pickText}>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {choices.map((template) => (
          <li key={template.key} className="relative flex">
            <button
              type="button"
              aria-pressed={template.key === chosen}
              onClick={() => onChoose(template)}
              className={classNames(
                'card flex w-full items-start gap-4 p-5 text-left transition-colors hover:border-accent hover:bg-hover',
                template.key === chosen && 'border-accent',
              )}
            >
              <TemplateDrawing choice={template} className="size-12" />
              <span className="min-w-0">
                <span
                  className={classNames(
                    'block font-semibold wrap-anywhere',
                    // Room for the menu.
                    !template.example && 'pr-6',
                  )}
                >
                  {template.title}
                </span>
                <span className="mt-1 block text-small text-muted">
                  {template.description ?? words.own}
                </span>
              </span>
            </button>
            <TemplateMenu template={template} />
          </li>
        ))}
      </ul>
    </StepPage>
  )
}
