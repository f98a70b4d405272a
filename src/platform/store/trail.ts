import type { Db } from './database.ts'

/** A thing that a transaction changes, with the name that people know it by. */
export interface Subject {
  id: string
  name: string | null
}

export interface Trail {
  /** The organizations that the transaction changes, and what it changes in each. */
  subjects: Map<string, Subject[]>
  /** The names of the changed fields; null: not noted. */
  fields: string[] | null
}

/**
 * The open trails. On SQLite all transactions share one `db`, but they run one after the other, so
 * a trail belongs to one transaction on both engines.
 */
const trails = new WeakMap<Db, Trail>()

/** Collects what `work` changes, for the audit log. */
export const followTrail = async <T>(
  db: Db,
  work: () => Promise<T>,
): Promise<{ result: T; trail: Trail }> => {
  const trail: Trail = { subjects: new Map(), fields: null }
  trails.set(db, trail)
  try {
    return { result: await work(), trail }
  } finally {
    trails.delete(db)
  }
}

/**
 * Notes that the transaction changes this organization. The permission check of every change does
 * this, so an operation cannot forget it; the rules add the subjects that they know.
 */
export const touch = (db: Db, organizationId: string, subjects: Subject[] = []) => {
  const trail = trails.get(db)
  if (!trail) return
  const noted = trail.subjects.get(organizationId) ?? []
  trail.subjects.set(organizationId, [...noted, ...subjects])
}

/** The fields that differ after the change. Without this, all fields of the request are noted. */
export const noteFields = (db: Db, fields: string[]) => {
  const trail = trails.get(db)
  if (trail) trail.fields = fields
}

/** For an organization that the transaction only read, or deletes. */
export const leaveUntouched = (db: Db, organizationId: string) => {
  trails.get(db)?.subjects.delete(organizationId)
}
