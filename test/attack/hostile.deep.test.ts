import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { OpenApiDocument } from '../../src/platform/http/openapi/document.ts'
import { isWithin } from '../harness/checks/duration.ts'
import { eventually } from '../harness/checks/eventually.ts'
import { newMachine, testKey } from '../harness/service/process.ts'
import { attack } from './hostile.ts'
import { startSender } from './sender.ts'

const count = 100_000
/**
 * For the event loop, with a batch of 16 requests and the background work beside it: ten times as long
 * as usual, and a tenth of what an input costs that keeps it busy.
 */
const maxBatchMs = 500
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
  let worstMs = 0
  const around = async (send: () => Promise<void>) => {
    const before = mainThreadMs(service.pid)
    await send()
    worstMs = Math.max(worstMs, mainThreadMs(service.pid) - before)
  }
  await attack({ address, key: testKey, document, sender, seed, count, around })
  assert.ok(
    isWithin(worstMs, maxBatchMs),
    `a batch took ${worstMs} ms of processor time, seed ${seed}`,
  )
  // Threads end a few seconds after their last job.
  await eventually(async () => {
    const resident = await residentBytes(address)
    const told = `${Math.round(resident / 1024 / 1024)} MB resident, worst batch ${Math.round(worstMs)} ms of processor time, seed ${seed}`
    assert.ok(resident < maxResidentBytes, told)
    t.diagnostic(told)
  })
})

/** The CPU time of the thread with the event loop. */
const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const residentBytes = async (address: string): Promise<number> => {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
}
