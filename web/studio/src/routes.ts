// The addresses of all pages. Always loaded, so a page is loaded when its address is opened.
import { createRoute, redirect } from '@tanstack/react-router'
import { eventTypes } from '#contract/event-types.ts'
import { handlings } from '#contract/handling.ts'
import { outcomes } from '#contract/outcomes.ts'
import { codeSorts, codeStatuses, deliveryStatuses } from '#contract/statuses.ts'
import { FailedPart } from './shell/failures.tsx'
import { indexRoute, organizationRoute, pagesBelow, rootRoute } from './shell/routes.tsx'
import { choiceParam, listParam, pageParam, searchParams, textParam } from './shell/search.ts'
import { periodParam } from './ui/period.ts'

const page = pagesBelow(() => rootRoute)
const organizationPage = pagesBelow(() => organizationRoute)

export const firstRunRoute = organizationPage(
  'welcome',
  () => import('./first-run/first-run.page.tsx'),
  { search: searchParams({ step: choiceParam('write', 'print'), code: textParam }) },
)

export const codesRoute = organizationPage('codes', () => import('./codes/list.page.tsx'), {
  hasFirstWords: true,
  search: searchParams({
    q: textParam,
    tag: listParam,
    status: choiceParam(...codeStatuses),
    sort: choiceParam(...codeSorts),
  }),
})

export const newCodeRoute = organizationPage('codes/new', () => import('./codes/new.page.tsx'), {
  needs: 'codes:write',
})

/** A code: its name and its tabs, around the tab of the address. */
export const codeRoute = organizationPage('codes/$id', () => import('./codes/code.page.tsx'))

const codeIndexRoute = createRoute({
  getParentRoute: () => codeRoute,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$slug/codes/$id/talk', params, replace: true })
  },
})

const codeTab = pagesBelow(() => codeRoute, FailedPart)

export const codeInsightRoute = codeTab('insight', () => import('./insight/insight.tab.tsx'), {
  search: searchParams({ period: periodParam }),
})

export const insightRoute = organizationPage(
  'insight',
  () => import('./insight/insight.page.tsx'),
  { search: searchParams({ period: periodParam }) },
)

const inboxSearch = searchParams({
  q: textParam,
  code: textParam,
  period: periodParam,
  rating: choiceParam('up', 'down'),
  outcome: choiceParam(...outcomes),
  status: choiceParam('open', 'ended'),
  handling: choiceParam(...handlings),
  // A member; `me`, `none`.
  assignee: textParam,
  page: pageParam,
})

export type InboxSearch = ReturnType<typeof inboxSearch>

export const conversationsRoute = organizationPage(
  'conversations',
  () => import('./conversations/list.page.tsx'),
  { search: inboxSearch },
)

export const leadsRoute = organizationPage(
  'conversations/leads',
  () => import('./conversations/leads.page.tsx'),
  { needs: 'leads:read', search: searchParams({ q: textParam, page: pageParam }) },
)

/** Keeps the filters of the inbox, which decide the next conversation. */
export const conversationRoute = organizationPage(
  'conversations/$id',
  () => import('./conversations/conversation.page.tsx'),
  { search: inboxSearch },
)

export const questionsRoute = organizationPage(
  'questions',
  () => import('./questions/list.page.tsx'),
  { search: searchParams({ status: choiceParam('answered', 'dismissed'), page: pageParam }) },
)

export const questionRoute = organizationPage(
  'questions/$id',
  () => import('./questions/question.page.tsx'),
)

export const knowledgeRoute = organizationPage(
  'knowledge',
  () => import('./knowledge/knowledge.page.tsx'),
  { search: searchParams({ q: textParam, code: textParam, page: pageParam }) },
)

export const sourceRoute = organizationPage(
  'knowledge/$id',
  () => import('./knowledge/source.page.tsx'),
  { search: searchParams({ q: textParam, passage: textParam, page: pageParam }) },
)

export const webhooksRoute = organizationPage(
  'webhooks',
  () => import('./webhooks/list.page.tsx'),
  { needs: 'webhooks:read', search: searchParams({ page: pageParam }) },
)

export const webhookRoute = organizationPage(
  'webhooks/$id',
  () => import('./webhooks/webhook.page.tsx'),
  {
    needs: 'webhooks:read',
    search: searchParams({
      tab: choiceParam('test', 'settings'),
      status: choiceParam(...deliveryStatuses),
      event: choiceParam(...eventTypes),
      page: pageParam,
    }),
  },
)

export const deliveryRoute = organizationPage(
  'webhooks/$id/deliveries/$deliveryId',
  () => import('./webhooks/delivery.page.tsx'),
  { needs: 'webhooks:read', search: searchParams({ body: choiceParam('raw') }) },
)

export const keysRoute = organizationPage('keys', () => import('./keys/keys.page.tsx'), {
  search: searchParams({ of: choiceParam('me') }),
})

export const auditRoute = organizationPage(
  'settings/audit',
  () => import('./audit/audit.page.tsx'),
  {
    needs: 'audit:read',
    search: searchParams({
      actor: textParam,
      action: textParam,
      target: textParam,
      period: periodParam,
    }),
  },
)

/** The brand was a part of the settings. */
const formerBrandRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: 'settings/brand',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$slug/brand', params, replace: true })
  },
})

export const routeTree = rootRoute.addChildren([
  indexRoute,
  page('account', () => import('./account/account.page.tsx')),
  page('organizations/new', () => import('./settings/new-organization.page.tsx')),
  organizationRoute.addChildren([
    // Leads to the first steps while there is no code.
    organizationPage('/', () => import('./home/home.page.tsx')),
    firstRunRoute,
    codesRoute,
    newCodeRoute,
    organizationPage('codes/import', () => import('./codes/import.page.tsx'), {
      needs: 'codes:write',
    }),
    codeRoute.addChildren([
      codeIndexRoute,
      codeTab('talk', () => import('./codes/talk.tab.tsx')),
      codeTab('print', () => import('./codes/print.tab.tsx')),
      codeTab('people', () => import('./codes/people.tab.tsx')),
      codeTab('website', () => import('./codes/website.tab.tsx')),
      codeInsightRoute,
      codeTab('history', () => import('./codes/history.tab.tsx')),
    ]),
    insightRoute,
    conversationsRoute,
    leadsRoute,
    conversationRoute,
    questionsRoute,
    questionRoute,
    knowledgeRoute,
    sourceRoute,
    webhooksRoute,
    organizationPage('webhooks/new', () => import('./webhooks/new.page.tsx'), {
      needs: 'webhooks:write',
    }),
    webhookRoute,
    deliveryRoute,
    organizationPage('members', () => import('./members/members.page.tsx')),
    keysRoute,
    organizationPage('plan', () => import('./plan/plan.page.tsx'), {
      needs: 'subscription:read',
    }),
    organizationPage('notifications', () => import('./notifications/notifications.page.tsx')),
    organizationPage('settings', () => import('./settings/settings.page.tsx')),
    organizationPage('settings/handoff', () => import('./settings/handoff.page.tsx')),
    organizationPage('brand', () => import('./settings/brand.page.tsx')),
    formerBrandRoute,
    organizationPage('settings/chat-tools', () => import('./settings/chat-tools.page.tsx'), {
      needs: 'organization:write',
    }),
    organizationPage('settings/retention', () => import('./settings/retention.page.tsx'), {
      needs: 'organization:write',
    }),
    auditRoute,
  ]),
])
