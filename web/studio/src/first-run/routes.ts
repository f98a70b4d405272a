import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'

export const firstRunRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'welcome',
  component: lazyRouteComponent(() => import('./first-run.page.tsx'), 'FirstRunPage'),
})

export const firstRunRoutes = [firstRunRoute] as const
