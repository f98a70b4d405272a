import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { runChangeIn } from '../change.ts'
import type { Change, Service } from '../context.ts'
import { dayMs } from '../kit/clock.ts'
import { sha256Hex } from '../kit/ids.ts'
import type { Db, Transaction } from '../store/database.ts'
import type { Tables } from '../store/tables.ts'
import { actorOf } from './callers/authentication.ts'
import { causeOf } from './cause.ts'
import { comparedHereBytes } from './input/body.ts'
import { hashBody } from './input/large-body.thread.ts'
import { invalidField, problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyInstance {
    change: RunChange
    service: Service
  }
}

/**
 * A changing request is one transaction, which also writes the audit log. A POST with an
 * `Idempotency-Key` stores its response in the same transaction, and a repeated request gets that
 * response.
 */
type RunChange = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: Work<T> | Preparation<T>,
) => Promise<T>

type Work<T> = (change: Change) => Promise<T>

/**
 * Asks another machine before the transaction, because a transaction must not wait for a remote
 * machine. Skipped for a repeated request whose response is stored.
 */
interface Preparation<T> {
  prepare: () => Promise<Work<T>>
}

const retainedMs = dayMs
/** From this length on, each step that handles the response gets its own turn of the event loop. */
const largeAnswer = 256 * 1024

export const createChange = (service: Service): RunChange => {
  const { database, clock, secrets } = service
  const inFlight = new Set<string>()

  const runIn = <T>(tx: Transaction, request: FastifyRequest, work: Work<T>): Promise<T> =>
    runChangeIn(service, tx, actorOf(request), (result) => causeOf(service, request, result), work)

  const once = async <T>(
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
    work: Work<T> | Preparation<T>,
  ): Promise<T> => {
    const { url, method } = request
    const [path = url] = url.split('?')
    const { userId, organizationId, role, expiresAt } = actorOf(request)
    const id = sha256Hex(JSON.stringify([userId, method, path, key]))
    // A restricted key must not get a response that an unrestricted key received, such as a key
    // value.
    const reach = [organizationId, role, expiresAt]
    const hashWith = (body: string) => sha256Hex(JSON.stringify([url, body, reach]))
    const hashOfBytes = request.bodyHash ?? sha256Hex(request.rawBody ?? '')
    const requestHash = hashWith(hashOfValue(request) ?? hashOfBytes)
    if (inFlight.has(id)) throw keyInFlight()
    const answerAgain = (stored: StoredAnswer) => {
      // Rows of the former version have the hash of the bytes. They expire after 24 hours.
      const isSame = [requestHash, hashWith(hashOfBytes)].includes(stored.request_hash)
      if (!isSame) throw keyUsedAgain()
      return replay<T>(reply, stored.status, secrets.decrypt(stored.answer))
    }
    inFlight.add(id)
    try {
      if (isPreparation(work)) {
        const current = answersOf(database.db, id).where('expires_at', '>', clock.now())
        const known = await current.executeTakeFirst()
        if (known) return answerAgain(known)
      }
      const run = await prepared(work)
      const { stored, result } = await database.transaction(async (tx) => {
        const stored = await claimKey(tx.db, id, requestHash, clock.now())
        if (stored) return { stored }
        const result = await runIn(tx, request, run)
        const { statusCode } = reply
        const answer = reply.serialize(result).toString()
        const yieldToLoop = answer.length > largeAnswer ? nextTurn : () => undefined
        await yieldToLoop()
        const sealed = secrets.encrypt(answer)
        await yieldToLoop()
        await saveAnswer(tx.db, id, statusCode, sealed)
        await yieldToLoop()
        return { result }
      })
      // The caller may reuse the key as soon as it has this response, so send it after the
      // transaction.
      return stored ? answerAgain(stored) : result
    } finally {
      inFlight.delete(id)
    }
  }

  return async (request, reply, work) => {
    const key = request.method === 'POST' ? idempotencyKey(request) : undefined
    if (key !== undefined) return await once(key, request, reply, work)
    const run = await prepared(work)
    return await database.transaction((tx) => runIn(tx, request, run))
  }
}

/** The same for every form of one JSON value. Null without one, and for one that is nested too deeply. */
const hashOfValue = ({ parsedHash, rawBody }: FastifyRequest): string | null => {
  if (parsedHash !== null) return parsedHash
  if (!rawBody || rawBody.length === 0 || rawBody.length > comparedHereBytes) return null
  return hashBody(rawBody)
}

const isPreparation = <T>(work: Work<T> | Preparation<T>): work is Preparation<T> =>
  typeof work !== 'function'

const prepared = async <T>(work: Work<T> | Preparation<T>): Promise<Work<T>> =>
  isPreparation(work) ? await work.prepare() : work

const replay = <T>(reply: FastifyReply, status: number, answer: string): T => {
  reply.code(status).header('Idempotent-Replayed', 'true').type('application/json; charset=utf-8')
  // Fastify sends a text as it is. Not sent here, so that a handler can tidy up before its response.
  return answer as T
}

const idempotencyKey = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(key)) {
    throw invalidField(
      '/Idempotency-Key',
      'invalid_format',
      'Idempotency-Key must have 1 to 255 printable ASCII characters.',
    )
  }
  return key
}

const keyInFlight = () =>
  problem(
    409,
    'idempotency_key_in_flight',
    'A request with this Idempotency-Key is still running. Repeat it in a second.',
    { headers: { 'Retry-After': '1' } },
  )

const keyUsedAgain = () =>
  problem(
    422,
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new one for a new request.',
  )

type StoredAnswer = Pick<Tables['idempotency_keys'], 'request_hash' | 'status' | 'answer'>

const answersOf = (db: Db, id: string) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('id', '=', id)

/**
 * Takes the key for this transaction, or returns the stored response of an earlier one. If another
 * process holds the key, the insert waits for its commit, so that the effect happens once.
 */
const claimKey = async (db: Db, id: string, requestHash: string, now: number) => {
  await db
    .deleteFrom('idempotency_keys')
    .where('id', '=', id)
    .where('expires_at', '<=', now)
    .execute()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({ id, request_hash: requestHash, status: 0, answer: '', expires_at: now + retainedMs })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted ? null : await answersOf(db, id).executeTakeFirstOrThrow()
}

const saveAnswer = async (db: Db, id: string, status: number, answer: string) => {
  await db.updateTable('idempotency_keys').set({ status, answer }).where('id', '=', id).execute()
}
