import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { OpenApiDocument } from '../../src/platform/http/openapi/document.ts'
import { isWithin } from '../harness/checks/duration.ts'
import { newMachine, testKey } from '../harness/service/process.ts'
import { attack, batchSize } from './hostile.ts'
import { startSender } from './sender.ts'

const count = 100_000
/**
 * For the event loop, with a batch of requests and the background work beside it: ten times as long
 * as usual, and a tenth of what an input costs that keeps it busy.
 */
const maxBatchMs = 500
const mb = 1024 * 1024
/** The smallest server that `docs/deployment.md` names, less what its system needs. */
const maxResidentMb = 450
/** What Node.js takes on a server with 512 MB. With more memory it collects garbage much later. */
const smallServer = '--max-old-space-size=256'
/** From the second fifth, when everything is loaded, to the last. A leak of 1 KB a request adds 60. */
const maxGrowthMb = 30
const samples = 50

test('100,000 generated hostile requests get no 5xx, fit a server with 512 MB and leave nothing in its memory', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serve({
    QPR_LIMIT_OPENINGS_PER_MINUTE: '1000000',
    NODE_OPTIONS: smallServer,
  })
  const sender = startSender()
  t.after(sender.stop)
  const { address } = service
  const document = (await (await fetch(`${address}/openapi.json`)).json()) as OpenApiDocument
  const seed = randomInt(1_000_000)
  t.diagnostic(`seed ${seed}`)
  let worstMs = 0
  let batches = 0
  const memory: Memory[] = []
  const around = async (send: () => Promise<void>) => {
    const before = mainThreadMs(service.pid)
    await send()
    worstMs = Math.max(worstMs, mainThreadMs(service.pid) - before)
    batches += 1
    if (batches % (count / batchSize / samples) === 0) memory.push(await memoryOf(address))
  }
  await attack({ address, key: testKey, document, sender, seed, count, around })
  assert.ok(
    isWithin(worstMs, maxBatchMs),
    `a batch took ${worstMs} ms of processor time, seed ${seed}`,
  )
  assert.equal(memory.length, samples)
  const resident = Math.max(...memory.map((one) => one.resident))
  // The lowest of ten samples is the one after a collection of garbage.
  const lowest = (fifth: number, part: 'heap' | 'buffers') =>
    Math.min(...memory.slice(fifth * 10 - 10, fifth * 10).map((one) => one[part]))
  const grown = (part: 'heap' | 'buffers') => lowest(5, part) - lowest(2, part)
  const figures = `at most ${resident} MB; heap ${lowest(2, 'heap')} … ${lowest(5, 'heap')} MB, buffers ${lowest(2, 'buffers')} … ${lowest(5, 'buffers')} MB, worst batch ${Math.round(worstMs)} ms of processor time, seed ${seed}`
  t.diagnostic(figures)
  assert.ok(resident < maxResidentMb, figures)
  assert.ok(grown('heap') < maxGrowthMb && grown('buffers') < maxGrowthMb, figures)
})

/** The CPU time of the thread with the event loop. */
const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** In MB. */
interface Memory {
  resident: number
  heap: number
  buffers: number
}

const memoryOf = async (address: string): Promise<Memory> => {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const mbOf = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]) / mb)
  return {
    resident: mbOf('process_resident_memory_bytes'),
    heap: mbOf('nodejs_heap_size_used_bytes'),
    buffers: mbOf('nodejs_external_memory_bytes'),
  }
}
