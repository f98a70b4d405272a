import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'

const planRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'plan',
  component: lazyRouteComponent(() => import('./plan.page.tsx'), 'PlanPage'),
})

export const planRoutes = [planRoute] as const
