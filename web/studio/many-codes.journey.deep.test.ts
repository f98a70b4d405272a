import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { until } from '../../test/harness/checks/eventually.ts'
import { plantCodes } from '../../test/harness/data/planted-codes.ts'
import { startService } from '../../test/harness/service/service.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Processor time of this process in microseconds. */
  tdur?: number
  args: { name?: string }
}

/** What each task and each frame of the page took of the processor while something was done, in ms. */
const timed = async (page: Page, work: () => Promise<void>) => {
  await browser.startTracing(page, { categories: ['toplevel', 'benchmark', '__metadata'] })
  await work()
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()))
  const isMain = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const durations = (wanted: RegExp) =>
    trace.traceEvents
      .filter(({ name, pid, tid }) => wanted.test(name) && isMain.has(`${pid} ${tid}`))
      .map(({ tdur = 0 }) => tdur / 1000)
      .sort((a, b) => a - b)
  return { tasks: durations(/RunTask$/), frames: durations(/BeginMainFrame$/) }
}

// More codes than the list ever renders or loads at once.
const count = 2000
const turns = 10

test('thousands of codes scroll without a stutter, and only visible rows are rendered', async (t) => {
  const service = await startService(t)
  await plantCodes(service, count)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'codes'))
  await page.getByRole('link', { name: `Table ${count}` }).waitFor()
  assert.equal(await page.getByRole('table').getAttribute('aria-rowcount'), String(count + 1))
  await page.mouse.move(700, 600)

  const { tasks, frames } = await timed(page, async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      await page.mouse.wheel(0, 1000)
      await page.evaluate('new Promise(requestAnimationFrame)')
    }
  })
  assert.ok(tasks.length > 5 * turns && frames.length > turns, 'the page was at work')
  assert.ok((tasks.at(-1) ?? 0) < 100, `a task took ${tasks.at(-1)} ms`)
  const usual = frames[Math.floor(frames.length / 2)] ?? 0
  assert.ok(usual < 16, `a frame takes ${usual} ms`)

  await until(page, `scrollY > ${750 * turns}`)
  assert.ok((await page.getByRole('row').count()) < 60)
  assert.ok(Number(await page.evaluate('document.querySelectorAll("*").length')) < 2000)
  const shown = await page.locator('[role=row] a').allInnerTexts()
  const numbers = shown.map((text) => Number(/Table (\d+)/.exec(text)?.[1]))
  assert.ok(
    Math.min(...numbers) < count - 10 * turns,
    'rows that were not loaded at first are on the screen',
  )
})
