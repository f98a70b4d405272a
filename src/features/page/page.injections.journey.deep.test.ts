// Whatever visitors, models and owners write is text or safe Markdown on the visitor's page.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import { allInjections } from '../../../test/harness/browser/injections.ts'
import { givenCode, lastAnswer } from '../../../test/harness/browser/visitor.ts'
import type { Code } from '../../../test/harness/data/given.ts'
import { onRequest, openPage } from '../../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const generous = {
  QPR_LIMIT_MESSAGES_PER_MINUTE: '100000',
  QPR_LIMIT_MESSAGES: '100000',
  QPR_LIMIT_TOKENS_PER_DAY: '100000000',
}

/** A page that fails the test when a script runs, a window opens, or a request goes elsewhere. */
const openWary = async (t: TestContext, origin: string): Promise<Page> => {
  const page = await openPage(t, browser)
  await page.addInitScript('window.hits = 0; window.hit = () => { window.hits++ }')
  const strange: string[] = []
  const mayAsk = new RegExp(
    `^${origin}/(s/\\w{8}(/chat|/conversations)?|s/later\\.\\w{8}\\.js|c/[\\w-]{22}(/\\w+)?)(\\?|$)`,
  )
  onRequest(page, (request) => {
    if (!mayAsk.test(request.url())) strange.push(request.url())
  })
  page.on('dialog', (dialog) => strange.push(dialog.message()))
  page.on('popup', (popup) => strange.push(popup.url()))
  t.after(() => assert.deepEqual(strange, []))
  return page
}

/** Runs in the page: finds elements and attributes that a text of others must not create. */
const findIntruders = `(root) => {
    const tags = /^(P|H2|PRE|CODE|EM|STRONG|S|A|SPAN|BLOCKQUOTE|BR|HR|UL|OL|LI|DIV|TABLE|TR|TH|TD)$/
    const isFine = ({ name, value }, { tagName }) =>
      (tagName === 'DIV' && /^(class wide|tabindex 0)$/.test(name + ' ' + value)) || (
      tagName === 'A'
        ? name === 'href' ? /^(https?|mailto|tel):/.test(value)
          : (name === 'rel' && value === 'noopener noreferrer nofollow') ||
            (name === 'target' && value === '_blank')
        : tagName === 'OL' && name === 'start' && /^[\\de+]+$/.test(value))
    return [...document.querySelectorAll(root)]
      .flatMap((one) => [...one.querySelectorAll('*')])
      .filter((one) => !tags.test(one.tagName) || ![...one.attributes].every((it) => isFine(it, one)))
      .map((one) => one.outerHTML)
  }`

const intruders = (page: Page, root: string): Promise<string[]> =>
  page.evaluate(`(${findIntruders})(${JSON.stringify(root)})`)

/** Sends one message after the other inside the page: a call of the browser for each is slow. */
const sayAll = (page: Page, texts: string[]): Promise<string[][]> =>
  page.evaluate(`(async () => {
    const text = document.getElementById('text')
    const intruders = []
    for (const said of ${JSON.stringify(texts)}) {
      const before = document.querySelectorAll('.answer').length
      text.value = said
      text.dispatchEvent(new Event('input', { bubbles: true }))
      document.getElementById('send').click()
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        const isMore = document.querySelectorAll('.answer').length > before
        if (isMore && document.querySelector('.answer:last-child[data-over]')) break
      }
      intruders.push((${findIntruders})('.answer:last-child .text'))
    }
    return intruders
  })()`)

const hits = (page: Page) => page.evaluate('hits')

test('there are about 200 injections, and no two are the same', () => {
  assert.ok(allInjections.length >= 200, String(allInjections.length))
  assert.equal(new Set(allInjections).size, allInjections.length)
})

test('messages of visitors are shown as plain text, and an answer as safe Markdown', async (t) => {
  const { code, provider } = await givenCode(t, { settings: generous })
  const page = await openWary(t, new URL(code.scan_url).origin)
  await page.goto(code.scan_url)
  // In pieces, as an answer arrives: a harmless text may be harmful while it is incomplete.
  provider.answerWith((_asked, number) => ({
    tokens: allInjections[number - 1]?.match(/.{1,7}/gsu) ?? [],
  }))
  const found = await sayAll(page, allInjections)
  assert.equal(provider.requests.length, allInjections.length)
  for (const [index, injection] of allInjections.entries()) {
    assert.deepEqual(found[index], [], injection)
  }
  await page.reload()
  await lastAnswer(page)
  const said = await page.locator('.said p').allTextContents()
  assert.deepEqual(
    said,
    allInjections.map((one) => one.trim()),
  )
  assert.deepEqual(await intruders(page, '.said p, .answer .text'), [])
  assert.equal(await hits(page), 0)
})

test('texts of owners are shown as plain text', async (t) => {
  const { code, service } = await givenCode(t)
  const { origin } = new URL(code.scan_url)
  // A few: one function escapes all of them, and `kit/html.test.ts` gives it all.
  const texts = allInjections.filter((_, index) => index % 16 === 1)
  const codes = texts.map((text) => ({
    name: text,
    prompt: 'You are the concierge.',
    welcome_message: text,
    suggestions: [text],
    contact: { label: text, url: 'https://example.com/' },
  }))
  const { body, status } = await service.post<{ codes: Code[] }>('/v1/qpr-codes/bulk', { codes })
  assert.equal(status, 200)
  const page = await openWary(t, origin)
  for (const [index, { scan_url }] of body.codes.entries()) {
    await page.goto(scan_url)
    const text = texts[index] ?? ''
    const seen = await page.evaluate(`({
      shown: [...document.querySelectorAll('h1, .message, #suggestions button, .contact bdi')]
        .map((one) => one.textContent),
      intruders: (${findIntruders})('h1 bdi, .message, #suggestions button'),
      hits,
    })`)
    assert.deepEqual(seen, { shown: [text, text, text, text, text], intruders: [], hits: 0 }, text)
  }
})
