import type { Clock } from './kit/clock.ts'
import type { Logger } from './kit/log.ts'
import type { Secrets } from './kit/secrets.ts'
import type { Threads } from './kit/threads.ts'
import type { Database, Db, Transaction } from './store/database.ts'
import type { Signal } from './store/signals.ts'
import type { Role } from './store/tables.ts'

/**
 * The parts with the life of the process. A feature that owns one adds it by declaration merging, and
 * is the only one that reads it.
 */
export interface Service {
  database: Database
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Only the running service has threads. */
  readonly threads: Threads
  address: PublicAddress
  reactions: Reactions
}

/** The addresses of the service and of the visitor's page, as browsers and mails show them. */
interface PublicAddress {
  baseUrl: string
  origin: string
  /** The path of the address, such as a proxy's prefix; otherwise empty. */
  basePath: string
  https: boolean
  /** The address below which visitors reach the service; often the same. */
  scanHost: string
  /** The path of that address; otherwise empty. */
  scanPath: string
}

/** The caller, and the permissions of its key or session. */
export interface Actor {
  userId: string
  email: string
  /** Used when a request names no organization. */
  defaultOrganizationId: string
  /** Null for a session. */
  keyId: string | null
  keyName: string | null
  /** The hash of the key value, to check later whether that value is still valid. */
  keyTextHash: string | null
  /** The token of the session, to check later whether the session is still valid. */
  sessionToken: string | null
  /** Null for a key. */
  sessionId: string | null
  /** A restricted key reaches only this organization. */
  organizationId: string | null
  /** An upper limit for the role of the user in an organization. */
  role: Role | null
  expiresAt: number | null
}

/**
 * Everything that a rule may use. `Caller` is an owner's `Actor`, a type of the visitor's own, or
 * null for background work.
 */
export interface Context<Caller = Actor> {
  /** In a change its transaction, otherwise for reading. */
  db: Db
  actor: Caller
  service: Service
  /** Null outside of a change. */
  audit: Audit | null
  /** A call, not a time: a change that waited for a lock must not write a time before the stored one. */
  now: () => number
}

/** A change is the transaction. It is built inside of it, because a transaction may run again. */
export interface Change<Caller = Actor> extends Context<Caller>, Transaction {
  audit: Audit
}

export const readContext = <Caller>(service: Service, actor: Caller): Context<Caller> => ({
  db: service.database.db,
  actor,
  service,
  audit: null,
  now: () => service.clock.now(),
})

/** Without an audit that the caller writes, nothing is written to the audit log. */
export const changeContext = <Caller>(
  service: Service,
  tx: Transaction,
  actor: Caller,
  audit: Audit = newAudit(),
): Change<Caller> => ({ ...tx, actor, service, audit, now: () => service.clock.now() })

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

type Audited = Pick<Context, 'audit'>

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

/** Tells every process of the service, after the commit. */
export const signal = (
  { afterCommit, service }: Pick<Change, 'afterCommit' | 'service'>,
  sent: Signal,
) => afterCommit(() => service.database.signals.send(sent))

/** Facts that features above may react to, by name. The feature that announces a fact declares it. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their facts by declaration merging.
export interface Facts {}

type Reaction<Fact> = (change: Change<unknown>, fact: Fact) => Promise<void>

/** Who reacts to what, in this order. A fact without a list does not compile. */
export type Reactions = { [Name in keyof Facts]: Reaction<Facts[Name]>[] }

/** Runs the reactions one after the other, in the transaction of the change. */
export const announce = async <Name extends keyof Facts>(
  change: Change<unknown>,
  name: Name,
  fact: Facts[Name],
) => {
  for (const react of change.service.reactions[name]) await react(change, fact)
}
