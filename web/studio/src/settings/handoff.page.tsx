import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import {
  HandoffFields,
  type HandoffValues,
  handoffInput,
  handoffValues,
} from '../ui/code/handoff-fields.tsx'
import { checkHours } from '../ui/code/hours-field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { useWords } from '../words/words.tsx'

/** How visitors of all codes without settings of their own reach a person. */
export const HandoffPage = () => {
  const { handoff: words, settings } = useWords()
  const { id } = useOrganization()
  const query = useRead(qpr.organizations.getHandoff, id)
  return (
    <Page
      title={words.title}
      text={words.text}
      back={<BackLink to="/$slug/settings" text={settings.title} />}
    >
      <Shown query={query}>{(saved) => <HandoffForm key={id} saved={saved} />}</Shown>
    </Page>
  )
}

const HandoffForm = ({ saved }: { saved: Schema<'Handoff'> }) => {
  const words = useWords()
  const { id } = useOrganization()
  const isReader = !useMay()('organization:write')
  const change = useChange(qpr.organizations.setHandoff, {
    changes: ['/v1/organizations/{id}/handoff'],
  })
  const form = useForm<HandoffValues, Schema<'Handoff'>>({
    initial: handoffValues(saved),
    check: ({ hours }) => ({ hours: checkHours(words, hours) }),
    save: (values) => change.mutateAsync([id, handoffInput(values)]),
    // As it is in force: a chosen member may have left meanwhile.
    onSaved: (_, result) => form.reset(handoffValues(result)),
    done: words.ui.saved,
  })
  return (
    <Form
      form={form}
      hasBar
      mayDiscard
      isReadOnly={isReader}
      className="flex max-w-140 flex-col gap-6"
    >
      {isReader && <p className="text-muted">{words.handoff.readOnly}</p>}
      <HandoffFields field={form.field} />
    </Form>
  )
}
