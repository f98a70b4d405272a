import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import type { OpenApiDocument } from '../../src/http/reference/document.ts'
import { eventually } from '../harness/eventually.ts'
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
  // Threads end a few seconds after their last job.
  await eventually(async () => {
    const resident = await residentBytes(address)
    const told = `${Math.round(resident / 1024 / 1024)} MB resident, longest batch ${Math.round(longestMs)} ms, seed ${seed}`
    assert.ok(resident < maxResidentBytes, told)
    t.diagnostic(told)
  })
})

const residentBytes = async (address: string): Promise<number> => {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
}
