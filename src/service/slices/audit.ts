import { auditRoutes } from '../../features/audit/audit.routes.ts'
import { createAudit } from '../../features/audit/audit.ts'
import { createRecorder } from '../../features/audit/recorder.ts'
import type { Access } from '../../features/organizations/access.ts'
import type { Base } from '../../platform/store/database.ts'

type AuditDeps = Base & Parameters<typeof createRecorder>[0] & { access: Access }

/** Who changed what in an organization. */
export const createAuditSlice = (deps: AuditDeps) => ({
  rules: { recorder: createRecorder(deps) },
  api: auditRoutes(createAudit(deps)),
})
