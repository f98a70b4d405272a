import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import {
  EndedSubscription,
  endSubscription,
  listSubscriptions,
  NewSubscription,
  PushSubscription,
  PushSubscriptions,
  prepareSubscription,
} from './subscriptions.ts'
import {
  ChatTargetChanges,
  ChatTargetPath,
  ChatTargets,
  ChatTargetTest,
  listChatTargets,
  prepareTargets,
  testChatTarget,
} from './targets.ts'

const onlySessions = { 403: 'The request has a key (`session_required`).' }

export const noticeRoutes = routes('Conversations', (app) => {
  app.get('/v1/organizations/:id/chat-targets', {
    operationId: 'getChatTargets',
    summary: 'List chat tools',
    description: 'The chat tools that are told of a visitor who waits. Addresses are never shown.',
    permission: 'organization:write',
    params: OrganizationPath,
    response: { 200: ChatTargets },
    read: (context, request) => listChatTargets(context, request.params.id),
  })

  app.put('/v1/organizations/:id/chat-targets', {
    operationId: 'putChatTargets',
    summary: 'Change the chat tools',
    description:
      'Replaces the list. Name a target by its `id` to leave it as it is. Messages have the name of ' +
      'the code and a link, and no word of the visitor.',
    permission: 'organization:write',
    params: OrganizationPath,
    body: ChatTargetChanges,
    response: { 200: ChatTargets },
    prepare: (context, request) => prepareTargets(context, request.params.id, request.body),
  })

  app.post('/v1/organizations/:id/chat-targets/:target_id/test', {
    operationId: 'testChatTarget',
    summary: 'Test a chat tool',
    description: 'Sends a message that says that it is a test. It is neither stored nor retried.',
    permission: 'organization:write',
    params: ChatTargetPath,
    response: { 200: ChatTargetTest },
    prepare: async (context, request) => {
      const { id, target_id } = request.params
      const result = await testChatTarget(context, id, target_id)
      return async () => result
    },
  })

  app.get('/v1/push-subscriptions', {
    operationId: 'listPushSubscriptions',
    summary: 'List your browsers',
    description:
      'Your browsers that get push messages, and the key that a browser needs. Sessions only.',
    errors: onlySessions,
    response: { 200: PushSubscriptions },
    read: (context) => listSubscriptions(context),
  })

  app.post('/v1/push-subscriptions', {
    operationId: 'addPushSubscription',
    summary: 'Subscribe a browser',
    description:
      'The subscription as the browser gives it. Messages are encrypted for the browser and have no ' +
      'word of the visitor. Sessions only.',
    errors: {
      ...onlySessions,
      409:
        'The service has no https address (`https_required`), or you have 20 browsers ' +
        '(`limit_reached`).',
    },
    body: NewSubscription,
    response: { 201: PushSubscription },
    prepare: (context, request) => prepareSubscription(context, request.body),
  })

  app.delete('/v1/push-subscriptions', {
    operationId: 'endPushSubscription',
    summary: 'Unsubscribe a browser',
    description: 'Nothing happens if the browser is not subscribed. Sessions only.',
    errors: onlySessions,
    body: EndedSubscription,
    response: { 204: NoContent },
    change: (change, request) => endSubscription(change, request.body),
  })
})
