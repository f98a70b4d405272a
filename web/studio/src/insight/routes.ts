import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'

export const insightRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'insight',
  component: lazyRouteComponent(() => import('./insight.page.tsx'), 'InsightPage'),
})

export const insightRoutes = [insightRoute] as const
