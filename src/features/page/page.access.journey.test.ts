import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { templates } from '#contract/templates.ts'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import {
  givenCode,
  lastAnswer,
  listenTo,
  openMenu,
  say,
  scanWith,
  transcript,
} from '../../../test/harness/browser/visitor.ts'
import { isDeep, sample } from '../../../test/harness/checks/depth.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { assertFitsWidth } from '../../../test/journeys/pages.ts'

let browser: Browser
let axe: string
before(async () => {
  browser = await launchBrowser()
  axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
})
after(() => browser.close())

const assertAccessible = async (page: Page, state: string, rules = {}) => {
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const violations = await page.evaluate(`axe.run(${options}).then((result) =>
    result.violations.map(({ id, nodes }) =>
      id + ' ' + nodes.map(({ html, failureSummary }) => html + failureSummary)))`)
  assert.deepEqual(violations, [], state)
}

/** Without motion: axe cannot measure text that is fading in. */
const still = { reducedMotion: 'reduce' } as const

const markdown = [
  '# Menu\n\nFrom **7** to *10*, `daily`:\n\n- eggs\n- [bread](https://example.com)\n\n',
  '1. first\n2. second\n\n> quoted\n\n| dish | price |\n|---|---|\n| soup | 5 |\n\n---\n\n',
  '```\ncode\n```\n\n- [x] done\n',
]

const dialogs = ['about', 'languages', 'forget']
const states = ['welcome', 'waiting', 'answered', 'menu', ...dialogs, 'failed', 'offline', 'ended']

for (const [turn, language] of ['en', 'ar'].entries()) {
  const locale = language === 'en' ? 'en-US' : language
  for (const colorScheme of ['light', 'dark'] as const) {
    // In the short form each language and each theme occurs once: neither changes the other.
    if (!isDeep && (language === 'en') !== (colorScheme === 'light')) continue
    test(`axe finds no barrier: ${language}, ${colorScheme}`, async (t) => {
      // In the short form the two walks share the states: the markup is the same in both languages.
      const checked = sample(states, 2, turn)
      const check = async (page: Page, state: string) => {
        if (checked.includes(state)) await assertAccessible(page, state)
      }
      const { code, provider } = await givenCode(t)
      provider.answerWith({ tokens: markdown, delayMs: 400 })
      const page = await scanWith(t, browser, code, { locale, colorScheme, ...still })
      await check(page, 'welcome')
      await page.locator('#suggestions button').first().click()
      await check(page, 'waiting')
      await lastAnswer(page)
      await check(page, 'answered')
      const menu = page.locator('header button')
      for (const dialog of dialogs) {
        await menu.click()
        if (dialog === 'about') await check(page, 'menu')
        await page.locator(`[commandfor=${dialog}]`).click()
        await check(page, dialog)
        await page.keyboard.press('Escape')
      }
      provider.answerWith({ tokens: ['Half'], fault: { after: 1, by: 'cut' } })
      await say(page, 'And then?')
      await page.locator('[data-failed]').waitFor()
      await check(page, 'failed')
      await page.context().setOffline(true)
      await say(page, 'Hello?')
      await page.locator('#notice:not([hidden])').waitFor()
      await check(page, 'offline')
      await page.context().setOffline(false)
      await page.locator('[data-busy]').waitFor({ state: 'detached' })
      await menu.click()
      await page.locator('#end').click()
      await page.locator('#again').waitFor()
      await check(page, 'ended')
    })
  }
}

test('the text of every template is readable by day and by night', async (t) => {
  const { service } = await givenCode(t)
  // In the short form a few of them: `page.test.ts` computes the contrast of every template's colours.
  for (const template of sample(templates, 3)) {
    const contact = { label: 'Call', url: 'tel:+49' }
    const page = await scanWith(t, browser, await createCode(service, { template, contact }), still)
    await say(page, 'Hello')
    await lastAnswer(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `${template}, ${colorScheme}`, { runOnly: ['color-contrast'] })
    }
  }
})

test('everything works with the keyboard alone', async (t) => {
  const { code } = await givenCode(t)
  const page = await scanWith(t, browser, code, { viewport: { width: 1280, height: 800 } })
  const focused = () =>
    page.evaluate('document.activeElement.ariaLabel || document.activeElement.textContent')
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab')
      if ((await focused()) === name) return
    }
    assert.fail(`${name} cannot be reached`)
  }
  await tabTo('When is breakfast?')
  await page.keyboard.press('Enter')
  await lastAnswer(page)
  await tabTo('Good answer')
  await page.keyboard.press('Space')
  assert.equal(await page.locator('[data-rating=up]').getAttribute('aria-pressed'), 'true')
  await page.locator('#text').focus()
  await page.keyboard.type('And the pool?')
  await page.keyboard.press('Enter')
  await page.locator('.answer').nth(1).waitFor()
  await lastAnswer(page)
  assert.equal((await transcript(page)).length, 4)
  await page.locator('header button').focus()
  await page.keyboard.press('Enter')
  assert.equal(await focused(), 'Start over')
  await tabTo('About this page')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'About this page' }).waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.equal(await focused(), 'Menu')
})

test('an answer is announced once, when it is complete', async (t) => {
  const { code } = await givenCode(t, {
    script: { tokens: ['- One\n', '- Two\n', '- Three'], delayMs: 50 },
  })
  const page = await scanWith(t, browser, code)
  const announced = await listenTo(page)
  await say(page, 'Count')
  await lastAnswer(page)
  assert.deepEqual(await announced(), ['AI assistant: One\nTwo\nThree'])
  assert.equal(await page.getAttribute('#log', 'aria-live'), 'off')
  assert.equal(await page.getAttribute('#live', 'aria-live'), 'polite')
})

test('at 320 px and a zoom of 200 % everything is readable and usable', async (t) => {
  const { code } = await givenCode(t, { script: { tokens: markdown } })
  for (const viewport of [
    { width: 320, height: 256 },
    { width: 160, height: 284 },
  ]) {
    const page = await scanWith(t, browser, code, { viewport })
    await assertFitsWidth(page)
    await say(page, 'Hello')
    await lastAnswer(page)
    await assertFitsWidth(page)
    await openMenu(page, 'About this page')
    await page.getByRole('button', { name: 'Close' }).click()
    assert.ok(await page.locator('#text').isVisible())
  }
})

test('a larger font size of the browser enlarges everything', async (t) => {
  const { code } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await assertFitsWidth(page)
  const sizes = await page.evaluate(
    "['.message', '.ai', 'textarea'].map((one) => getComputedStyle(document.querySelector(one)).fontSize)",
  )
  assert.deepEqual(sizes, ['56px', '26px', '32px'])
})

test('nothing moves when the visitor prefers reduced motion', async (t) => {
  const { code, provider } = await givenCode(t)
  provider.answerWith({ fault: { after: 'request', by: 'stall' } })
  const moving = 'document.getAnimations().length'
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const page = await scanWith(t, browser, code, { reducedMotion })
    await say(page, 'Hello')
    await page.locator('.dots').waitFor()
    const isMoving = (await page.evaluate(moving)) !== 0
    assert.equal(isMoving, reducedMotion === 'no-preference')
  }
})
