import { Link, type LinkProps, Navigate } from '@tanstack/react-router'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { useRead } from '../api/read.ts'
import { useInZone } from '../api/zone.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { sinceOf } from '../ui/period.ts'
import { ErrorPanel, Skeleton } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import { NextSteps } from './next-steps.tsx'

/** The first page of an organization: what happened today, and what to do next. */
export const HomePage = () => {
  const { home, codes } = useWords()
  const { slug, qpr_codes_count } = useOrganization()
  const may = useMay()
  if (qpr_codes_count === 0 && may('codes:write')) {
    return <Navigate to="/$slug/welcome" params={{ slug }} replace />
  }
  return (
    <Page
      title={home.title}
      action={
        may('codes:write') && (
          <ButtonLink kind="primary" icon="plus" to="/$slug/codes/new" params={{ slug }}>
            {codes.newTitle}
          </ButtonLink>
        )
      }
    >
      <Figures />
      <NextSteps />
    </Page>
  )
}

interface Figure {
  label: string
  /** Which time it is about. */
  text: string
  query: { data: number | undefined; error: unknown; refetch: () => unknown }
  link: LinkProps
}

/** The number of all entries of a list, without the list. */
const none = { limit: 1 }

/** Four numbers; each leads to what it counts. */
const Figures = () => {
  const { home } = useWords()
  const { number } = useFormat()
  const { id: organization_id, slug } = useOrganization()
  const today = sinceOf('today')
  const scope = { organization_id }
  const { query: scans } = useInZone(qpr.analytics.get, (time_zone) => [
    { ...scope, period: 'today', time_zone },
  ])
  const conversations = useRead(qpr.conversations.list, { ...scope, ...none, since: today })
  const questions = useRead(qpr.questions.list, { ...scope, ...none, status: 'open' })
  const ratings = useRead(qpr.conversations.list, {
    ...scope,
    ...none,
    rating: 'down',
    since: sinceOf('7d'),
  })
  const params = { slug }
  const figures: Figure[] = [
    {
      label: home.scans,
      text: home.today,
      query: { ...scans, data: scans.data?.scans_total },
      link: { to: '/$slug/insight', params, search: { period: 'today' } },
    },
    {
      label: home.conversations,
      text: home.today,
      query: { ...conversations, data: conversations.data?.total },
      link: { to: '/$slug/conversations', params, search: { period: 'today' } },
    },
    {
      label: home.questions,
      text: home.questionsText,
      query: { ...questions, data: questions.data?.total },
      link: { to: '/$slug/questions', params },
    },
    {
      label: home.ratings,
      text: home.ratingsText,
      query: { ...ratings, data: ratings.data?.total },
      link: { to: '/$slug/conversations', params, search: { rating: 'down', period: '7d' } },
    },
  ]
  const failed = figures.find(({ query }) => query.error && query.data === undefined)
  if (failed) {
    const retry = () => {
      for (const { query } of figures) if (query.error) void query.refetch()
    }
    return <ErrorPanel error={failed.query.error} onRetry={retry} />
  }
  const isLoading = figures.some(({ query }) => query.data === undefined)
  return (
    <ul
      aria-busy={isLoading || undefined}
      className="card grid grid-cols-2 gap-px overflow-hidden bg-line lg:grid-cols-4"
    >
      {figures.map(({ label, text, query, link }) => (
        <li key={label} className="relative bg-raised px-4 py-4 hover:bg-hover sm:px-5">
          <Link {...link} className="text-small text-muted after:absolute after:inset-0">
            {label}
          </Link>
          <p className="text-title font-semibold tracking-tight">
            {query.data === undefined ? <Skeleton className="my-2 h-6 w-12" /> : number(query.data)}
          </p>
          <p className="text-small text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
