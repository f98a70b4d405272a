import { routes } from '../../platform/http/routes.ts'
import { HandoffSchema } from './handoffs.schema.ts'
import { putHandoff, retrieveHandoff } from './handoffs.ts'
import { OrganizationPath } from './organizations.schema.ts'

export const handoffRoutes = routes('Organizations', (app) => {
  app.get('/v1/organizations/:id/handoff', {
    operationId: 'getHandoff',
    summary: 'Retrieve the hand-off',
    description:
      'How visitors of the codes of this organization reach a person. A code can have its own.',
    permission: 'organization:read',
    params: OrganizationPath,
    response: { 200: HandoffSchema },
    read: (context, request) => retrieveHandoff(context, request.params.id),
  })

  app.put('/v1/organizations/:id/handoff', {
    operationId: 'putHandoff',
    summary: 'Change the hand-off',
    description: 'Replaces all fields; an omitted field gets its default.',
    permission: 'organization:write',
    params: OrganizationPath,
    body: HandoffSchema,
    response: { 200: HandoffSchema },
    change: (change, request) => putHandoff(change, request.params.id, request.body),
  })
})
