import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { createBreather } from '../../kit/breather.ts'
import type { Threads } from '../../kit/threads.ts'
import { actorOf } from '../callers/actor.ts'
import type { Gate } from '../callers/gate.ts'
import { limitLargeBodies } from '../limits/large-bodies.ts'
import { type FieldError, invalidField, invalidInput, problem } from '../problem.ts'
import { namedSchemas } from '../schema.ts'
import { comparedHereBytes, parseJson, smallBodyBytes } from './body.ts'
import type { BodyFault, Outlined, Validation } from './large-body.thread.ts'
import { type Outline, type Range, textOf } from './outline.ts'
import { markValid } from './validation.ts'

/**
 * A thread outlines and validates bodies above 256 KB, in the same order of checks. Their values
 * are parsed in slices. Only routes with a larger `bodyLimit` accept such a body.
 */
export const acceptLargeJson = (app: FastifyInstance, threads: Threads, gate: Gate) => {
  limitLargeBodies(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      if (body.length > smallBodyBytes) return await readLarge(request, body, threads, gate)
      request.rawBody = body
      if (body.length === 0) return undefined
      const parsed = parseJson(body)
      if (body.length > comparedHereBytes) await hashParsed(request, sharedCopy(body), threads)
      return parsed
    },
  )
}

const readLarge = async (request: FastifyRequest, raw: Buffer, threads: Threads, gate: Gate) => {
  const { userId } = actorOf(request)
  const body = sharedCopy(raw)
  const bytes = new Uint8Array(body)
  const outlined = await threads.run<Outlined | BodyFault>('outlineBody', body, userId)
  if (typeof outlined === 'string') throw faults[outlined]()
  const { outline, texts, hash } = outlined
  request.bodyHash = hash
  request.body = texts
  await gate(request)
  const schema = request.routeOptions.schema?.body as TSchema
  const validation: Validation = { body, outline, schema, shared: [...namedSchemas()] }
  const errors = await threads.run<FieldError[] | 'not_json'>('validateBody', validation, userId)
  if (errors === 'not_json') throw faults.not_json()
  if (errors.length > 0) throw invalidInput(errors)
  await hashParsed(request, body, threads)
  return markValid(await bodyOf(bytes, outline))
}

const sharedCopy = (raw: Buffer): SharedArrayBuffer => {
  const body = new SharedArrayBuffer(raw.length)
  new Uint8Array(body).set(raw)
  return body
}

/** Only a request with an `Idempotency-Key` is compared with another one. */
const hashParsed = async (request: FastifyRequest, body: SharedArrayBuffer, threads: Threads) => {
  if (request.headers['idempotency-key'] === undefined || !request.actor) return
  const { userId } = request.actor
  request.parsedHash = await threads.run<string | null>('hashBody', body, userId)
}

/** Parses the validated body, a few rows at a time. */
const bodyOf = async (bytes: Uint8Array, { members }: Outline) => {
  const value: Record<string, unknown> = {}
  const breathe = createBreather()
  const parse = async (range: Range): Promise<unknown> => {
    await breathe()
    return JSON.parse(textOf(bytes, range))
  }
  for (const { name, range, items } of members) {
    if (name === '__proto__') continue
    if (!items) value[name] = await parse(range)
    else {
      const list: unknown[] = []
      for (const item of items.ranges) list.push(await parse(item))
      value[name] = list
    }
  }
  return value
}

const faults: Record<BodyFault, () => Error> = {
  not_utf8: () => problem(400, 'invalid_json', 'The body is not UTF-8.'),
  not_json: () => problem(400, 'invalid_json', 'The body is not valid JSON.'),
  not_an_object: () => problem(400, 'body_not_an_object', 'The body must be a JSON object.'),
  too_many_members: () => invalidField('', 'too_many', 'The request has too many fields.'),
}
