// The effects of a reader's language and time zone, without errors.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { dayMs } from '../../src/platform/kit/clock.ts'
import { launchBrowser, startBrowser } from '../harness/browser/browser.ts'
import { openStudio, studioAddress } from '../harness/browser/studio-pages.ts'
import { givenCode, lastAnswer, say, scanWith } from '../harness/browser/visitor.ts'
import { plantScans } from '../harness/data/planted-scans.ts'

let browser: Browser
/** Started as on a machine without a language: it reports `en-US@posix`. */
let plain: Browser
before(async () => {
  browser = await launchBrowser()
  plain = await startBrowser({ LANG: 'C', LC_ALL: 'C', LANGUAGE: '', TZ: 'UTC' })
})
after(async () => {
  await browser.close()
  await plain.close()
})

/** Last Monday at 13:00 UTC: Tuesday, 03:00 in Kiritimati. */
const mondayAt13 = () => {
  const days = Math.floor(Date.now() / dayMs)
  // The first day of 1970 was a Thursday.
  const monday = days - ((days + 3) % 7)
  return (monday === days ? monday - 7 : monday) * dayMs + 13 * 3_600_000
}

const readers = {
  C: { direction: 'ltr', busiest: /Most scans: Monday/ },
  'tr-TR': { direction: 'ltr', busiest: /Most scans: Monday/ },
  'ar-EG': { direction: 'rtl', busiest: /Most scans: Monday/ },
  'Pacific/Kiritimati': { direction: 'ltr', busiest: /Most scans: Tuesday.*3:00/ },
}

const inStudio = ['C', 'tr-TR', 'ar-EG', 'Pacific/Kiritimati']

test('pages work for every language and time zone', async (t) => {
  const { service, code } = await givenCode(t)
  // Many, so that the scans of this journey itself do not matter.
  const at = mondayAt13()
  await plantScans(
    service,
    Array.from({ length: 50 }, () => ({ code, at })),
  )
  for (const [name, { direction, busiest }] of Object.entries(readers)) {
    const own = name === 'C' ? plain : browser
    const options = name === 'C' ? {} : name.includes('/') ? { timezoneId: name } : { locale: name }
    const openEveryPart = async (t: TestContext) => {
      const page = await openStudio(t, own, service, options)
      await page.goto(studioAddress(service, 'insight'))
      await page.getByText(busiest).waitFor()
      await page.getByRole('link', { name: 'Codes', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Codes' }).waitFor()
      await page.getByRole('link', { name: code.name }).click()
      await page.getByRole('heading', { level: 1, name: code.name }).waitFor()
      assert.equal(await page.getAttribute('html', 'lang'), 'en')
    }
    if (inStudio.includes(name)) await t.test(`the Studio: ${name}`, openEveryPart)
    await t.test(`the visitor's page: ${name}`, async (t) => {
      const page = await scanWith(t, own, code, options)
      assert.equal(await page.getAttribute('html', 'dir'), direction)
      await say(page, 'Hello')
      assert.equal(await lastAnswer(page), 'Hello there!')
    })
  }
})

test('every context of a journey has a language and a time zone, independent of the machine', async (t) => {
  const page = await browser.newPage()
  t.after(() => page.context().close())
  const said = `[navigator.language, new Intl.DateTimeFormat().resolvedOptions().timeZone]`
  assert.deepEqual(await page.evaluate(said), ['en-US', 'Europe/Berlin'])
})
