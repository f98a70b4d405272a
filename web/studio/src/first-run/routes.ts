import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'
import { choiceParam, searchParams, textParam } from '../shell/search.ts'

/** The address of an organization without a page is that of its codes, or of its first steps. */
const organizationIndexRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./organization-start.tsx'), 'OrganizationStart'),
})

export const firstRunRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'welcome',
  validateSearch: searchParams({ step: choiceParam('write', 'print'), code: textParam }),
  component: lazyRouteComponent(() => import('./first-run.page.tsx'), 'FirstRunPage'),
})

export const firstRunRoutes = [organizationIndexRoute, firstRunRoute] as const
