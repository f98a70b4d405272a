import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'
import { searchParams } from '../shell/search.ts'
import { periodParam } from '../ui/period.ts'

export const insightRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'insight',
  validateSearch: searchParams({ period: periodParam }),
  component: lazyRouteComponent(() => import('./insight.page.tsx'), 'InsightPage'),
})

export const insightRoutes = [insightRoute] as const
