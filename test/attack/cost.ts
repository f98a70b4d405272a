// Sends an operation the most expensive requests that its limits allow, and checks their cost.
import assert from 'node:assert/strict'
import {
  inlined,
  jsonMedia,
  type OpenApiDocument,
} from '../../src/platform/http/openapi/document.ts'
import { operationsOf } from '../harness/checks/document.ts'
import { isWithin } from '../harness/checks/duration.ts'
import { createCode, createOrganization } from '../harness/data/given.ts'
import { openTalk } from '../harness/data/talk.ts'
import type { Service } from '../harness/service/service.ts'
import { operations as known, type Request } from '../roles.operations.ts'
import { type Body, largestBodies } from './largest.ts'
import { measure } from './meter.ts'
import type { Sender } from './sender.ts'

export const smallBytes = 256 * 1024
export const bulkBytes = 2 * 1024 * 1024
const bulk = 'POST /v1/qpr-codes/bulk'

/** The maximum for every request on the reference machine. */
const maxHeldMs = 50
/**
 * All threads together, including the sender. 2 MB are read twice and written to the database; comparing pairs of items would take minutes.
 */
const maxProcessMs = { small: 1500, large: 10_000 }

type Operation = ReturnType<typeof operationsOf>[number]

export const operationsWithBodies = (document: OpenApiDocument): Operation[] =>
  operationsOf(document).filter(({ operation }) => {
    const { requestBody } = operation
    return requestBody && jsonMedia(inlined(requestBody).content)
  })

export const limitOf = ({ name }: Operation): number => (name === bulk ? bulkBytes : smallBytes)

/** A valid request for an operation, built from the role tests or for a visitor. */
export const validRequest = async (
  service: Service,
  { name, path }: Operation,
): Promise<Request> => {
  const line = known[name]
  if (line) {
    const { id } = await createOrganization(service)
    return await line.request({ service, organizationId: id, key: service.key })
  }
  const { short_id } = await createCode(service)
  const { token } = await openTalk(service, short_id)
  const made = path
    .replace('{short_id}', short_id)
    .replace('{token}', token)
    .replace('{file}', `${short_id}.png`)
  return { path: made, body: { text: 'Hello', rating: 'up' } }
}

export const bodiesFor = (
  { operation }: Operation,
  { body = {} }: Request,
  bytes: number,
  fieldsFor: (kind: number, fields: string[]) => string[],
): Body[] => {
  const media = operation.requestBody && jsonMedia(inlined(operation.requestBody).content)
  return largestBodies(media?.schema ?? {}, body, bytes, fieldsFor)
}

export interface Shot {
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Sent without a key. */
  isOpen?: boolean
  /** The request has an effect and can be sent only once. */
  isHeavy?: boolean
}

/** Sends a request, and asserts its response and its cost. */
export const assertCheap = async (service: Service, sender: Sender, shot: Shot) => {
  const { name, method, path, headers = {}, isOpen, isHeavy } = shot
  const body = shot.body === undefined ? null : Buffer.from(shot.body)
  const isLarge = isHeavy || (body?.length ?? 0) > smallBytes
  const sent = {
    method,
    url: service.address + path,
    headers: {
      ...(!isOpen && { Authorization: `Bearer ${service.key}` }),
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
      ...headers,
    },
    body,
  }
  // The best of three, because a pause of the garbage collector belongs to no request.
  for (let attempt = 1; ; attempt++) {
    const [received, cost] = await measure(() => sender.send(sent))
    const told = `${name}: ${received.status} ${received.text.slice(0, 300)} ${JSON.stringify(cost)}`
    assert.ok(received.status > 0 && received.status < 500, told)
    // A request that is sent once may coincide with such a pause.
    const tolerance = isHeavy ? 3 : 1
    const isCheap =
      isWithin(cost.longestMs, maxHeldMs * tolerance) &&
      isWithin(cost.processMs, (isLarge ? maxProcessMs.large : maxProcessMs.small) * tolerance)
    console.log(name, cost.longestMs.toFixed(1), cost.processMs.toFixed(0), received.status)
    if (isCheap) return { ...received, cost }
    if (attempt === 3 || isHeavy) assert.fail(told)
  }
}
