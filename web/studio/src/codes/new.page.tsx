import { useRef } from 'react'
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
import { TemplateChoice } from '../ui/code/template-choice.tsx'
import { WriteLayout } from '../ui/code/write-layout.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

/** Creates a code on one page. */
export const NewCodePage = () => {
  const { codes } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const templates = useTemplates()
  if (!may('codes:write')) return <NoAccessPage />
  return (
    <Page
      title={codes.newTitle}
      back={
        <BackLink to="/$slug/codes" params={{ slug }}>
          {codes.title}
        </BackLink>
      }
    >
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
  const tell = useToast()
  const create = useChange('post', '/v1/qpr-codes', {
    changes: ['/v1/qpr-codes', '/v1/organizations'],
  })
  const madeId = useRef('')
  const form = useForm<CodeDraft>({
    initial: draftFrom(templates[0] as CodeTemplate),
    async save(draft) {
      const { id } = await create.mutateAsync({ body: { ...bodyOf(draft), organization_id } })
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
      <WriteLayout code={onPhone(values)} mayTalk>
        <TemplateChoice templates={templates} chosen={values.template} onChoose={choose} />
        <TalkFields
          field={form.field}
          onRename={(name, former) => form.change((draft) => renamed(draft, name, former))}
        />
      </WriteLayout>
    </Form>
  )
}
