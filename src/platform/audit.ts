/** A thing that a change touches, with the name that people know it by. */
export interface Subject {
  id: string
  name: string | null
}

/** What a change writes to the audit log. */
export interface Audit {
  /** The changed organizations, and the changed things of each. */
  subjects: Map<string, Subject[]>
  /** The names of the changed fields; null: all fields of the request. */
  fields: string[] | null
}

export const newAudit = (): Audit => ({ subjects: new Map(), fields: null })

interface Audited {
  audit: Audit | null
}

/**
 * Notes that a change touches this organization. The permission check of every change does this, so
 * that no operation can forget it; the rules add the subjects that they know. Reading notes nothing.
 */
export const auditSubjects = (
  { audit }: Audited,
  organizationId: string,
  subjects: Subject[] = [],
) => {
  if (!audit) return
  const noted = audit.subjects.get(organizationId) ?? []
  audit.subjects.set(organizationId, [...noted, ...subjects])
}

/** The fields that differ after the change. */
export const auditFields = ({ audit }: Audited, fields: string[]) => {
  if (audit) audit.fields = fields
}

/** For an organization that the change only reads, or deletes. */
export const omitFromAudit = ({ audit }: Audited, organizationId: string) => {
  audit?.subjects.delete(organizationId)
}
