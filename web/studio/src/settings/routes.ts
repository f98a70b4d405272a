import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute, rootRoute } from '../shell/routes.tsx'

const settingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings.page.tsx'), 'SettingsPage'),
})

export const newOrganizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organizations/new',
  component: lazyRouteComponent(() => import('./new-organization.page.tsx'), 'NewOrganizationPage'),
})

export const settingsRoutes = [settingsRoute] as const
