import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizationRoute } from '../shell/routes.tsx'
import { choiceParam, pageParam, searchParams, textParam } from '../shell/search.ts'
import { periodParam } from '../ui/period.ts'

/** A conversation keeps what the inbox showed, so that the next one is the next one there. */
const validateSearch = searchParams({
  q: textParam,
  code: textParam,
  period: periodParam,
  rating: choiceParam('up', 'down'),
  status: choiceParam('open', 'ended'),
  page: pageParam,
})

export type InboxSearch = ReturnType<typeof validateSearch>

export const conversationsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'conversations',
  validateSearch,
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'ConversationsPage'),
})

export const conversationRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'conversations/$id',
  validateSearch,
  component: lazyRouteComponent(() => import('./conversation.page.tsx'), 'ConversationPage'),
})

export const conversationRoutes = [conversationsRoute, conversationRoute] as const
