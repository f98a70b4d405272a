import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createBreather } from '../../kit/breather.ts'
import type { Threads } from '../../kit/threads.ts'
import { actorOf } from '../callers/actor.ts'
import { limitLargeBodies } from '../limits/large-bodies.ts'
import { invalidField, problem } from '../problem.ts'
import { comparedHereBytes, parseJson, smallBodyBytes } from './body.ts'
import type { LargeBody, SplitBody, ValueText } from './large-body.thread.ts'

/**
 * A thread parses bodies above 256 KB, because 2 MB of hostile JSON take a quarter of a second. The
 * event loop parses them again, a few rows at a time. Only routes with a larger `bodyLimit` accept
 * such a body.
 */
export const acceptLargeJson = (app: FastifyInstance, threads: Threads) => {
  limitLargeBodies(app)
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      request.rawBody = body
      if (body.length === 0) return undefined
      const isLarge = body.length > smallBodyBytes
      const parsed = isLarge ? await readLarge(request, body, threads) : parseJson(body)
      await hashParsed(request, body, threads)
      return parsed
    },
  )
}

const readLarge = async (request: FastifyRequest, bytes: Buffer, threads: Threads) => {
  const schema = request.routeOptions.schema?.body as { properties: object }
  const input: LargeBody = { bytes, names: Object.keys(schema.properties) }
  const { userId } = actorOf(request)
  const split = await threads.run<SplitBody | { refusal: string }>('splitBody', input, userId)
  if (split === null) return null
  if ('refusal' in split) throw problem(400, 'invalid_json', split.refusal)
  const body: Record<string, unknown> = {}
  // A refusal of a row asks the gate, which reads the organization from the values.
  request.body = body
  const breathe = createBreather()
  const parse = async (text: ValueText, pointer: string): Promise<unknown> => {
    await breathe()
    if (text === null) throw tooLarge(pointer)
    return JSON.parse(text)
  }
  for (const [name, text] of split.values) body[name] = await parse(text, `/${name}`)
  for (const [name, texts] of split.lists) {
    const list: unknown[] = []
    for (const text of texts) list.push(await parse(text, `/${name}/${list.length}`))
    body[name] = list
  }
  await breathe()
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
