// Reading a website, whatever it answers, leaves the event loop free and the memory bounded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithin } from '../harness/checks/duration.ts'
import { addSource, processed } from '../harness/data/knowledge.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { startService } from '../harness/service/service.ts'
import { measure } from './meter.ts'
import { hostileSites } from './sites.ts'

const maxHeldMs = 50
const readings = 2
const maxGrowthBytes = 256 * 2 ** 20

/** The growth of the process during the work. */
const growth = async (work: () => Promise<unknown>): Promise<number> => {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let highest = before
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 5)
  await work()
  clearInterval(timer)
  return Math.max(highest, process.memoryUsage.rss()) - before
}

test('a hostile website holds the event loop less than 50 ms and grows the process less than 256 MB', async (t) => {
  const service = await startService(t)
  const readSite = async (kind: string, url: string) => {
    const { id } = await addSource(service, { kind, url, max_pages: 3, max_depth: 1 })
    const { status, reason } = await processed(service, id)
    return `${status}: ${reason}`
  }
  const usual = await startReceiver(t, {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<html><body><p>The pool is open.</p></body></html>',
  })
  // Starts the thread and loads the parsers.
  await readSite('page', `${usual.url}/`)
  for (const [name, { answer, expected, kind = 'page' }] of Object.entries(hostileSites)) {
    await t.test(name, async () => {
      const site = await startReceiver(t)
      site.handleWith((request, response) => answer(request, response, site.url))
      let outcome = ''
      let longestMs = Number.POSITIVE_INFINITY
      let grown = 0
      // Other processes only add to the time, by what they take from the caches of the processor: the
      // least of the readings is the cost.
      for (let reading = 0; reading < readings; reading++) {
        const grownNow = await growth(async () => {
          const [found, cost] = await measure(() => readSite(kind, `${site.url}/`))
          outcome = found
          longestMs = Math.min(longestMs, cost.longestMs)
        })
        grown = Math.max(grown, grownNow)
      }
      const figures = `${Math.round(longestMs)} ms, ${Math.round(grown / 2 ** 20)} MB`
      t.diagnostic(`${name}: ${figures}, ${outcome}`)
      assert.match(outcome, expected)
      assert.ok(isWithin(longestMs, maxHeldMs), figures)
      assert.ok(grown < maxGrowthBytes, figures)
    })
  }
})
