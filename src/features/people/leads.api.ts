import { exportTypes, sendExport } from '../../platform/http/output/export.ts'
import { routes } from '../../platform/http/routes.ts'
import { NoContent } from '../../platform/http/schema.ts'
import {
  DeletedLeads,
  FoundLeads,
  LeadExportQuery,
  LeadPage,
  LeadPath,
  LeadQuery,
} from './leads.schema.ts'
import { deleteLead, deleteLeads, exportLeads, listLeads } from './leads.ts'

export const leadRoutes = routes('Conversations', (app) => {
  app.get('/v1/leads', {
    operationId: 'listLeads',
    summary: 'List leads',
    description:
      'What visitors left with the form of a code, newest first. `email` and `phone` find all leads ' +
      'of one person.',
    permission: 'leads:read',
    querystring: LeadQuery,
    response: { 200: LeadPage },
    read: (context, request) => listLeads(context, request.query),
  })

  app.get('/v1/leads/export', {
    operationId: 'exportLeads',
    summary: 'Export leads',
    description:
      'All leads, oldest first, as CSV or JSON Lines. A CSV cell that a spreadsheet could run as a ' +
      'formula begins with an apostrophe.',
    permission: 'leads:export',
    produces: Object.values(exportTypes),
    querystring: LeadExportQuery,
    read: async (context, { query }, reply) => {
      const lines = await exportLeads(context, query)
      return sendExport(reply, 'leads', query.format, lines)
    },
  })

  app.delete('/v1/leads', {
    operationId: 'deleteLeads',
    summary: 'Delete the leads of a person',
    description:
      'Deletes up to 1,000 leads with this `email` or `phone`, one of which is required. Their ' +
      'conversations stay.',
    permission: 'leads:delete',
    querystring: FoundLeads,
    response: { 200: DeletedLeads },
    change: (change, request) => deleteLeads(change, request.query),
  })

  app.delete('/v1/leads/:id', {
    operationId: 'deleteLead',
    summary: 'Delete a lead',
    description: 'Deletes the lead; its conversation stays.',
    permission: 'leads:delete',
    params: LeadPath,
    response: { 204: NoContent },
    change: (change, request) => deleteLead(change, request.params.id),
  })
})
