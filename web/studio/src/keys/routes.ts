import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'

export const keysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'keys',
  component: lazyRouteComponent(() => import('./keys.page.tsx'), 'KeysPage'),
})

export const keyRoutes = [keysRoute] as const
