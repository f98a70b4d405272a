import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import {
  givenCode,
  lastAnswer,
  say,
  scanWith,
  textOf,
  transcript,
} from '../../../test/harness/browser/visitor.ts'
import { eventually } from '../../../test/harness/checks/eventually.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const slowly = { tokens: Array.from({ length: 40 }, (_, index) => `w${index} `), delayMs: 50 }
const whole = slowly.tokens.join('').trim()

const untilText = (page: Page, text: string) => page.getByText(text).first().waitFor()

test('an answer continues after a reload in the middle of it', async (t) => {
  const { code, provider } = await givenCode(t, { script: slowly })
  const page = await scanWith(t, browser, code)
  await say(page, 'Tell me')
  await untilText(page, 'w10')
  await page.reload()
  assert.equal(await lastAnswer(page), whole)
  assert.deepEqual(await transcript(page), ['Tell me', whole])
  assert.equal(provider.requests.length, 1)
})

test('an answer is complete after the network failed in the middle of it', async (t) => {
  const { code, provider } = await givenCode(t, { script: slowly })
  const page = await scanWith(t, browser, code)
  await say(page, 'Tell me')
  await untilText(page, 'w10')
  await page.context().setOffline(true)
  await untilText(page, 'You are offline.')
  await page.context().setOffline(false)
  assert.equal(await lastAnswer(page), whole)
  assert.equal(provider.requests.length, 1)
  assert.equal(await page.locator('#notice').isVisible(), false)
})

test('a hidden page closes its connection and catches up when it is shown', async (t) => {
  const { code } = await givenCode(t, { script: slowly })
  const page = await scanWith(t, browser, code)
  await say(page, 'Tell me')
  await untilText(page, 'w10')
  await setHidden(page, true)
  const seen = await textOf(page, '.answer .text')
  await page.waitForTimeout(500)
  assert.equal(await textOf(page, '.answer .text'), seen)
  await setHidden(page, false)
  assert.equal(await lastAnswer(page), whole)
})

const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`{
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    document.dispatchEvent(new Event('visibilitychange'))
  }`)

test('a message written offline is kept and sent once when the network returns', async (t) => {
  const { code, provider } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await page.context().setOffline(true)
  await say(page, 'One')
  await untilText(page, 'Your message is kept and will be sent.')
  await say(page, 'Two')
  assert.equal(await textOf(page, '.said small'), 'Not sent yet\nNot sent yet')
  await page.context().setOffline(false)
  await eventually(async () =>
    assert.deepEqual(await transcript(page), ['One', 'Hello there!', 'Two', 'Hello there!']),
  )
  await lastAnswer(page)
  assert.equal(await page.locator('.said small').first().isVisible(), false)
  assert.equal(provider.requests.length, 2)
  assert.equal(await page.locator('#notice').isVisible(), false)
})

test('an unsent message survives a reload', async (t) => {
  const { code, provider } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await page.context().setOffline(true)
  await say(page, 'Keep me')
  await untilText(page, 'You are offline.')
  const other = await page.context().newPage()
  await page.close()
  await other.context().setOffline(false)
  await other.goto(code.scan_url)
  assert.equal(await lastAnswer(other), 'Hello there!')
  assert.deepEqual(await transcript(other), ['Keep me', 'Hello there!'])
  assert.equal(provider.requests.length, 1)
})

test('a message is answered once when its receipt is lost', async (t) => {
  const { code, provider } = await givenCode(t, { script: slowly })
  const page = await scanWith(t, browser, code)
  let lost = 0
  await page.route('**/messages', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    return await route.abort()
  })
  await say(page, 'Only once')
  assert.equal(await lastAnswer(page), whole)
  assert.deepEqual(await transcript(page), ['Only once', whole])
  assert.equal(provider.requests.length, 1)
  await page.reload()
  await lastAnswer(page)
  assert.deepEqual(await transcript(page), ['Only once', whole])
})

test('a message that arrived before a reload is not sent again', async (t) => {
  const { code, provider } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await say(page, 'First')
  await lastAnswer(page)
  await page.route('**/messages', async (route) => {
    await route.fetch()
    // The receipt never arrives: the page is reloaded before.
  })
  await page.route('**/events**', (route) => route.abort())
  await say(page, 'Second')
  await provider.waitFor(2)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await eventually(async () =>
    assert.deepEqual(await transcript(page), ['First', 'Hello there!', 'Second', 'Hello there!']),
  )
  assert.equal(provider.requests.length, 2)
})

test('a limit is explained, and the message is sent when the limit allows it', async (t) => {
  const { code } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  let isFree = false
  await page.route('**/messages', (route) =>
    isFree
      ? route.continue()
      : route.fulfill({
          status: 429,
          headers: { 'Retry-After': '1' },
          json: { status: 429, code: 'too_many_messages', detail: 'That was quick.' },
        }),
  )
  await say(page, 'Hello')
  await untilText(page, 'That was quick.')
  isFree = true
  assert.equal(await lastAnswer(page), 'Hello there!')
  assert.equal(await page.locator('#notice').isVisible(), false)
})

test('a message goes back into the input when the limit lasts too long', async (t) => {
  const { code } = await givenCode(t, { settings: { QPR_LIMIT_TOKENS_PER_DAY: '10' } })
  const page = await scanWith(t, browser, code, { locale: 'de-DE' })
  await say(page, 'Hallo')
  await untilText(page, 'Bitte kommen Sie morgen wieder.')
  assert.equal(await page.inputValue('#text'), 'Hallo')
  assert.deepEqual(await transcript(page), [])
})

test('a message to a conversation that has just ended is not lost', async (t) => {
  const { code, service } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await say(page, 'Hello')
  await lastAnswer(page)
  await page.context().setOffline(true)
  await say(page, 'Are you there?')
  await untilText(page, 'You are offline.')
  const { token } = JSON.parse(
    String(await page.evaluate('localStorage.getItem(localStorage.key(0))')),
  )
  await service.post(`/c/${token}/close`, undefined, { key: null })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Start over' }).click()
  assert.equal(await page.inputValue('#text'), 'Are you there?')
})

test('a conversation that is closed elsewhere ends on the page', async (t) => {
  const { code, service } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await say(page, 'Hello')
  await lastAnswer(page)
  const { body } = await service.get<{ conversations: { id: string }[] }>('/v1/conversations')
  await service.delete(`/v1/conversations/${body.conversations[0]?.id}`)
  await page.getByRole('button', { name: 'Start over' }).waitFor()
})

test('two tabs show the same conversation, each answer once', async (t) => {
  const { code, provider } = await givenCode(t)
  const page = await scanWith(t, browser, code)
  await say(page, 'From one')
  await lastAnswer(page)
  const other = await page.context().newPage()
  await other.goto(code.scan_url)
  await lastAnswer(other)
  await say(other, 'From two')
  const all = ['From one', 'Hello there!', 'From two', 'Hello there!']
  for (const tab of [page, other]) {
    await eventually(async () => assert.deepEqual(await transcript(tab), all))
  }
  assert.equal(provider.requests.length, 2)
})
