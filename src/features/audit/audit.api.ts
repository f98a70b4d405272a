import { exportTypes, sendExport } from '../../platform/http/output/export.ts'
import { routes } from '../../platform/http/routes.ts'
import { OrganizationPath } from '../organizations/organizations.schema.ts'
import {
  AuditExportQuery,
  AuditQuery,
  exportAuditEntries,
  listAuditEntries,
  PageOfAuditEntries,
} from './audit.ts'

export const auditRoutes = routes('Audit log', (app) => {
  app.get('/v1/organizations/:id/audit', {
    operationId: 'listAuditEntries',
    summary: 'List the audit log',
    description:
      'Every change in the organization, newest first: who, what, when, with which browser ' +
      'or API key, from which country. Scans and conversations are not changes. Entries are ' +
      'deleted after `QPR_AUDIT_RETENTION_DAYS`.',
    permission: 'audit:read',
    params: OrganizationPath,
    querystring: AuditQuery,
    response: { 200: PageOfAuditEntries },
    read: (context, request) => listAuditEntries(context, request.params.id, request.query),
  })

  app.get('/v1/organizations/:id/audit/export', {
    operationId: 'exportAuditEntries',
    summary: 'Export the audit log',
    description: 'All matching entries as CSV or JSON Lines, oldest first.',
    permission: 'audit:read',
    produces: Object.values(exportTypes),
    params: OrganizationPath,
    querystring: AuditExportQuery,
    read: async (context, request, reply) => {
      const { params, query } = request
      const lines = await exportAuditEntries(context, params.id, query)
      return sendExport(reply, 'audit', query.format, lines)
    },
  })
})
