import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'members',
  component: lazyRouteComponent(() => import('./members.page.tsx'), 'MembersPage'),
})

export const memberRoutes = [membersRoute] as const
