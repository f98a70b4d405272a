import { type ReactNode, useState } from 'react'
import { defaultEventTypes } from '#contract/event-types.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { wishFocus } from '../shell/focus.ts'
import { ButtonLink } from '../ui/button.tsx'
import { SecretOnce } from '../ui/copy.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { bodyOf, checkWebhook, WebhookFields, type WebhookValues } from './form.tsx'
import { TestPanel } from './test.panel.tsx'
import { VerifySnippets } from './verify.tsx'

type Registered = Schema<'Webhook'>

/** The form, and after it on the same page the secret, which is shown once. */
export const NewWebhookPage = () => {
  const { webhooks: words } = useWords()
  const [registered, setRegistered] = useState<Registered | null>(null)
  const show = (webhook: Registered) => {
    // A new page for the reader, although the address stays.
    wishFocus()
    setRegistered(webhook)
    window.scrollTo(0, 0)
  }
  const back = <BackLink to="/$slug/webhooks" text={words.title} />
  if (registered) return <RegisteredPage webhook={registered} back={back} />
  return (
    <Page title={words.newTitle} text={words.newText} back={back}>
      <div className="max-w-160">
        <Card>
          <NewWebhookForm onRegistered={show} />
        </Card>
      </div>
    </Page>
  )
}

const NewWebhookForm = (props: { onRegistered: (webhook: Registered) => void }) => {
  const words = useWords()
  const { id: organization_id } = useOrganization()
  const create = useChange(qpr.webhooks.create, { changes: ['/v1/webhooks'] })
  const form = useForm<WebhookValues>({
    initial: { url: '', events: [...defaultEventTypes], description: '' },
    check: checkWebhook(words),
    async save(values) {
      props.onRegistered(await create.mutateAsync([{ ...bodyOf(values), organization_id }]))
    },
  })
  return (
    <Form form={form} action={words.webhooks.register} isAlwaysReady>
      <WebhookFields form={form} />
    </Form>
  )
}

const RegisteredPage = (props: { webhook: Registered; back: ReactNode }) => {
  const { webhooks: words } = useWords()
  const { slug } = useOrganization()
  const { id, url, secret } = props.webhook
  return (
    <Page
      key="registered"
      title={words.secretTitle}
      text={<bdi className="font-mono text-small wrap-anywhere">{url}</bdi>}
      back={props.back}
      action={
        <ButtonLink kind="primary" to="/$slug/webhooks/$id" params={{ slug, id }}>
          {words.toWebhook}
        </ButtonLink>
      }
    >
      <Section title={words.secret} text={words.secretText}>
        <Card>
          <SecretOnce secret={secret} label={words.secret} />
        </Card>
      </Section>
      <Section title={words.verify} text={words.verifyText}>
        <VerifySnippets secret={secret} />
      </Section>
      <Section title={words.next}>
        <TestPanel id={id} />
      </Section>
    </Page>
  )
}
