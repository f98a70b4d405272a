import { useState } from 'react'
import { api, type Schema } from '../api/client.ts'
import { serviceAddress } from '../api/place.ts'
import { useApi, useChange } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Section } from '../ui/page.tsx'
import { Badge, ErrorPanel } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useToast } from '../ui/toast.tsx'
import { problemText } from '../words/problems.ts'
import { useWords } from '../words/words.tsx'

type Session = Schema<'Session'>

/** The sessions of the user, each with a button to end it. */
export const Sessions = () => {
  const words = useWords()
  const { account } = words
  const tell = useToast()
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, refetch } = useApi('/v1/sessions')
  const end = useChange('delete', '/v1/sessions/{id}', { changes: ['/v1/sessions'] })
  const nameOf = useBrowserName()
  const signOut = (session: Session) =>
    end.mutate(
      { params: { path: { id: session.id } } },
      {
        onSuccess: () => tell(account.signedOut(nameOf(session))),
        onError: (problem) => tell(problemText(words, problem)),
      },
    )
  return (
    <Section
      title={account.sessions}
      text={account.sessionsText}
      action={
        data && <Button onClick={() => setIsAsking(true)}>{account.signOutEverywhere}</Button>
      }
    >
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Table
          caption={account.sessions}
          rows={data?.sessions}
          rowKey={({ id }) => id}
          skeletonRows={2}
          columns={[
            {
              key: 'browser',
              header: account.browser,
              cell: (session) => (
                <span className="inline-flex flex-wrap items-center gap-2">
                  {nameOf(session)}
                  {session.current && <Badge tone="good">{account.thisBrowser}</Badge>}
                </span>
              ),
            },
            {
              key: 'used',
              header: account.lastUsed,
              cell: ({ last_used_at, created_at }) => <Time at={last_used_at ?? created_at} />,
            },
            {
              key: 'since',
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
      )}
      {isAsking && data && (
        <EverywhereDialog sessions={data.sessions} onClose={() => setIsAsking(false)} />
      )}
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

const EverywhereDialog = (props: { sessions: Session[]; onClose: () => void }) => {
  const { account } = useWords()
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const confirm = async () => {
    setIsPending(true)
    setProblem(null)
    const end = ({ id }: Session) => api.DELETE('/v1/sessions/{id}', { params: { path: { id } } })
    try {
      await Promise.all(props.sessions.filter(({ current }) => !current).map(end))
      // This one last: without it, nothing more could be asked.
      for (const session of props.sessions.filter(({ current }) => current)) await end(session)
      location.assign(serviceAddress('/signin'))
    } catch (error) {
      setProblem(error)
      setIsPending(false)
    }
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      onConfirm={() => void confirm()}
      title={account.everywhereTitle}
      text={account.everywhereText}
      action={account.signOutEverywhere}
      isDanger
      change={{ isPending, error: problem }}
    />
  )
}
