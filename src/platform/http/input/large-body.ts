import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Threads } from '../../kit/threads.ts'
import { createYield } from '../../kit/yield-to-loop.ts'
import { actorOf } from '../callers/authentication.ts'
import type { Authorize } from '../callers/authorize.ts'
import { invalidField, problem } from '../problem.ts'
import { comparedHereBytes, parseJson, smallBodyBytes } from './body.ts'
import type { LargeBody, SplitBody, ValueText } from './large-body.thread.ts'

/**
 * A thread parses bodies above 256 KB, because 2 MB of hostile JSON take a quarter of a second. The
 * event loop parses them again, a few rows at a time. Only routes with a larger `bodyLimit` accept
 * such a body.
 */
export const acceptLargeJson = (app: FastifyInstance, threads: Threads, authorize: Authorize) => {
  limitLargeBodies(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      if (body.length === 0) return undefined
      const isLarge = body.length > smallBodyBytes
      const parsed = isLarge ? await readLarge(request, body, threads, authorize) : parseJson(body)
      await hashParsed(request, body, threads)
      return parsed
    },
  )
}

const readLarge = async (
  request: FastifyRequest,
  bytes: Buffer,
  threads: Threads,
  authorize: Authorize,
) => {
  const schema = request.routeOptions.schema?.body as { properties: object }
  const input: LargeBody = { bytes, names: Object.keys(schema.properties) }
  const { userId } = actorOf(request)
  const split = await threads.run<SplitBody | { refusal: string }>('splitBody', input, userId)
  if (split === null) return null
  if ('refusal' in split) throw problem(400, 'invalid_json', split.refusal)
  const body: Record<string, unknown> = {}
  request.body = body
  const yieldToLoop = createYield()
  const parse = async (text: ValueText, pointer: string): Promise<unknown> => {
    await yieldToLoop()
    if (text === null) throw tooLarge(pointer)
    return JSON.parse(text)
  }
  for (const [name, text] of split.values) body[name] = await parse(text, `/${name}`)
  // The values name the organization. A caller without permission must not cause the parsing of rows.
  await authorize(request)
  for (const [name, texts] of split.lists) {
    const list: unknown[] = []
    for (const text of texts) list.push(await parse(text, `/${name}/${list.length}`))
    body[name] = list
  }
  await yieldToLoop()
  return body
}

/** Only a request with an `Idempotency-Key` is compared with another one. */
const hashParsed = async (request: FastifyRequest, body: Buffer, threads: Threads) => {
  const { headers, actor } = request
  if (body.length <= comparedHereBytes || headers['idempotency-key'] === undefined || !actor) return
  request.parsedHash = await threads.run<string | null>('hashBody', body, actor.userId)
}

const tooLarge = (pointer: string) =>
  invalidField(
    pointer,
    'too_long',
    `${pointer.slice(1).replaceAll('/', '.')} must have at most 256 KB as JSON.`,
  )

const maxOfUser = 2
/** The memory of all large bodies together. */
const maxBytes = 64 * 2 ** 20
/** A file is streamed into the database, a chunk at a time. */
const streamedBytes = 2 * smallBodyBytes

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body as a stream instead of as one buffer. */
    streamsBody?: boolean
  }
}

/**
 * Large bodies that are under way. Each user has two, so a few users cannot use up the memory of all.
 * An idle one is cut off by `disconnectSlowSenders`.
 */
const limitLargeBodies = (app: FastifyInstance) => {
  const underWay = new Map<string, number>()
  let bytes = 0
  // Before the body is read: it uses memory from its first byte on.
  app.addHook('preParsing', async (request, { raw }) => {
    const size = sizeOf(request)
    if (size === 0) return
    const { userId } = actorOf(request)
    const own = underWay.get(userId) ?? 0
    if (own >= maxOfUser || bytes + size > maxBytes) throw tooManyAtOnce()
    underWay.set(userId, own + 1)
    bytes += size
    raw.once('close', () => {
      bytes -= size
      const left = (underWay.get(userId) ?? 1) - 1
      if (left === 0) underWay.delete(userId)
      else underWay.set(userId, left)
    })
  })
}

/** The memory that a body may take; 0 for a small one. */
const sizeOf = ({ headers, routeOptions }: FastifyRequest): number => {
  const { bodyLimit } = routeOptions
  if (bodyLimit <= smallBodyBytes) return 0
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  const declared = coding === undefined ? Number(length ?? 0) : bodyLimit
  if (!(declared > smallBodyBytes)) return 0
  return routeOptions.config.streamsBody ? streamedBytes : Math.min(declared, bodyLimit)
}

const tooManyAtOnce = () =>
  problem(
    429,
    'too_many_large_bodies',
    'Too many large requests are running. Wait for a response before you send the next one.',
    { headers: { 'Retry-After': '1' } },
  )
