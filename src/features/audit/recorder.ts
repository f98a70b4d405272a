import type { FastifyRequest } from 'fastify'
import { type Audit, auditSubjects, type Subject, withAudit } from '../../platform/audit.ts'
import { actorOf } from '../../platform/http/callers/actor.ts'
import type { RecordChange } from '../../platform/http/change.ts'
import { createBreather } from '../../platform/kit/breather.ts'
import type { Clock } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Transaction } from '../../platform/store/database.ts'
import type { AuditVia } from '../../platform/store/tables.history.ts'
import * as store from './audit.store.ts'

/** Who makes a change, and by which means. */
interface Cause {
  action: string
  via: AuditVia
  userId: string | null
  email: string | null
  keyId?: string | null
  keyName?: string | null
  browser?: string | null
  country?: string | null
  /** Used unless the rules note the fields that differ. */
  fields?: string[]
}

/** A change that the service makes by itself. */
interface OwnChange {
  action: string
  organizationId: string
  subject?: Subject
  /** The user who caused it, if one did. */
  user?: { id: string; email: string }
  fields: string[]
}

interface RecorderOptions {
  clock: Clock
  /** A readable name such as `Firefox on Windows`. */
  browserOf: (userAgent: string | undefined) => string | null
  countryOf: (address: string) => string | null
}

const rowsAtOnce = 100

export type Recorder = ReturnType<typeof createRecorder>

/** Writes the audit log, in the transaction of the change. */
export const createRecorder = ({ clock, browserOf, countryOf }: RecorderOptions) => {
  const rowsOf = (cause: Cause, audit: Audit, subjectIn: (organizationId: string) => Subject) => {
    const now = clock.now()
    const fields = JSON.stringify(audit.fields ?? cause.fields ?? [])
    return [...audit.subjects].flatMap(([organizationId, noted]) =>
      (noted.length > 0 ? noted : [subjectIn(organizationId)]).map(
        ({ id, name }): store.EntryRow => ({
          id: newId('aud', now),
          organization_id: organizationId,
          action: cause.action,
          target_id: id,
          target_name: name,
          fields,
          via: cause.via,
          user_id: cause.userId,
          email: cause.email,
          key_id: cause.keyId ?? null,
          key_name: cause.keyName ?? null,
          browser: cause.browser ?? null,
          country: cause.country ?? null,
          created_at: now,
        }),
      ),
    )
  }

  /** Runs `work`, and writes an entry for everything that it notes. */
  const during = async <T>(
    tx: Transaction,
    cause: (result: T) => Cause,
    work: (audit: Audit) => Promise<T>,
    subjectIn: (organizationId: string, result: T) => Subject = (id) => ({ id, name: null }),
  ): Promise<T> => {
    const { result, audit } = await withAudit(tx.db, work)
    if (audit.subjects.size === 0) return result
    const rows = rowsOf(cause(result), audit, (id) => subjectIn(id, result))
    const breathe = createBreather()
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      await breathe()
      await store.insert(tx.db, tx.engine, rows.slice(at, at + rowsAtOnce))
    }
    return result
  }

  /** For every changing operation of the API. */
  const recordChange: RecordChange = (request, tx, work) =>
    during(
      tx,
      () => causeOf(request),
      work,
      (id, result) => subjectOf(request, id, result),
    )

  const causeOf = (request: FastifyRequest): Cause => {
    const { userId, email, keyId, keyName } = actorOf(request)
    return {
      action: actionOf(request),
      via: keyId === null ? 'session' : 'key',
      userId,
      email,
      keyId,
      keyName,
      browser: keyId === null ? browserOf(request.headers['user-agent']) : null,
      country: countryOf(request.ip),
      fields: fieldsOf(request.body),
    }
  }

  return {
    during,
    recordChange,

    /** For the `qpr` command. `user` is null when the command acts on behalf of no user. */
    byCommand: <T>(
      tx: Transaction,
      action: string,
      user: { userId: string; email: string } | null,
      work: (audit: Audit) => Promise<T>,
    ): Promise<T> => {
      const { userId = null, email = null } = user ?? {}
      return during(tx, () => ({ action, via: 'command', userId, email }), work)
    },

    byService: (tx: Transaction, { action, organizationId, subject, user, fields }: OwnChange) =>
      during(
        tx,
        () => ({
          action,
          via: 'service',
          userId: user?.id ?? null,
          email: user?.email || null,
          fields,
        }),
        async (audit) => auditSubjects({ audit }, organizationId, subject ? [subject] : []),
      ),

    /** The browser and the country of a request that is not an operation of the API. */
    originOf: (request: FastifyRequest) => ({
      browser: browserOf(request.headers['user-agent']),
      country: countryOf(request.ip),
    }),
  }
}

const actionOf = ({ routeOptions: { schema, method, url } }: FastifyRequest): string =>
  (schema as { operationId?: string } | undefined)?.operationId ?? `${method} ${url}`

/** A request has only declared fields: see `takeDeclaredFields`. */
const fieldsOf = (body: unknown): string[] =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) ? Object.keys(body) : []

/** From the answer or the path, for operations whose rules note no subject. */
const subjectOf = (
  { params, routeOptions: { url = '' } }: FastifyRequest,
  organizationId: string,
  result: unknown,
): Subject => {
  const { id, ...inner } = params as Record<string, string>
  const answer = (typeof result === 'object' && result !== null ? result : {}) as {
    id?: string
    invitation_id?: string
    name?: string
    email?: string
  }
  const ofPath = url.startsWith('/v1/organizations/') ? organizationId : id
  const subjectId = Object.values(inner)[0] ?? answer.id ?? answer.invitation_id ?? ofPath
  return { id: subjectId ?? organizationId, name: answer.name ?? answer.email ?? null }
}
