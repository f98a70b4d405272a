import { useState } from 'react'
import { useMay } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Card, Section } from '../ui/page.tsx'
import { Notice } from '../ui/states.tsx'
import { useToast } from '../ui/toast.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { DeleteDialog } from './delete.dialog.tsx'
import { bodyOf, checkWebhook, WebhookFields, type WebhookValues } from './form.tsx'
import { RotateDialog } from './rotate.dialog.tsx'
import type { Webhook } from './state.tsx'

/** Address and events, secret, deletion. */
export const SettingsPanel = ({ webhook }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const may = useMay()
  if (!may('webhooks:write')) return <Facts webhook={webhook} />
  return (
    <>
      <Section title={words.settings}>
        <Card>
          <div className="max-w-160">
            <EditForm webhook={webhook} />
          </div>
        </Card>
      </Section>
      <SecretSection webhook={webhook} />
      <DeleteSection webhook={webhook} />
    </>
  )
}

const EditForm = ({ webhook: { id, url, events, description } }: { webhook: Webhook }) => {
  const words = useWords()
  const tell = useToast()
  const change = useChange('patch', '/v1/webhooks/{id}', { changes: ['/v1/webhooks'] })
  const form = useForm<WebhookValues>({
    initial: { url, events, description: description ?? '' },
    check: checkWebhook(words),
    save: (values) => change.mutateAsync({ params: { path: { id } }, body: bodyOf(values) }),
    onSaved: () => tell(words.ui.saved),
  })
  return (
    <Form form={form}>
      <WebhookFields form={form} />
    </Form>
  )
}

const SecretSection = ({ webhook }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const { instant } = useFormat()
  const [isOpen, setIsOpen] = useState(false)
  const until = webhook.former_secret_expires_at
  return (
    <Section
      title={words.secretSection}
      text={words.secretSectionText}
      action={
        <Button icon="refresh" onClick={() => setIsOpen(true)}>
          {words.rotate}
        </Button>
      }
    >
      {until !== null && <Notice tone="warn">{words.formerUntil(instant(until))}</Notice>}
      {isOpen && <RotateDialog id={webhook.id} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

const DeleteSection = ({ webhook }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title={words.deleteSection}
      text={words.deleteSectionText}
      action={
        <Button kind="danger" icon="trash" onClick={() => setIsOpen(true)}>
          {words.delete}
        </Button>
      }
    >
      {isOpen && <DeleteDialog webhook={webhook} onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

/** The settings for roles that may only read. */
const Facts = ({ webhook: { url, events, description } }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  return (
    <Section title={words.settings}>
      <dl className="card grid gap-x-6 gap-y-2 p-4 sm:grid-cols-[auto_1fr] sm:p-6">
        <dt className="text-muted">{words.url}</dt>
        <dd className="min-w-0 font-mono text-small wrap-anywhere">
          <bdi>{url}</bdi>
        </dd>
        <dt className="text-muted">{words.eventsField}</dt>
        <dd>
          <ul>
            {events.map((event) => (
              <li key={event}>
                {words.events[event]}{' '}
                <code className="font-mono text-small text-muted">{event}</code>
              </li>
            ))}
          </ul>
        </dd>
        {description !== null && (
          <>
            <dt className="text-muted">{words.description}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <bdi>{description}</bdi>
            </dd>
          </>
        )}
      </dl>
    </Section>
  )
}
