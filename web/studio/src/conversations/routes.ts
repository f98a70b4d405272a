import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'

export const conversationsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'conversations',
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'ConversationsPage'),
})

export const conversationRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'conversations/$id',
  component: lazyRouteComponent(() => import('./conversation.page.tsx'), 'ConversationPage'),
})

export const conversationRoutes = [conversationsRoute, conversationRoute] as const
