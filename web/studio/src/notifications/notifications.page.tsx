import { type ReactNode, useState } from 'react'
import { type NotificationKind, permissionOfNotification } from '#contract/notifications.ts'
import { useAccount } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { ApiProblem } from '../api/problem.ts'
import { pushObstacle, startPush, stopPush } from '../api/push.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { readerTimeZone } from '../browser.ts'
import { choicesOf, Select, Switch } from '../ui/field.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { Notice, Shown } from '../ui/states.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { languageChoices, useFormat, useWords } from '../words/words.tsx'

type Settings = Schema<'NotificationSettings'>
type Choice = Partial<Omit<Settings, 'next_summary_at'>>

/** The mails that the reader gets about this organization. */
export const NotificationsPage = () => {
  const { notifications: words } = useWords()
  const { id, name } = useOrganization()
  const may = useMay()
  const { data: account } = useAccount()
  const query = useRead(qpr.notifications.get, id)
  const toast = useToast()
  const change = useChange(qpr.notifications.update, {
    changes: ['/v1/organizations/{id}/notifications'],
    onDone: () => toast(words.saved),
  })
  const toastProblem = useTellProblem()
  // Shown at once, until the last of them is saved and read back.
  const [chosen, setChosen] = useState<Choice>({})
  const choose = (body: Choice) => {
    setChosen((former) => ({ ...former, ...body }))
    change.mutateAsync([id, body], { onSettled: () => setChosen({}) }).catch(toastProblem)
  }
  return (
    <Page title={words.title} text={words.text(name, account?.user.email ?? '')}>
      {account?.mail_configured === false && (
        <Notice tone="warn" className="mb-6">
          {words.noMail}
        </Notice>
      )}
      <Shown query={query} height="h-96">
        {(saved) => <Choices settings={{ ...saved, ...chosen }} choose={choose} />}
      </Shown>
      {may('conversations:answer') && <ThisDevice />}
    </Page>
  )
}

interface ChoicesProps {
  settings: Settings
  choose: (choice: Choice) => void
}

const Choices = ({ settings, choose }: ChoicesProps) => {
  const { notifications: words } = useWords()
  const { date } = useFormat()
  const may = useMay()
  const switchOf = (kind: Exclude<NotificationKind, 'summary'>): ReactNode =>
    may(permissionOfNotification[kind]) && (
      <Switch
        name={kind}
        label={words[kind]}
        hint={words.hints[kind]}
        value={settings[kind]}
        onChange={(isOn) => choose({ [kind]: isOn })}
      />
    )
  const { time_zone, next_summary_at } = settings
  const here = readerTimeZone()
  return (
    <>
      <div className="mb-10">
        <Card>
          <div className="flex max-w-140 flex-col gap-4">
            {switchOf('webhook_failing')}
            {switchOf('plan_limit')}
            {switchOf('bad_rating')}
            {switchOf('handoff')}
            {switchOf('unanswered_question')}
            <Select<Settings['summary']>
              name="summary"
              label={words.summary}
              hint={words.hints.summary}
              value={settings.summary}
              choices={words.intervals}
              onChange={(summary) =>
                // The first summary should come at the reader's own 7:00.
                choose({ summary, ...(time_zone === 'UTC' && { time_zone: here }) })
              }
            />
            {next_summary_at && (
              <p className="text-small text-muted">{words.next(date(next_summary_at))}</p>
            )}
          </div>
        </Card>
      </div>
      <Section title={words.everywhere} text={words.everywhereText}>
        <div className="grid gap-4 sm:max-w-140 sm:grid-cols-2">
          <Select<Settings['language']>
            name="language"
            label={words.language}
            value={settings.language}
            choices={languageChoices}
            onChange={(language) => choose({ language })}
          />
          <Select
            name="time_zone"
            label={words.timeZone}
            value={time_zone}
            choices={choicesOf(new Set([time_zone, here, 'UTC']))}
            onChange={(zone) => choose({ time_zone: zone })}
          />
        </div>
      </Section>
    </>
  )
}

/** Whether this browser is told of visitors who wait, also while the Studio is closed. */
const ThisDevice = () => {
  const { thisDevice: words, notifications } = useWords()
  const { data: account } = useAccount()
  const query = useRead(qpr.pushSubscriptions.list)
  const toast = useToast()
  const toastProblem = useTellProblem()
  // It is on only when the browser and the service say so: the browser may ask for a while.
  const [isBusy, setIsBusy] = useState(false)
  const choose = async (publicKey: string, isOn: boolean) => {
    if (!account || isBusy) return
    setIsBusy(true)
    try {
      const isSaved = await (isOn ? startPush(publicKey, account) : stopPush())
      if (isSaved) toast(notifications.saved)
    } catch (error) {
      // Otherwise it is the browser that failed.
      if (error instanceof ApiProblem) toastProblem(error)
      else toast(words.failed)
    }
    setIsBusy(false)
  }
  return (
    <Section title={words.title} text={words.text}>
      <Shown query={query} height="h-20">
        {({ public_key, subscriptions }) => {
          const obstacle = pushObstacle(public_key)
          if (obstacle) return <Notice tone="warn">{words.obstacles[obstacle]}</Notice>
          return (
            <Card>
              <Switch
                name="push"
                label={words.label}
                hint={words.hint}
                value={subscriptions.some(({ current }) => current)}
                onChange={(isOn) => void choose(public_key ?? '', isOn)}
              />
            </Card>
          )
        }}
      </Shown>
    </Section>
  )
}
