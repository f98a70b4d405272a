import { auditFields, auditOf, auditSubjects, omitFromAudit, type Subject } from './audit.ts'
import type { Db } from './store/database.ts'

/** For rules that get only a transaction: see `auditSubjects`. */
export const touch = (db: Db, organizationId: string, subjects: Subject[] = []) =>
  auditSubjects({ audit: auditOf(db) }, organizationId, subjects)

/** For rules that get only a transaction: see `auditFields`. */
export const noteFields = (db: Db, fields: string[]) => auditFields({ audit: auditOf(db) }, fields)

/** For rules that get only a transaction: see `omitFromAudit`. */
export const leaveUntouched = (db: Db, organizationId: string) =>
  omitFromAudit({ audit: auditOf(db) }, organizationId)
