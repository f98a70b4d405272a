import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { OpenApiDocument } from '../../src/http/reference/document.ts'
import { newMachine, testKey } from '../harness/process.ts'
import { attack } from './hostile.ts'
import { startSender } from './sender.ts'

const count = 100_000
const maxResidentBytes = 250 * 1024 * 1024

test('100,000 generated hostile requests get no 5xx, and the process stays within 250 MB', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serve({
    QPR_LIMIT_OPENINGS_PER_MINUTE: '1000000',
  })
  const sender = startSender()
  t.after(sender.stop)
  const { address } = service
  const document = (await (await fetch(`${address}/openapi.json`)).json()) as OpenApiDocument
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  let longestMs = 0
  const around = async (send: () => Promise<void>) => {
    const startedAt = performance.now()
    await send()
    longestMs = Math.max(longestMs, performance.now() - startedAt)
  }
  await attack({ address, key: testKey, document, sender, seed, count, around })
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const resident = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
  t.diagnostic(
    `${Math.round(resident / 1024 / 1024)} MB, longest batch ${Math.round(longestMs)} ms`,
  )
  assert.ok(resident < maxResidentBytes, `${resident} bytes are resident, seed ${seed}`)
})
