// Generated hostile requests for all operations of the document: with several roles, without a key,
// with existing and unknown ids.
import assert from 'node:assert/strict'
import fc, { type Arbitrary } from 'fast-check'
import {
  inlined,
  jsonMedia,
  type OpenApiDocument,
} from '../../src/platform/http/openapi/document.ts'
import { operationsOf } from '../harness/checks/document.ts'
import { bodyFor, idFrom, oddString, queryFor } from '../harness/data/inputs.ts'
import type { Received, Sender, Sent } from './sender.ts'

interface Target {
  address: string
  key: string
  document: OpenApiDocument
  sender: Sender
}

interface Run extends Target {
  seed: number
  count: number
  /** Called around each batch, which is sent at once. */
  around?: (send: () => Promise<void>) => Promise<void>
}

type Operation = ReturnType<typeof operationsOf>[number]
type Things = Record<string, string[]>

export const batchSize = 16
/** The number of requests for the same objects; then most of them are deleted. */
const renewedAfter = 1000
const headerNames = ['Idempotency-Key', 'Accept-Language', 'Cookie', 'If-None-Match', 'Origin']

/** Sends `count` requests. Returns how many got each status. */
export const attack = async (run: Run): Promise<Map<number, number>> => {
  const { seed, count, around = (send) => send() } = run
  const statuses = new Map<number, number>()
  const operations = operationsOf(run.document)
  for (let sent = 0; sent < count; ) {
    const requests = await requestsFor(run, operations, seed + sent, Math.min(renewedAfter, count))
    for (let first = 0; first < requests.length && sent < count; first += batchSize) {
      const batch = requests.slice(first, first + batchSize)
      sent += batch.length
      const receive = async (request: Sent) => {
        const received = await run.sender.send(request)
        assertAnswered(request, received)
        statuses.set(received.status, (statuses.get(received.status) ?? 0) + 1)
      }
      await around(async () => {
        await Promise.all(batch.map(receive))
      })
    }
  }
  return statuses
}

const assertAnswered = ({ method, url, body }: Sent, { status, text }: Received) => {
  const told = `${method} ${url.slice(0, 300)} ${Buffer.from(body ?? []).toString('utf8', 0, 300)}`
  assert.ok(status > 0 && status < 500, `${told}: ${status} ${text.slice(0, 300)}`)
}

const requestsFor = async (run: Run, operations: Operation[], seed: number, count: number) => {
  const { things, keys } = await makeThings(run)
  const each = Math.ceil(count / operations.length)
  const ofOperations = operations.map((operation, index) =>
    fc.sample(requestsOf(run.address, operation, things, keys), {
      numRuns: each,
      seed: seed + index,
    }),
  )
  // One of each operation in turn.
  return Array.from({ length: each }, (_, i) => ofOperations.map((some) => some[i] as Sent)).flat()
}

const requestsOf = (
  address: string,
  { method, path, operation, parameters }: Operation,
  things: Things,
  keys: string[],
): Arbitrary<Sent> => {
  const steps = path.split('/').map((step, index, all): Arbitrary<string> => {
    if (!step.startsWith('{')) return fc.constant(step)
    return idFrom(things[all[index - 1] ?? ''] ?? ['x'], Object.values(things).flat())
  })
  const schema = operation.requestBody && jsonMedia(inlined(operation.requestBody).content)?.schema
  const body =
    method === 'GET' ? fc.constant(null) : fc.option(bodyFor(schema ?? {}), { nil: null, freq: 9 })
  const query = queryFor(parameters.filter((parameter) => parameter.in === 'query'))
  const key = fc.constantFrom(...keys, 'unknown', null)
  const header = fc.option(fc.tuple(fc.constantFrom(...headerNames), headerText), { freq: 3 })
  const type = fc.constantFrom(...new Array(8).fill('application/json'), 'text/plain', 'image/png')
  return fc.tuple(fc.tuple(...steps), query, body, key, header, type).map((parts) => {
    const [ids, search, content, key, more, contentType] = parts
    const bytes = content === null ? null : Buffer.from(content)
    return {
      method,
      url: `${address}${ids.join('/')}${search === '' ? '' : `?${search}`}`,
      headers: {
        ...(key !== null && { Authorization: `Bearer ${key}` }),
        ...(bytes && { 'Content-Type': contentType, 'Content-Length': String(bytes.length) }),
        ...(more && { [more[0]]: more[1] }),
      },
      body: bytes,
    }
  })
}

/** Characters that a header may contain. */
const headerText = oddString.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 8000))

/** Objects to find, change and delete, and a key of each kind. */
const makeThings = async ({ address, key, sender }: Target) => {
  const post = async <T>(path: string, body: object): Promise<T> => {
    const bytes = Buffer.from(JSON.stringify(body))
    const { text } = await sender.send({
      method: 'POST',
      url: address + path,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: bytes,
    })
    return JSON.parse(text)
  }
  type Id = { id: string }
  const organization = await post<Id & { slug: string }>('/v1/organizations', { name: 'Attacked' })
  const within = { organization_id: organization.id }
  const code = await post<Id & { short_id: string }>('/v1/qpr-codes', { name: 'a', prompt: 'b' })
  const webhook = await post<Id>('/v1/webhooks', { url: 'http://127.0.0.1:1/', ...within })
  const visit = await post<{ token: string }>(`/s/${code.short_id}/conversations`, {})
  const keyOf = (role: string) =>
    post<Id & { key: string }>('/v1/api-keys', { name: role, role, ...within })
  const made = [await keyOf('editor'), await keyOf('viewer')]
  const victim = await keyOf('viewer')
  return {
    keys: [key, key, key, ...made.map(({ key }) => key)],
    things: {
      'qpr-codes': [code.id, code.short_id],
      qr: ['png', 'svg', 'pdf'].map((format) => `${code.short_id}.${format}`),
      organizations: [organization.id, organization.slug],
      webhooks: [webhook.id],
      'api-keys': [victim.id],
      s: [code.short_id],
      c: [visit.token],
    } satisfies Things as Things,
  }
}
