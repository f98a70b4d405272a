import { useQuery } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { may, type Permission } from '#contract/roles.ts'
import { qpr } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { useRead } from '../api/read.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icons.tsx'
import { Loading, Skeleton } from '../ui/states.tsx'
import { useFormat, useWords } from '../words/words.tsx'
import type { ShownOrganization } from './shown-organization.ts'
import { WaitingCount } from './waiting.ts'

/** What an owner works with every day. */
const work = {
  home: 'organization:read',
  codes: 'codes:read',
  insight: 'scans:read',
  conversations: 'conversations:read',
  questions: 'conversations:read',
  knowledge: 'knowledge:read',
  brand: 'organization:read',
} as const

/** What is set up once. Owners and admins see the plan. */
const people = { members: 'members:read', plan: 'subscription:read' } as const

/** Everyone has keys of their own. */
const developers = { keys: 'organization:read', webhooks: 'webhooks:read' } as const

const settings = { settings: 'organization:read' } as const

/** The permission that each place needs. */
type Places = Partial<
  Record<keyof (typeof work & typeof people & typeof developers & typeof settings), Permission>
>

const namesOf = (places: Places) => Object.keys(places) as (keyof Places)[]

type Organization = NonNullable<ShownOrganization>

/** The way to every part of an organization that the reader's role may read, in two groups. */
export const Rail = ({ shown }: { shown: ShownOrganization }) => {
  const { shell } = useWords()
  if (!shown) {
    return (
      <Loading>
        {namesOf({ ...work, ...people, ...settings }).map((name) => (
          <Skeleton key={name} className="my-2 h-7 w-full" />
        ))}
      </Loading>
    )
  }
  return (
    <nav aria-label={shell.navigation} className="flex flex-col gap-3">
      <PlaceList of={work} organization={shown} />
      <div className="flex flex-col gap-0.5 border-t border-line pt-3">
        <PlaceList of={people} organization={shown} />
        <Developers organization={shown} />
        <PlaceList of={settings} organization={shown} />
      </div>
    </nav>
  )
}

const itemLook =
  'control flex items-center gap-3 rounded-field px-3 text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-ink'

const PlaceList = ({ of: places, organization }: { of: Places; organization: Organization }) => {
  const { shell } = useWords()
  const { id, slug, role } = organization
  const hasPlans = useHasPlans(may(role, 'subscription:read'))
  const readable = namesOf(places).filter((name) => {
    const needs = places[name]
    return name === 'plan' ? hasPlans : needs && may(role, needs)
  })
  return (
    <ul className="flex flex-col gap-0.5">
      {readable.map((name) => (
        <li key={name}>
          <Link
            to={name === 'home' ? '/$slug' : `/$slug/${name}`}
            params={{ slug }}
            activeOptions={{ exact: name === 'home', includeSearch: false }}
            className={itemLook}
          >
            <Icon name={name} />
            {shell[name]}
            {name === 'conversations' && <Waiting />}
            {name === 'questions' && <OpenQuestions organizationId={id} />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Keys and webhooks, folded: most owners need neither. */
const Developers = ({ organization }: { organization: Organization }) => {
  const { shell } = useWords()
  const isThere = useRouterState({
    select: ({ location }) => /\/[^/]+\/(keys|webhooks)(\/|$)/.test(location.pathname),
  })
  const [isOpen, setIsOpen] = useState(isThere)
  return (
    <details
      open={isOpen || isThere}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group"
    >
      <summary className={`${itemLook} cursor-pointer list-none`}>
        <Icon name="developers" />
        {shell.developers}
        <Icon name="right" className="ml-auto transition-transform group-open:rotate-90" />
      </summary>
      <div className="mt-0.5 pl-4">
        <PlaceList of={developers} organization={organization} />
      </div>
    </details>
  )
}

/** How many questions wait for an answer. */
const OpenQuestions = ({ organizationId: organization_id }: { organizationId: string }) => {
  const { shell } = useWords()
  const { data } = useRead(qpr.questions.list, { organization_id, status: 'open', limit: 1 })
  return <Count count={data?.total ?? 0} text={shell.openQuestions} />
}

/** How many visitors wait for a person. */
const Waiting = () => {
  const { shell } = useWords()
  return <Count count={useContext(WaitingCount)} text={shell.waiting} isUrgent />
}

interface CountProps {
  count: number
  text: (count: number) => string
  isUrgent?: boolean
}

const Count = ({ count, text, isUrgent }: CountProps) => {
  const { short } = useFormat()
  if (count === 0) return null
  return (
    <>
      <span
        aria-hidden="true"
        className={classNames(
          'ml-auto rounded-full px-2 text-small tabular-nums',
          isUrgent ? 'bg-warn-soft text-warn' : 'bg-accent-soft text-accent',
        )}
      >
        {short(count)}
      </span>
      <span className="sr-only">{text(count)}</span>
    </>
  )
}

/** A plan that has neither a limit nor a price is nothing to choose. */
const useHasPlans = (mayRead: boolean): boolean => {
  const { data } = useQuery({
    ...queryOf(qpr.plans.list),
    enabled: mayRead,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    mayRead &&
    data?.plans.some(
      ({ price, limits }) =>
        price !== null || Object.values(limits).some((maximum) => maximum !== null),
    ) === true
  )
}
