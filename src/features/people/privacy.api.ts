import { routes } from '../../platform/http/routes.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import { Privacy, PrivacyChanges, putPrivacy, retrievePrivacy } from './privacy.ts'

export const privacyRoutes = routes('Organizations', (app) => {
  app.get('/v1/organizations/:id/privacy', {
    operationId: 'getPrivacy',
    summary: 'Retrieve the retention',
    description: 'How long conversations, leads and questions are kept.',
    permission: 'organization:read',
    params: OrganizationPath,
    response: { 200: Privacy },
    read: (context, request) => retrievePrivacy(context, request.params.id),
  })

  app.put('/v1/organizations/:id/privacy', {
    operationId: 'putPrivacy',
    summary: 'Change the retention',
    description:
      'Replaces all fields; an omitted one is null. Longer than the operator and the plan keep them ' +
      'is refused. What is older is deleted within an hour, and cannot be restored.',
    permission: 'organization:write',
    params: OrganizationPath,
    body: PrivacyChanges,
    response: { 200: Privacy },
    change: (change, request) => putPrivacy(change, request.params.id, request.body),
  })
})
