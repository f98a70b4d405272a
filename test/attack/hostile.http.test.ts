import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument } from '../../src/platform/http/openapi/document.ts'
import { isWithin } from '../harness/checks/duration.ts'
import { startService } from '../harness/service/service.ts'
import { attack } from './hostile.ts'
import { measure } from './meter.ts'
import { startSender } from './sender.ts'

/** For a batch of 16, some of which are handled in the same turn. */
const maxHeldMs = 100

test('generated hostile requests get no 5xx and do not block the event loop', async (t) => {
  const settings = { QPR_LIMIT_OPENINGS_PER_MINUTE: '1000000' }
  const service = await startService(t, { settings })
  const sender = startSender()
  t.after(sender.stop)
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json')
  // The same requests in every run; `hostile.deep.test.ts` takes others each time.
  const seed = 1
  let longTurns = 0
  const statuses = await attack({
    address: service.address,
    key: service.key,
    document,
    sender,
    seed,
    // Two or more for each operation; `property.http.deep.test.ts` generates others.
    count: 200,
    around: async (send) => {
      const [, { longestMs }] = await measure(send)
      if (!isWithin(longestMs, maxHeldMs)) longTurns += 1
    },
  })
  // One batch may include garbage collection, or the first use of a route.
  assert.ok(longTurns <= 2, `${longTurns} batches held the event loop`)
  const told = JSON.stringify([...statuses])
  t.diagnostic(told)
  for (const status of [200, 401, 403, 404, 422]) {
    assert.ok((statuses.get(status) ?? 0) >= 1, told)
  }
})
