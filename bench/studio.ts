import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../test/harness/browser/browser.ts'
import { initialLoad, maxInitialBytes } from '../web/studio/build/load.ts'
import { apiKey, type RunningService, startService } from './processes.ts'
import { median, report } from './report.ts'

const codes = 10_000
const rounds = 7

/** The Studio in a browser: its first load, its navigations, and a list of 10,000 codes. */
export const bench = async () => {
  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  const { bytes } = await initialLoad()
  const most = `≤ ${maxInitialBytes / 1000} KB`
  report('first load', `${(bytes / 1000).toFixed(1)} KB`, most, bytes <= maxInitialBytes)
  const service = await startService()
  await plantCodes(service)
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
    await signIn(page, service)
    await navigations(page)
    await scrolling(page)
  } finally {
    await browser.close()
    await service.stop()
  }
}

const plantCodes = async ({ address }: RunningService) => {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
  for (let from = 0; from < codes; from += 500) {
    const some = Array.from({ length: 500 }, (_, index) => ({
      name: `Table ${from + index + 1}`,
      prompt: 'You are the host.',
    }))
    const body = JSON.stringify({ codes: some })
    const answer = await fetch(`${address}/v1/qpr-codes/bulk`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
  }
}

const signIn = async (page: Page, { folder, port }: RunningService) => {
  const main = fileURLToPath(new URL('../bin/program.js', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'signin'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), QPR_API_KEY: apiKey },
  })
  await page.goto(stdout.match(/https?:\S+/)?.[0] ?? '')
  await page.getByRole('button').click()
  await page.waitForURL('**/studio/*/codes')
  await page.locator('main [role=row]').nth(5).waitFor()
}

const places = [
  'Insight',
  'Conversations',
  'Webhooks',
  'Members',
  'Keys',
  'Plan',
  'Settings',
  'Codes',
]

/** In the page: the time from the press of a link until the new page is painted. */
const press = `async (name) => {
  const link = [...document.querySelectorAll('aside nav a')].find((one) => one.textContent === name)
  const isThere = () => document.querySelector('main h1')?.textContent === name &&
    document.querySelector('main h1').closest('header').parentElement.childElementCount > 1 &&
    !document.querySelector('main [aria-busy=true]')
  const start = performance.now()
  link.click()
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve))
  await new Promise((resolve) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
  }))
  return performance.now() - start
}`

const navigations = async (page: Page) => {
  const times = new Map<string, number[]>(places.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const name of places) {
      const ms: number = await page.evaluate(`(${press})(${JSON.stringify(name)})`)
      // The first time fills the cache.
      if (round >= 0) times.get(name)?.push(ms)
    }
  }
  for (const [name, all] of times) {
    const [usual, worst] = [median(all), Math.max(...all)]
    const value = `${usual.toFixed(0)} ms, at most ${worst.toFixed(0)} ms`
    report(`to ${name}, warm, from press to paint`, value, '< 100 ms', usual < 100)
  }
}

/** In the page: scrolls by a number of pixels a frame; returns the time of each frame and the size. */
const scroll = `async (pixels, count) => {
  scrollTo(0, 0)
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  const frames = []
  let nodes = 0
  let last = await frame()
  for (let n = 0; n < count; n++) {
    scrollBy(0, pixels)
    const now = await frame()
    frames.push(now - last)
    last = now
    nodes = Math.max(nodes, document.querySelectorAll('*').length)
  }
  return { frames, nodes, rows: document.querySelectorAll('main [role=row]').length }
}`

const scrolling = async (page: Page) => {
  // Scroll to the end once to load all rows.
  await page.evaluate(`(async () => {
    while (document.documentElement.scrollHeight < ${codes} * 56) {
      scrollTo(0, document.documentElement.scrollHeight)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()`)
  for (const [how, pixels] of [
    ['reading', 60],
    ['flying', 2000],
  ] as const) {
    const { frames, nodes, rows } = await page.evaluate<{
      frames: number[]
      nodes: number
      rows: number
    }>(`(${scroll})(${pixels}, 250)`)
    const worst = Math.max(...frames)
    const p95 = frames.sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? 0
    const value = `p95 ${p95.toFixed(0)} ms, at most ${worst.toFixed(0)} ms`
    const isMet = p95 <= 33 && worst <= 66
    report(`10,000 codes, ${how}: a frame`, value, 'p95 ≤ 33 ms, at most 66 ms', isMet)
    report(`  elements on the page`, `${nodes}, ${rows} rows`, '< 3,000', nodes < 3000)
  }
}
