import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { codeSorts, codeStatuses } from '#contract/statuses.ts'
import { FailedPart } from '../shell/failures.tsx'
import { organizationRoute } from '../shell/routes.tsx'
import { choiceParam, searchParams, textParam } from '../shell/search.ts'
import { periodParam } from '../ui/period.ts'

export const codesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes',
  validateSearch: searchParams({
    q: textParam,
    status: choiceParam(...codeStatuses),
    sort: choiceParam(...codeSorts),
  }),
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'CodesPage'),
})

export const newCodeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes/new',
  component: lazyRouteComponent(() => import('./new.page.tsx'), 'NewCodePage'),
})

export const importRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes/import',
  component: lazyRouteComponent(() => import('./import.page.tsx'), 'ImportPage'),
})

/** A code: its name and its tabs, around the tab of the address. */
export const codeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes/$id',
  component: lazyRouteComponent(() => import('./code.page.tsx'), 'CodePage'),
})

/** The address of a code without a tab is that of its first one. */
const codeIndexRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$slug/codes/$id/talk', params, replace: true })
  },
})

const talkRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'talk',
  component: lazyRouteComponent(() => import('./talk.tab.tsx'), 'TalkTab'),
  errorComponent: FailedPart,
})

const printRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'print',
  component: lazyRouteComponent(() => import('./print.tab.tsx'), 'PrintTab'),
  errorComponent: FailedPart,
})

const codeInsightRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'insight',
  validateSearch: searchParams({ period: periodParam }),
  component: lazyRouteComponent(() => import('../insight/code.tab.tsx'), 'CodeInsightTab'),
  errorComponent: FailedPart,
})

export const codeRoutes = [
  codesRoute,
  newCodeRoute,
  importRoute,
  codeRoute.addChildren([codeIndexRoute, talkRoute, printRoute, codeInsightRoute]),
] as const
