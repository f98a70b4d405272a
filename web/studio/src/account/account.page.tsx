import { useState } from 'react'
import { useAccount } from '../api/account.ts'
import { qpr, type Schema } from '../api/client.ts'
import { serviceAddress } from '../api/place.ts'
import { useChange } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { localStore } from '../browser.ts'
import { ConfirmButton } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { Card, Page, Section } from '../ui/page.tsx'
import { Badge, Skeleton } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTellProblem, useToast } from '../ui/toast.tsx'
import { chosenLanguage, languageChoices, useLanguage, useWords } from '../words/words.tsx'
import { Person, YourData } from './person.tsx'

/** Settings of the user, independent of an organization. */
export const AccountPage = () => {
  const { words, choose } = useLanguage()
  const [theme, chooseTheme] = useTheme()
  const { account } = words
  const { data } = useAccount()
  return (
    <Page title={account.title} text={data?.user.email ?? <Skeleton className="mt-2 h-4 w-48" />}>
      {data && <Person key={personOf(data)} account={data} />}
      <div className="mb-10">
        <Card>
          <div className="grid gap-4 sm:max-w-140 sm:grid-cols-2">
            <Select
              label={account.language}
              name="language"
              value={chosenLanguage() ?? ''}
              none={account.languageOfBrowser}
              choices={languageChoices}
              onChange={(language) => void choose(language === '' ? null : language)}
            />
            <Select<Theme>
              label={account.theme}
              name="theme"
              value={theme}
              choices={account.themes}
              onChange={chooseTheme}
            />
          </div>
        </Card>
      </div>
      <Sessions />
      {data && <YourData account={data} />}
    </Page>
  )
}

/** The forms begin anew when a change is saved elsewhere. */
const personOf = ({ user }: Schema<'Account'>) => [user.email, user.new_email].join(' ')

type Session = Schema<'Session'>

/** The sessions of the user, each with a button to end it. */
const Sessions = () => {
  const { account } = useWords()
  const toast = useToast()
  const query = useRead(qpr.sessions.list)
  const sessions = query.data?.sessions
  const end = useChange(qpr.sessions.revoke, { changes: ['/v1/sessions'] })
  const nameOf = useBrowserName()
  const onError = useTellProblem()
  const signOut = (session: Session) =>
    end.mutate([session.id], {
      onSuccess: () => toast(account.signedOut(nameOf(session))),
      onError,
    })
  const signOutEverywhere = async () => {
    const others = sessions?.filter(({ current }) => !current) ?? []
    await Promise.all(others.map(endOf))
    // This one last: without it, nothing more could be asked.
    for (const session of sessions?.filter(({ current }) => current) ?? []) await endOf(session)
    location.assign(serviceAddress('/signin'))
  }
  return (
    <Section
      title={account.sessions}
      text={account.sessionsText}
      action={
        sessions && (
          <ConfirmButton
            onConfirm={signOutEverywhere}
            title={account.everywhereTitle}
            text={account.everywhereText}
            action={account.signOutEverywhere}
            isDanger
          />
        )
      }
    >
      <Table
        caption={account.sessions}
        query={query}
        rows={sessions}
        rowKey={({ id }) => id}
        skeletonRows={2}
        columns={[
          {
            header: account.browser,
            cell: (session) => (
              <span className="inline-flex flex-wrap items-center gap-2">
                {nameOf(session)}
                {session.current && <Badge tone="good">{account.thisBrowser}</Badge>}
              </span>
            ),
          },
          {
            header: account.lastUsed,
            cell: ({ last_used_at, created_at }) => <Time at={last_used_at ?? created_at} />,
          },
          {
            header: account.since,
            cell: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
        rowActions={(session) =>
          session.current ? null : (
            <Button
              kind="quiet"
              aria-label={account.signOutOf(nameOf(session))}
              onClick={() => signOut(session)}
            >
              {account.signOut}
            </Button>
          )
        }
      />
    </Section>
  )
}

/** "Firefox on Windows" in the reader's language. */
const useBrowserName = () => {
  const { account } = useWords()
  return ({ browser }: Session): string => {
    if (browser === null) return account.unknownBrowser
    const [name = '', system] = browser.split(' on ')
    return system !== undefined ? account.nameOf(name, system) : browser
  }
}

const endOf = ({ id }: Session) => qpr.sessions.revoke(id)

type Theme = 'system' | 'light' | 'dark'

const themes: Theme[] = ['system', 'light', 'dark']

const key = 'qpr.theme'

const read = (): Theme => themes.find((theme) => theme === localStore.read(key)) ?? 'system'

/** The user's choice. theme.js applies it, also before the first paint. */
const useTheme = (): [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState(read)
  const choose = (next: Theme) => {
    localStore.write(key, next)
    // Pass the choice along: without storage it lasts as long as the page.
    dispatchEvent(new CustomEvent('qpr:theme', { detail: next }))
    setTheme(next)
  }
  return [theme, choose]
}
