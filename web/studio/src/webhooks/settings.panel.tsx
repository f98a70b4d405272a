import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { ConfirmButton } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { Card, Section } from '../ui/page.tsx'
import { RotateDialog } from '../ui/rotate-dialog.tsx'
import { Notice } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { bodyOf, checkWebhook, WebhookFields, type WebhookValues } from './form.tsx'
import type { Webhook } from './state.tsx'

/** Address and events, secret, deletion. */
export const SettingsPanel = ({ webhook }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const may = useMay()
  if (!may('webhooks:write')) return <SettingsFacts webhook={webhook} />
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
  const change = useChange(qpr.webhooks.update, { changes: ['/v1/webhooks'] })
  const form = useForm<WebhookValues>({
    initial: { url, events, description: description ?? '' },
    check: checkWebhook(words),
    save: (values) => change.mutateAsync([id, bodyOf(values)]),
    done: words.ui.saved,
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
  const change = useChange(qpr.webhooks.rotateSecret, {
    changes: ['/v1/webhooks/{id}'],
  })
  const rotate = async (grace_seconds: number) => {
    const rotated = await change.mutateAsync([webhook.id, { grace_seconds }])
    const { secret, former_secret_expires_at: end } = rotated
    return { secret, text: end ? words.formerCounts(instant(end)) : words.formerEnded }
  }
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
      {isOpen && (
        <RotateDialog
          onClose={() => setIsOpen(false)}
          title={words.rotateTitle}
          text={words.rotateText}
          action={words.rotate}
          grace={words.grace}
          label={words.newSecret}
          rotate={rotate}
        />
      )}
    </Section>
  )
}

const DeleteSection = ({ webhook: { id } }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const remove = useChange(qpr.webhooks.delete)
  const confirm = async () => {
    await remove.mutateAsync([id])
    // Leave the page first: it would request the deleted webhook again.
    await navigate({ to: '/$slug/webhooks', params: { slug } })
  }
  return (
    <Section
      title={words.deleteSection}
      text={words.deleteSectionText}
      action={
        <ConfirmButton
          kind="danger"
          icon="trash"
          onConfirm={confirm}
          done={words.isDeleted}
          title={words.deleteTitle}
          text={words.deleteText}
          action={words.delete}
          isDanger
        />
      }
    />
  )
}

/** The settings for roles that may only read. */
const SettingsFacts = ({ webhook: { url, events, description } }: { webhook: Webhook }) => {
  const { webhooks: words } = useWords()
  return (
    <Section title={words.settings}>
      <Facts
        className="card p-4 sm:p-6"
        list={[
          [words.url, <bdi key="url">{url}</bdi>],
          [words.eventsField, events.map((event) => `${words.events[event]} ${event}`).join('\n')],
          [words.description, description && <bdi key="description">{description}</bdi>],
        ]}
      />
    </Section>
  )
}
