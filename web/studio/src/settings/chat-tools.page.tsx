import type { ChatKind } from '#contract/handling.ts'
import { maxItems } from '#contract/limits.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useOrganization } from '../api/organization.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { withHttps } from '../ui/address.ts'
import { ConfirmButton } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { BackLink } from '../ui/links.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { useWords } from '../words/words.tsx'

type Changes = Parameters<typeof qpr.organizations.setChatTargets>[1]['targets']
type Target = Schema<'ChatTargets'>['targets'][number]

/** Names that others have given. */
const toolNames: Record<ChatKind, string> = {
  slack: 'Slack',
  mattermost: 'Mattermost',
  discord: 'Discord',
  google_chat: 'Google Chat',
  teams: 'Microsoft Teams',
  telegram: 'Telegram',
}

/** The chat tools in which the organization is told of visitors who wait. */
export const ChatToolsPage = () => {
  const { chatTools: words, settings } = useWords()
  const { id } = useOrganization()
  const query = useRead(qpr.organizations.getChatTargets, id)
  return (
    <Page
      title={words.title}
      text={words.text}
      back={<BackLink to="/$slug/settings" text={settings.title} />}
    >
      <Shown query={query} height="h-64">
        {({ targets }) => (
          <>
            {targets.length > 0 && <Targets targets={targets} />}
            {targets.length < maxItems.chatTargets ? (
              <AddTarget />
            ) : (
              <p className="text-muted">{words.full(maxItems.chatTargets)}</p>
            )}
          </>
        )}
      </Shown>
    </Page>
  )
}

/** Saves the list as it is on the service, with one more or one less. */
const useSave = () => {
  const { id } = useOrganization()
  const put = useChange(qpr.organizations.setChatTargets, {
    changes: ['/v1/organizations/{id}/chat-targets'],
  })
  return async (change: (kept: { id: string }[]) => Changes) => {
    const { targets } = await qpr.organizations.getChatTargets(id)
    await put.mutateAsync([id, { targets: change(targets.map((target) => ({ id: target.id }))) }])
  }
}

const Targets = ({ targets }: { targets: Target[] }) => {
  const { chatTools: words } = useWords()
  const save = useSave()
  return (
    <div className="mb-10">
      <Table
        caption={words.title}
        columns={[
          { header: words.tool, cell: ({ kind }) => toolNames[kind] },
          {
            header: words.url,
            cell: ({ host }) => <bdi className="font-mono text-small wrap-anywhere">{host}</bdi>,
          },
          { header: words.added, cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
        rows={targets}
        rowKey={({ id }) => id}
        rowActions={(target) => (
          <>
            <TestButton target={target} />
            <ConfirmButton
              label={words.remove}
              kind="quiet"
              title={words.removeTitle(toolNames[target.kind])}
              text={words.removeText}
              action={words.remove}
              done={words.removed}
              isDanger
              onConfirm={() => save((kept) => kept.filter(({ id }) => id !== target.id))}
            />
          </>
        )}
      />
    </div>
  )
}

const TestButton = ({ target }: { target: Target }) => {
  const { chatTools: words, webhooks } = useWords()
  const { id } = useOrganization()
  const toast = useToast()
  const onError = useTellProblem()
  const test = useChange(qpr.organizations.testChatTarget, {
    onDone: ({ error }) =>
      toast(error === null ? words.tested : `${words.untested} ${webhooks.failure(error)}`),
  })
  return (
    <Button
      kind="quiet"
      isPending={test.isPending}
      onClick={() => test.mutate([id, target.id], { onError })}
    >
      {words.test}
    </Button>
  )
}

/** Named as the service names the fields of the first target. */
interface Values {
  'targets.0.kind': ChatKind
  'targets.0.url': string
  'targets.0.chat_id': string
}

const initial: Values = {
  'targets.0.kind': 'slack',
  'targets.0.url': '',
  'targets.0.chat_id': '',
}

/** As the service takes it. The chat id is only for Telegram. */
const targetOf = (values: Values) => {
  const kind = values['targets.0.kind']
  const chat_id = values['targets.0.chat_id'].trim()
  return { kind, url: withHttps(values['targets.0.url']), ...(kind === 'telegram' && { chat_id }) }
}

const AddTarget = () => {
  const { chatTools: words, errors } = useWords()
  const save = useSave()
  const form = useForm<Values>({
    initial,
    check: (values) => {
      const { url, chat_id } = targetOf(values)
      const { required } = errors.fields
      return {
        'targets.0.url': url === '' ? required : undefined,
        'targets.0.chat_id': chat_id === '' ? required : undefined,
      }
    },
    save: (values) => save((kept) => [targetOf(values), ...kept]),
    done: words.saved,
    onSaved: () => form.reset(initial),
  })
  const kind = form.values['targets.0.kind']
  const isTelegram = kind === 'telegram'
  return (
    <Section title={words.add} text={words.addText}>
      <Card>
        <Form
          form={form}
          action={words.add}
          isAlwaysReady
          className="flex max-w-140 flex-col gap-4"
        >
          <Select<ChatKind>
            label={words.tool}
            choices={toolNames}
            {...form.field('targets.0.kind')}
          />
          <TextField
            label={words.url}
            hint={kind === 'teams' || isTelegram ? words.hints[kind] : words.hints.webhook}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={2000}
            {...form.field('targets.0.url')}
          />
          {isTelegram && (
            <TextField
              label={words.chatId}
              hint={words.chatIdHint}
              autoComplete="off"
              maxLength={100}
              {...form.field('targets.0.chat_id')}
            />
          )}
        </Form>
      </Card>
    </Section>
  )
}
