// For every operation of the document, the largest allowed bodies cost little.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from '../../src/platform/http/openapi/document.ts'
import { startService } from '../harness/service/service.ts'
import { assertCheap, bodiesFor, limitOf, operationsWithBodies, validRequest } from './cost.ts'
import { startSender } from './sender.ts'

test('the largest bodies of every operation block the event loop for less than 50 ms', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_OPENINGS_PER_MINUTE: '1000' } })
  const sender = startSender()
  t.after(sender.stop)
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json')
  const operations = operationsWithBodies(document)
  assert.ok(operations.length > 20)
  for (const [turn, operation] of operations.entries()) {
    await t.test(operation.name, async () => {
      const valid = await validRequest(service, operation)
      const limit = limitOf(operation)
      // Each kind of value in one field, a different one in every operation.
      const oneField = (kind: number, fields: string[]) => [
        fields[(kind + turn) % fields.length] as string,
      ]
      const bodies = bodiesFor(operation, valid, limit, oneField)
      // A few bodies of 2 MB are enough.
      const few = bodies.filter((_, i) => i % 5 === 0 || i > bodies.length - 6)
      const isBulk = limit > 1024 * 1024
      for (const { name, json } of isBulk ? few : bodies) {
        await assertCheap(service, sender, {
          name,
          method: operation.method,
          path: valid.path,
          body: json(),
        })
      }
    })
  }
})
