import type { Access } from '../organizations/access.ts'
import type { Base } from '../storage/database.ts'
import { auditRoutes } from './audit.routes.ts'
import { createAudit } from './audit.ts'
import { createRecorder } from './recorder.ts'

type AuditDeps = Base & Parameters<typeof createRecorder>[0] & { access: Access }

/** Who changed what in an organization. */
export const createAuditSlice = (deps: AuditDeps) => ({
  rules: { recorder: createRecorder(deps) },
  api: auditRoutes(createAudit(deps)),
})
