import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventTypes } from '#contract/event-types.ts'
import { createEventConformance } from '../../../test/harness/checks/conformance.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { eventTexts } from '../../../test/harness/receivers/events.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'
import {
  inlined,
  type OpenApiDocument,
  type Operation,
  type PathItem,
} from '../../platform/http/openapi/document.ts'
import { sampleOf } from './event-schemas.ts'

const readDocument = async ({ get }: Service) =>
  (await get<OpenApiDocument>('/openapi.json', { key: null })).body

const described = ({ webhooks = {} }: OpenApiDocument): [string, Operation][] =>
  Object.entries(webhooks).map(([type, item]) => [
    type,
    inlined<PathItem>(item).post ?? assert.fail(type),
  ])

test('the document describes every event, and no other', async (t) => {
  const document = await readDocument(await startService(t))
  const types = described(document).map(([type]) => type)
  assert.deepEqual(types.sort(), [...eventTypes].sort())
})

test('the document describes every header of a delivery, and the success statuses', async (t) => {
  for (const [type, operation] of described(await readDocument(await startService(t)))) {
    const headers = (operation.parameters ?? []).map((part) => inlined(part))
    assert.deepEqual(
      headers.map(({ name }) => name),
      [
        'X-Service-Signature',
        'X-Service-Event',
        'X-Service-Delivery',
        'X-Service-Attempt',
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
        'User-Agent',
      ],
    )
    for (const header of headers) {
      assert.equal(header.in, 'header')
      assert.ok(header.required && header.description && header.example, header.name)
    }
    assert.equal(headers.find(({ name }) => name === 'X-Service-Event')?.example, type)
    assert.deepEqual(Object.keys(operation.responses ?? {}), ['2XX'])
    assert.match(operation.summary ?? '', /^[A-Z].*\.$/)
  }
})

test('every sample matches the schema of its event, and is the example of the document', async (t) => {
  const document = await readDocument(await startService(t))
  const assertFits = createEventConformance(document)
  for (const [type, { requestBody }] of described(document)) {
    const eventType = eventTypes.find((known) => known === type) ?? assert.fail(type)
    assert.ok(requestBody)
    const example = inlined(requestBody).content['application/json']?.example as {
      event: string
      data: object
    }
    assertFits(example)
    assert.equal(example.event, type)
    assert.deepEqual(example.data, sampleOf(eventType))
  }
})

test('the events of a created code and of a scan match the document', async (t) => {
  const service = await startService(t)
  const assertFits = createEventConformance(await readDocument(service))
  const code = await createCode(service, { metadata: { table: 12, tags: ['a', { b: null }] } })
  const bare = await createCode(service)
  for (const one of [code, bare]) await scan(service, one)
  const events = (await eventTexts(service)).map((text) => JSON.parse(text))
  assert.deepEqual(
    events.map(({ event }) => event),
    ['qpr_code.created', 'qpr_code.created', 'scan.created', 'scan.created'],
  )
  for (const event of events) assertFits(event)
  assert.deepEqual(events[0].data, code)
})

test('an event with an additional or a missing field does not match the document', async (t) => {
  const assertFits = createEventConformance(await readDocument(await startService(t)))
  const event = {
    event: 'scan.created',
    id: 'evt_01JB0000000000000000000000',
    created_at: '2026-01-31T12:00:00.000Z',
    data: sampleOf('scan.created'),
  }
  assertFits(event)
  assert.throws(() => assertFits({ ...event, data: { ...event.data, country: 'DE' } }))
  assert.throws(() => assertFits({ ...event, data: { ...event.data, scan_id: '4711' } }))
  const { id: _, ...withoutId } = event
  assert.throws(() => assertFits(withoutId))
})
