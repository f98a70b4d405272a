import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAccount } from '../api/account.ts'
import { useBrand } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { newCodeRoute } from '../routes.ts'
import { draftBody, draftFrom, draftWith } from '../ui/code/draft.ts'
import { DraftForm } from '../ui/code/draft-form.tsx'
import { TemplateDrawing } from '../ui/code/template-drawing.tsx'
import { TemplateMenu } from '../ui/code/template-menu.tsx'
import {
  type CodeTemplate,
  type TemplateChoice,
  useTemplates,
  useTemplateTexts,
} from '../ui/code/templates.ts'
import { useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useTellProblem } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'
import { codePaths } from './code.ts'

/** Creates a code on one page. */
export const NewCodePage = () => {
  const { codes } = useWords()
  const templates = useTemplates()
  return (
    <Page title={codes.newTitle} back={<BackLink to="/$slug/codes" text={codes.title} />}>
      <Shown query={templates} height="h-160">
        {(choices) => <NewCodeStart choices={choices} />}
      </Shown>
    </Page>
  )
}

/** Begins with the first template, whose texts may have to be read. */
const NewCodeStart = ({ choices }: { choices: TemplateChoice[] }) => {
  const { id } = useOrganization()
  const texts = useTemplateTexts()
  const first = choices[0] as TemplateChoice
  // Read once: a template that is saved or deleted later does not change a form in use.
  const query = useQuery({
    queryKey: ['first template', id],
    queryFn: () => texts(first),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Shown query={query} height="h-160">
      {(template) => <NewCodeForm choices={choices} first={template} />}
    </Shown>
  )
}

const NewCodeForm = (props: { choices: TemplateChoice[]; first: CodeTemplate }) => {
  const words = useWords()
  const { id: organization_id, slug } = useOrganization()
  const navigate = newCodeRoute.useNavigate()
  const { data: brand } = useBrand()
  const { data: account } = useAccount()
  const texts = useTemplateTexts()
  const [from, setFrom] = useState(props.first)
  const toastProblem = useTellProblem()
  const create = useChange(qpr.codes.create, { changes: codePaths })
  const form = useForm({
    initial: draftFrom(props.first),
    save: (draft) => create.mutateAsync([{ ...draftBody(draft, account, brand), organization_id }]),
    done: words.code.created,
    onSaved: (_, { id }) => void navigate({ to: '/$slug/codes/$id/print', params: { slug, id } }),
  })
  const { values } = form

  const choose = async (choice: TemplateChoice) => {
    const to = await texts(choice)
    const next = draftWith(values, from, to)
    setFrom(to)
    const isUntouched = JSON.stringify(values) === JSON.stringify(draftFrom(from))
    // An unchanged example needs no question before leaving.
    if (isUntouched) return form.reset(next)
    for (const [name, value] of Object.entries(next)) form.set(name as 'name', value as string)
  }

  return (
    <DraftForm form={form} action={words.code.create}>
      <TemplateChoices
        choices={props.choices}
        chosen={values.from}
        onChoose={(choice) => void choose(choice).catch(toastProblem)}
      />
    </DraftForm>
  )
}

interface TemplateChoicesProps {
  choices: TemplateChoice[]
  /** The key of a template. */
  chosen: string
  onChoose: (choice: TemplateChoice) => void
}

/** The templates as a group of radio buttons, which the arrow keys change. */
const TemplateChoices = ({ choices, chosen, onChoose }: TemplateChoicesProps) => {
  const { code } = useWords()
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{code.startFrom}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {choices.map((one) => (
          <div key={one.key} className="relative flex">
            <label
              title={one.description ?? one.title}
              className="card flex min-w-0 flex-1 cursor-pointer flex-col items-start gap-2 p-3 text-small hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={one.key === chosen}
                onChange={() => onChoose(one)}
              />
              <TemplateDrawing choice={one} className="size-8" />
              <span className="line-clamp-3 min-w-0 font-medium wrap-anywhere">{one.title}</span>
            </label>
            <TemplateMenu template={one} />
          </div>
        ))}
      </div>
    </fieldset>
  )
}
