import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../shell/routes.tsx'

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account.page.tsx'), 'AccountPage'),
})

export const accountRoutes = [accountRoute] as const
