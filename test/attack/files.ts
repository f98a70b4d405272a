// Uploads a file that is made to exhaust the service, and measures what it costs.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { isWithin } from '../harness/checks/duration.ts'
import { hostileFiles } from '../harness/data/hostile-files.ts'
import { processed, upload } from '../harness/data/knowledge.ts'
import type { Service } from '../harness/service/service.ts'
import { measure } from './meter.ts'

const megabyte = 2 ** 20
/** Of the child process: its limit, and what it can take between two looks. */
const maxChildBytes = 1024 * megabyte

/** The largest size of the child processes, where the kernel shows it. */
const childBytes = (): number => {
  if (process.platform !== 'linux') return 0
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const isOurs = status.includes(`\nPPid:\t${process.pid}\n`)
        return isOurs ? Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024 : 0
      } catch {
        return 0
      }
    })
  return Math.max(0, ...sizes)
}

/** The largest sizes of this process and of its child while the work runs. */
const withSizes = async <T>(work: () => Promise<T>) => {
  const before = process.memoryUsage.rss()
  const peak = { ownBytes: 0, childBytes: 0 }
  const look = () => {
    peak.ownBytes = Math.max(peak.ownBytes, process.memoryUsage.rss() - before)
    peak.childBytes = Math.max(peak.childBytes, childBytes())
  }
  const timer = setInterval(look, 20)
  try {
    return [await work(), peak] as const
  } finally {
    clearInterval(timer)
  }
}

export const attackWith = async (t: TestContext, service: Service, name: string) => {
  const hostile = hostileFiles[name]
  assert.ok(hostile)
  const content = hostile.make()
  const { status, text, body } = await upload(service, name, content)
  assert.equal(status, 201, text)
  const startedAt = performance.now()
  const read = () => processed(service, body.id, 180_000)
  const [[source, cost], peak] = await withSizes(() => measure(read))
  const figures =
    `${name}: ${content.length >> 10} KB, ${source.status} (${source.reason}) after ` +
    `${Math.round(performance.now() - startedAt)} ms, longest turn ${cost.longestMs.toFixed(1)} ms, ` +
    `own growth ${Math.round(peak.ownBytes / megabyte)} MB, child ${Math.round(peak.childBytes / megabyte)} MB`
  t.diagnostic(figures)
  if (hostile.reason) assert.match(source.reason ?? '', hostile.reason, figures)
  else assert.equal(source.status, 'ready', figures)
  // A pause of the garbage collector belongs to no file.
  assert.ok(isWithin(cost.longestMs, 150), figures)
  assert.ok(peak.ownBytes < 4 * content.length + 100 * megabyte, figures)
  assert.ok(peak.childBytes < maxChildBytes, figures)
}
