// The addresses of all pages. Always loaded, so a page is loaded when its address is opened.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { eventTypes } from '#contract/event-types.ts'
import { codeSorts, codeStatuses, deliveryStatuses } from '#contract/statuses.ts'
import { FailedPart } from './shell/failures.tsx'
import { indexRoute, organizationRoute, rootRoute } from './shell/routes.tsx'
import { choiceParam, listParam, pageParam, searchParams, textParam } from './shell/search.ts'
import { periodParam } from './ui/period.ts'

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account/account.page.tsx'), 'AccountPage'),
})

const newOrganizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'organizations/new',
  component: lazyRouteComponent(
    () => import('./settings/new-organization.page.tsx'),
    'NewOrganizationPage',
  ),
})

/** Leads to the codes, or to the first steps. */
const organizationIndexRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: '/',
  component: lazyRouteComponent(
    () => import('./first-run/first-run.page.tsx'),
    'OrganizationStart',
  ),
})

export const firstRunRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'welcome',
  validateSearch: searchParams({ step: choiceParam('write', 'print'), code: textParam }),
  component: lazyRouteComponent(() => import('./first-run/first-run.page.tsx'), 'FirstRunPage'),
})

export const codesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes',
  validateSearch: searchParams({
    q: textParam,
    tag: listParam,
    status: choiceParam(...codeStatuses),
    sort: choiceParam(...codeSorts),
  }),
  component: lazyRouteComponent(() => import('./codes/list.page.tsx'), 'CodesPage'),
})

export const newCodeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes/new',
  component: lazyRouteComponent(() => import('./codes/new.page.tsx'), 'NewCodePage'),
})

const importRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes/import',
  component: lazyRouteComponent(() => import('./codes/import.page.tsx'), 'ImportPage'),
})

/** A code: its name and its tabs, around the tab of the address. */
export const codeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'codes/$id',
  component: lazyRouteComponent(() => import('./codes/code.page.tsx'), 'CodePage'),
})

const codeIndexRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$slug/codes/$id/talk', params, replace: true })
  },
})

const talkRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'talk',
  component: lazyRouteComponent(() => import('./codes/talk.tab.tsx'), 'TalkTab'),
  errorComponent: FailedPart,
})

const printRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'print',
  component: lazyRouteComponent(() => import('./codes/print.tab.tsx'), 'PrintTab'),
  errorComponent: FailedPart,
})

const websiteRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'website',
  component: lazyRouteComponent(() => import('./codes/website.tab.tsx'), 'WebsiteTab'),
  errorComponent: FailedPart,
})

const historyRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'history',
  component: lazyRouteComponent(() => import('./codes/history.tab.tsx'), 'HistoryTab'),
  errorComponent: FailedPart,
})

export const codeInsightRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: 'insight',
  validateSearch: searchParams({ period: periodParam }),
  component: lazyRouteComponent(() => import('./insight/insight.page.tsx'), 'CodeInsightTab'),
  errorComponent: FailedPart,
})

export const insightRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'insight',
  validateSearch: searchParams({ period: periodParam }),
  component: lazyRouteComponent(() => import('./insight/insight.page.tsx'), 'InsightPage'),
})

const inboxSearch = searchParams({
  q: textParam,
  code: textParam,
  period: periodParam,
  rating: choiceParam('up', 'down'),
  status: choiceParam('open', 'ended'),
  page: pageParam,
})

export type InboxSearch = ReturnType<typeof inboxSearch>

export const conversationsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'conversations',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import('./conversations/list.page.tsx'), 'ConversationsPage'),
})

/** Keeps the filters of the inbox, which decide the next conversation. */
export const conversationRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'conversations/$id',
  validateSearch: inboxSearch,
  component: lazyRouteComponent(
    () => import('./conversations/conversation.page.tsx'),
    'ConversationPage',
  ),
})

export const questionsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'questions',
  validateSearch: searchParams({
    status: choiceParam('answered', 'dismissed'),
    page: pageParam,
  }),
  component: lazyRouteComponent(() => import('./questions/list.page.tsx'), 'QuestionsPage'),
})

export const questionRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'questions/$id',
  component: lazyRouteComponent(() => import('./questions/question.page.tsx'), 'QuestionPage'),
})

export const knowledgeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'knowledge',
  validateSearch: searchParams({ q: textParam, page: pageParam }),
  component: lazyRouteComponent(() => import('./knowledge/knowledge.page.tsx'), 'KnowledgePage'),
})

export const webhooksRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks',
  validateSearch: searchParams({ page: pageParam }),
  component: lazyRouteComponent(() => import('./webhooks/list.page.tsx'), 'WebhooksPage'),
})

const newWebhookRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks/new',
  component: lazyRouteComponent(() => import('./webhooks/new.page.tsx'), 'NewWebhookPage'),
})

export const webhookRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks/$id',
  validateSearch: searchParams({
    tab: choiceParam('test', 'settings'),
    status: choiceParam(...deliveryStatuses),
    event: choiceParam(...eventTypes),
    page: pageParam,
  }),
  component: lazyRouteComponent(() => import('./webhooks/webhook.page.tsx'), 'WebhookPage'),
})

export const deliveryRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'webhooks/$id/deliveries/$deliveryId',
  validateSearch: searchParams({ body: choiceParam('raw') }),
  component: lazyRouteComponent(() => import('./webhooks/delivery.page.tsx'), 'DeliveryPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'members',
  component: lazyRouteComponent(() => import('./members/members.page.tsx'), 'MembersPage'),
})

export const keysRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'keys',
  validateSearch: searchParams({ of: choiceParam('me') }),
  component: lazyRouteComponent(() => import('./keys/keys.page.tsx'), 'KeysPage'),
})

const planRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'plan',
  component: lazyRouteComponent(() => import('./plan/plan.page.tsx'), 'PlanPage'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'notifications',
  component: lazyRouteComponent(
    () => import('./notifications/notifications.page.tsx'),
    'NotificationsPage',
  ),
})

const settingsRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings/settings.page.tsx'), 'SettingsPage'),
})

const brandRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'settings/brand',
  component: lazyRouteComponent(() => import('./settings/brand.page.tsx'), 'BrandPage'),
})

export const auditRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'settings/audit',
  validateSearch: searchParams({
    actor: textParam,
    action: textParam,
    target: textParam,
    period: periodParam,
  }),
  component: lazyRouteComponent(() => import('./audit/audit.page.tsx'), 'AuditPage'),
})

export const routeTree = rootRoute.addChildren([
  indexRoute,
  accountRoute,
  newOrganizationRoute,
  organizationRoute.addChildren([
    organizationIndexRoute,
    firstRunRoute,
    codesRoute,
    newCodeRoute,
    importRoute,
    codeRoute.addChildren([
      codeIndexRoute,
      talkRoute,
      printRoute,
      websiteRoute,
      codeInsightRoute,
      historyRoute,
    ]),
    insightRoute,
    conversationsRoute,
    conversationRoute,
    questionsRoute,
    questionRoute,
    knowledgeRoute,
    webhooksRoute,
    newWebhookRoute,
    webhookRoute,
    deliveryRoute,
    membersRoute,
    keysRoute,
    planRoute,
    notificationsRoute,
    settingsRoute,
    brandRoute,
    auditRoute,
  ]),
])
