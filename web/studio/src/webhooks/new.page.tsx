import * as Radix from '@radix-ui/react-tabs'
import { type ReactNode, useState } from 'react'
import { defaultEventTypes } from '#contract/event-types.ts'
import guide from '../../../../docs/webhooks.md?raw'
import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { requestFocus } from '../shell/focus.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { SecretOnce } from '../ui/copy.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { useWords } from '../words/words.tsx'
import { checkWebhook, WebhookFields, type WebhookValues, webhookBody } from './form.tsx'
import { receiversIn } from './receivers.ts'
import { TestPanel } from './test.panel.tsx'

type Registered = Schema<'Webhook'>

/** The form, and after it on the same page the secret, which is shown once. */
export const NewWebhookPage = () => {
  const { webhooks: words } = useWords()
  const [registered, setRegistered] = useState<Registered | null>(null)
  const show = (webhook: Registered) => {
    // A new page for the reader, although the address stays.
    requestFocus()
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
      props.onRegistered(await create.mutateAsync([{ ...webhookBody(values), organization_id }]))
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

const receivers = receiversIn(guide)

/** Where to store the secret, and how to verify a signature with it, in four languages. */
const VerifySnippets = ({ secret }: { secret: string }) => {
  const { webhooks } = useWords()
  return (
    <div className="flex flex-col gap-4">
      <CodeBlock label={webhooks.secretPlace} isWrapped>
        {`export WEBHOOK_SECRET='${secret}'`}
      </CodeBlock>
      <Radix.Root defaultValue={receivers[0]?.language ?? ''}>
        <Radix.List
          aria-label={webhooks.language}
          className="mb-3 flex gap-6 overflow-x-auto border-b border-line"
        >
          {receivers.map(({ language }) => (
            <Radix.Trigger
              key={language}
              value={language}
              className="control -mb-px border-b-2 border-transparent px-1 text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
            >
              {language}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {receivers.map(({ language, run, text }) => (
          <Radix.Content key={language} value={language} tabIndex={-1}>
            <CodeBlock label={run}>{text}</CodeBlock>
          </Radix.Content>
        ))}
      </Radix.Root>
    </div>
  )
}
