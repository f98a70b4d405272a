import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  type ErrorRouteComponent,
  lazyRouteComponent,
  Navigate,
  Outlet,
  useMatches,
  useParams,
} from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { may, type Permission } from '#contract/roles.ts'
import { qpr } from '../api/client.ts'
import {
  OrganizationContext,
  rememberOrganization,
  startingOrganization,
  useOrganizations,
} from '../api/organization.ts'
import { queryOf } from '../api/query.ts'
import { queryClient } from '../api/query-client.ts'
import { useRead } from '../api/read.ts'
import { Shown } from '../ui/states.tsx'
import { withPageWords } from '../words/words.tsx'
import { FailedShell, NoAccessPage, NotFoundPage } from './failures.tsx'
import { Shell } from './shell.tsx'

/** Opens the last used organization, or the first steps when it has no code yet. */
const Start = () => {
  const query = useOrganizations()
  const organization = query.data && startingOrganization(query.data.organizations)
  return (
    <Shown query={{ ...query, data: organization }}>
      {({ slug, qpr_codes_count }) => (
        <Navigate
          to={qpr_codes_count === 0 ? '/$slug/welcome' : '/$slug'}
          params={{ slug }}
          replace
        />
      )}
    </Shown>
  )
}

/** Loads the organization once for all pages below it, and shows only those that the role may read. */
const OrganizationFrame = () => {
  const { slug } = useParams({ from: '/$slug' })
  const query = useRead(qpr.organizations.get, slug)
  const { data, error } = query
  const needs = useMatches({
    select: (matches) => matches.flatMap(({ staticData }) => staticData.needs ?? []),
  })
  useEffect(() => {
    if (data) rememberOrganization(data.slug)
  }, [data])
  if (error?.status === 404) return <NotFoundPage />
  return (
    <Shown query={query} height="h-96">
      {(organization) => (
        <OrganizationContext value={organization}>
          {needs.every((one) => may(organization.role, one)) ? <Outlet /> : <NoAccessPage />}
        </OrganizationContext>
      )}
    </Shown>
  )
}

export const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: FailedShell,
})

/** /studio redirects to an organization. */
export const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: Start,
})

/** Everything below an organization: /studio/<slug>/… */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$slug',
  // Requested while the code of the page is still loading.
  loader: ({ params }) => {
    void queryClient.prefetchQuery(queryOf(qpr.organizations.get, params.slug))
  },
  component: OrganizationFrame,
  notFoundComponent: NotFoundPage,
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    needs?: Permission | undefined
  }
}

interface PageFacts<Search> {
  /** Without this permission the organization shows that there is no access. */
  needs?: Permission
  /** The parameters of the address; see `searchParams`. */
  search?: (search: Record<string, unknown>) => Search
  /** The words in words/first are enough for it. */
  hasFirstWords?: boolean
}

/** A module whose only export is the page. */
type PageFile = Record<string, () => ReactNode>

const pageIn = (file: PageFile) => {
  const [page, another] = Object.values(file)
  if (!page || another) throw new Error('The file of a page exports the page and nothing else.')
  return page
}

/** `page('codes', () => import('./codes/list.page.tsx'))`: a page that is loaded when it is opened. */
export const pagesBelow =
  <Parent extends AnyRoute>(getParentRoute: () => Parent, errorComponent?: ErrorRouteComponent) =>
  <const Path extends string, Search extends object = object>(
    path: Path,
    load: () => Promise<PageFile>,
    { needs, search = () => ({}) as Search, hasFirstWords = false }: PageFacts<Search> = {},
  ) =>
    createRoute({
      getParentRoute,
      path,
      component: lazyRouteComponent(async () => {
        const file = load()
        return { default: pageIn(await (hasFirstWords ? file : withPageWords(file))) }
      }),
      staticData: { needs },
      validateSearch: search,
      ...(errorComponent && { errorComponent }),
    })
