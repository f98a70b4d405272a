import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'
import { choiceParam, searchParams } from '../shell/search.ts'

export const keysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'keys',
  validateSearch: searchParams({ of: choiceParam('me') }),
  component: lazyRouteComponent(() => import('./keys.page.tsx'), 'KeysPage'),
})

export const keyRoutes = [keysRoute] as const
