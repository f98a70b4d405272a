import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf, useChange } from '../api/query.ts'
import { webhookRoute } from '../routes.ts'
import { NoAccessPage, NotFoundPage } from '../shell/failures.tsx'
import { ConfirmButton } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { FactList } from '../ui/facts.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink, TabLink, Tabs } from '../ui/links.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { RotateDialog } from '../ui/rotate-dialog.tsx'
import { Notice, Shown } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { DeliveriesPanel } from './deliveries.panel.tsx'
import { checkWebhook, WebhookFields, type WebhookValues, webhookBody } from './form.tsx'
import { StateCard, type Webhook } from './state.tsx'
import { TestPanel } from './test.panel.tsx'

// The receiver may start to fail at any time, so the page reads the state again, sooner while it fails.
const healthyMs = 10_000
const failingMs = 2000

export const WebhookPage = () => {
  const { webhooks: words } = useWords()
  const may = useMay()
  const { id } = webhookRoute.useParams()
  const { tab } = webhookRoute.useSearch()
  const query = useQuery({
    ...queryOf(qpr.webhooks.get, id),
    refetchInterval: ({ state }) => (state.data?.failing_since ? failingMs : healthyMs),
  })
  const { data, error } = query
  if (tab === 'test' && !may('webhooks:write')) return <NoAccessPage />
  if (error?.status === 404) return <NotFoundPage />
  const name = data && (data.description ?? data.url)
  return (
    <Page
      title={name ? <bdi>{name}</bdi> : words.oneTitle}
      name={name ?? words.oneTitle}
      text={
        data?.description ? (
          <bdi className="font-mono text-small wrap-anywhere">{data.url}</bdi>
        ) : undefined
      }
      back={<BackLink to="/$slug/webhooks" text={words.title} />}
    >
      <Shown query={query} height="h-120">
        {(webhook) => (
          <>
            <StateCard webhook={webhook} />
            <WebhookTabs id={id} />
            <Panel webhook={webhook} />
          </>
        )}
      </Shown>
    </Page>
  )
}

const WebhookTabs = ({ id }: { id: string }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const search = webhookRoute.useSearch()
  const link = {
    to: '/$slug/webhooks/$id',
    params: { slug, id },
    activeOptions: { exact: true, includeSearch: true },
  } as const
  return (
    <Tabs label={words.oneTitle}>
      {/* Keeps the filters of the log, which are in the address too. */}
      <TabLink {...link} search={search.tab ? {} : search}>
        {words.tabs.deliveries}
      </TabLink>
      {may('webhooks:write') && (
        <TabLink {...link} search={{ tab: 'test' }}>
          {words.tabs.test}
        </TabLink>
      )}
      <TabLink {...link} search={{ tab: 'settings' }}>
        {words.tabs.settings}
      </TabLink>
    </Tabs>
  )
}

const Panel = ({ webhook }: { webhook: Webhook }) => {
  const { tab } = webhookRoute.useSearch()
  if (tab === 'test') return <TestPanel id={webhook.id} />
  if (tab === 'settings') return <SettingsPanel webhook={webhook} />
  return <DeliveriesPanel webhook={webhook} />
}

/** Address and events, secret, deletion. */
const SettingsPanel = ({ webhook }: { webhook: Webhook }) => {
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
    save: (values) => change.mutateAsync([id, webhookBody(values)]),
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
      <FactList
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
