import { routes } from '../../platform/http/routes.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import { NotificationChanges, NotificationSettings } from './notifications.schema.ts'
import { retrieveNotifications, updateNotifications } from './notifications.ts'

export const notificationRoutes = routes('Notifications', (app) => {
  app.get('/v1/organizations/:id/notifications', {
    operationId: 'getNotifications',
    summary: 'Retrieve your notifications',
    description: 'The mails that you get about this organization. Other members have their own.',
    permission: 'organization:read',
    params: OrganizationPath,
    response: { 200: NotificationSettings },
    read: (context, request) => retrieveNotifications(context, request.params.id),
  })

  app.patch('/v1/organizations/:id/notifications', {
    operationId: 'updateNotifications',
    summary: 'Change your notifications',
    description:
      'Omitted fields stay unchanged. 403 for a notification about something that your role ' +
      'cannot read.',
    permission: 'organization:read',
    params: OrganizationPath,
    body: NotificationChanges,
    response: { 200: NotificationSettings },
    change: (change, request) => updateNotifications(change, request.params.id, request.body),
  })
})
