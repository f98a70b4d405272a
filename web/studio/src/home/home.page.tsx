import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, Navigate } from '@tanstack/react-router'
import type { Permission } from '#contract/roles.ts'
import { useBrand } from '../api/brand.ts'
import { qpr } from '../api/client.ts'
import { useMay, useOrganization } from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { useInZone } from '../api/zone.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Page, Section } from '../ui/page.tsx'
import { sinceOf } from '../ui/period.ts'
import { ErrorPanel, type Reading, Skeleton } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'

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
  query: Reading<number>
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

interface Step {
  name: 'ask' | 'knowledge' | 'brand' | 'invite'
  needs: Permission
  /** Undefined while it is not known. */
  isDone: boolean | undefined
  to: '/$slug/codes' | '/$slug/knowledge' | '/$slug/brand' | '/$slug/members'
}

/** What is left to set up. A step disappears when it is done, and the list with its last step. */
const NextSteps = () => {
  const { home } = useWords()
  const { slug } = useOrganization()
  const may = useMay()
  const steps = useSteps().filter(({ needs }) => may(needs))
  const left = steps.filter(({ isDone }) => !isDone)
  // Nothing before all are known: a step must not appear for a moment.
  if (left.length === 0 || steps.some(({ isDone }) => isDone === undefined)) return null
  return (
    <div className="mt-8">
      <Section title={home.next}>
        <ol className="card divide-y divide-line">
          {left.map(({ name, to }) => (
            <li key={name} className="relative flex items-center gap-3 p-4 hover:bg-hover">
              <span className="min-w-0 flex-1">
                <Link
                  to={to}
                  params={{ slug }}
                  className="block font-medium after:absolute after:inset-0"
                >
                  {home.steps[name].title}
                </Link>
                <span className="block text-small text-muted">{home.steps[name].text}</span>
              </span>
              <Icon name="right" className="text-muted" />
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}

const useSteps = (): Step[] => {
  const may = useMay()
  const { id, id: organization_id } = useOrganization()
  const query = { organization_id, ...none }
  const mayInvite = may('invitations:write')
  const { data: conversations } = useRead(qpr.conversations.list, query)
  const { data: knowledge } = useRead(qpr.knowledge.list, query)
  const { data: brand } = useBrand()
  const { data: members } = useRead(qpr.members.list, id, { limit: 2 })
  const { data: invitations } = useQuery({
    ...queryOf(qpr.invitations.list, id),
    enabled: mayInvite,
  })
  return [
    {
      name: 'ask',
      needs: 'codes:write',
      isDone: conversations && conversations.total > 0,
      to: '/$slug/codes',
    },
    {
      name: 'knowledge',
      needs: 'knowledge:write',
      isDone: knowledge && knowledge.total > 0,
      to: '/$slug/knowledge',
    },
    {
      name: 'brand',
      needs: 'organization:write',
      isDone: brand && [brand.name, brand.color, brand.logo_type].some((one) => one !== null),
      to: '/$slug/brand',
    },
    {
      name: 'invite',
      needs: 'invitations:write',
      isDone:
        members &&
        invitations &&
        (members.members.length > 1 || invitations.invitations.length > 0),
      to: '/$slug/members',
    },
  ]
}
