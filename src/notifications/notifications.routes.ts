import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { actorOf } from '../http/callers/actor.ts'
import type { Change } from '../http/change.ts'
import { tagRoutes } from '../http/openapi/openapi.ts'
import {
  NotificationChanges,
  NotificationSettings,
  OrganizationPath,
} from './notifications.schema.ts'
import type { Notifications } from './notifications.ts'

interface Options {
  notifications: Notifications
  change: Change
}

export const notificationRoutes =
  ({ notifications, change }: Options): FastifyPluginAsyncTypebox =>
  async (app) => {
    tagRoutes(app, 'Notifications')
    app.get('/v1/organizations/:id/notifications', {
      config: { permission: 'organization:read' },
      schema: {
        operationId: 'getNotifications',
        summary: 'Retrieve your notifications',
        description:
          'The mails that you get about this organization. Other members have their own.',
        params: OrganizationPath,
        response: { 200: NotificationSettings },
      },
      handler: (request) => notifications.retrieve(actorOf(request), request.params.id),
    })

    app.patch('/v1/organizations/:id/notifications', {
      config: { permission: 'organization:read' },
      schema: {
        operationId: 'updateNotifications',
        summary: 'Change your notifications',
        description:
          'Omitted fields stay unchanged. 403 for a notification about something that your role ' +
          'cannot read.',
        params: OrganizationPath,
        body: NotificationChanges,
        response: { 200: NotificationSettings },
      },
      handler: (request, reply) =>
        change(request, reply, (tx) =>
          notifications.change(tx, actorOf(request), request.params.id, request.body),
        ),
    })
  }
