import { useId, useRef } from 'react'
import { useBrand } from '../api/brand.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { newCodeRoute } from '../routes.ts'
import { NoAccessPage } from '../shell/failures.tsx'
import {
  bodyOf,
  type CodeDraft,
  type CodeTemplate,
  draftFrom,
  draftWith,
  onPhone,
  renamed,
  useTemplates,
} from '../ui/code/draft.ts'
import { TalkFields } from '../ui/code/talk-fields.tsx'
import { TemplateDrawing } from '../ui/code/template-drawing.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { WriteLayout } from '../ui/phone/phone.tsx'
import { Shown } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

/** Creates a code on one page. */
export const NewCodePage = () => {
  const { codes } = useWords()
  const may = useMay()
  const templates = useTemplates()
  if (!may('codes:write')) return <NoAccessPage />
  return (
    <Page title={codes.newTitle} back={<BackLink to="/$slug/codes" text={codes.title} />}>
      <Shown query={templates} height="h-160">
        {(data) => <NewCodeForm templates={data.templates} />}
      </Shown>
    </Page>
  )
}

const NewCodeForm = ({ templates }: { templates: CodeTemplate[] }) => {
  const words = useWords()
  const { id: organization_id, slug } = useOrganization()
  const navigate = newCodeRoute.useNavigate()
  const { data: brand } = useBrand()
  const tell = useToast()
  const create = useChange('post', '/v1/qpr-codes', {
    changes: ['/v1/qpr-codes', '/v1/organizations'],
  })
  const madeId = useRef('')
  const form = useForm<CodeDraft>({
    initial: draftFrom(templates[0] as CodeTemplate),
    async save(draft) {
      const { id } = await create.mutateAsync({
        body: { ...bodyOf(draft, brand), organization_id },
      })
      madeId.current = id
    },
    onSaved() {
      tell(words.code.created)
      void navigate({ to: '/$slug/codes/$id/print', params: { slug, id: madeId.current } })
    },
  })
  const { values } = form

  const choose = (to: CodeTemplate) => {
    const from = templates.find(({ template }) => template === values.template)
    const next = draftWith(values, from, to)
    const isUntouched = from && JSON.stringify(values) === JSON.stringify(draftFrom(from))
    // An unchanged example needs no question before leaving.
    if (isUntouched) return form.reset(next)
    for (const [name, value] of Object.entries(next)) form.set(name as 'name', value as string)
  }

  return (
    <Form form={form} action={words.code.create} hasBar isAlwaysReady>
      <WriteLayout code={onPhone(values, brand)} mayTalk>
        <TemplateChoice templates={templates} chosen={values.template} onChoose={choose} />
        <TalkFields
          field={form.field}
          onRename={(name, former) => form.change((draft) => renamed(draft, name, former))}
        />
      </WriteLayout>
    </Form>
  )
}

interface TemplateChoiceProps {
  templates: CodeTemplate[]
  chosen: CodeTemplate['template']
  onChoose: (template: CodeTemplate) => void
}

/** The templates as a group of radio buttons, which the arrow keys change. */
const TemplateChoice = ({ templates, chosen, onChoose }: TemplateChoiceProps) => {
  const { code } = useWords()
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{code.startFrom}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {templates.map((one) => (
          <label
            key={one.template}
            title={one.description}
            className="card flex cursor-pointer flex-col items-start gap-2 p-3 text-small hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={one.template === chosen}
              onChange={() => onChoose(one)}
            />
            <TemplateDrawing template={one.template} className="size-8" />
            <span className="min-w-0 font-medium">{one.title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
