import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
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

const dialogs = ['[commandfor=about]', '[commandfor=languages]', '#forget']

// By night only the colours differ.
const onlyColours = { runOnly: ['color-contrast'] }

for (const [locale, colorScheme, rules] of [
  ['en-US', 'light', {}],
  ['ar', 'dark', onlyColours],
] as const) {
  test(`axe finds no barrier: ${locale}, ${colorScheme}`, async (t) => {
    const { code, provider } = await givenCode(t)
    provider.answerWith({ tokens: markdown, delayMs: 400 })
    const page = await scanWith(t, browser, code, { locale, colorScheme, ...still })
    await assertAccessible(page, 'welcome', rules)
    await page.locator('#suggestions button').first().click()
    await assertAccessible(page, 'waiting', rules)
    await lastAnswer(page)
    await assertAccessible(page, 'answered', rules)
    const menu = page.locator('header button')
    for (const dialog of dialogs) {
      await menu.click()
      if (dialog === dialogs[0]) await assertAccessible(page, 'menu', rules)
      await page.locator(dialog).click()
      await page.locator('dialog[open]:not(#menu)').waitFor()
      await assertAccessible(page, dialog, rules)
      await page.keyboard.press('Escape')
    }
    provider.answerWith({ tokens: ['Half'], fault: { after: 1, by: 'cut' } })
    await say(page, 'And then?')
    await page.locator('[data-failed]').waitFor()
    await assertAccessible(page, 'failed', rules)
    await page.context().setOffline(true)
    await say(page, 'Hello?')
    await page.locator('#notice:not([hidden])').waitFor()
    await assertAccessible(page, 'offline', rules)
    await page.context().setOffline(false)
    await page.locator('[data-busy]').waitFor({ state: 'detached' })
    await menu.click()
    await page.locator('#end').click()
    await page.locator('#again').waitFor()
    await assertAccessible(page, 'ended', rules)
  })
}

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
