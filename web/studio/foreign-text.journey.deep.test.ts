// Whatever visitors and models write is text or safe Markdown in a transcript. All other places of the
// Studio show texts with React, as those of `safety.journey.deep.test.ts`.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { injections } from '../../test/harness/browser/injections.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { plantConversation } from '../../test/harness/data/conversations.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** Fails the test when a script runs, a window opens, or anything but the Studio and the API is asked. */
const openWary = async (t: TestContext, service: Service): Promise<Page> => {
  const page = await openStudio(t, browser, service)
  await page.addInitScript('window.hits = 0; window.hit = () => { window.hits++ }')
  const strange: string[] = []
  const { origin } = new URL(service.config.QPR_BASE_URL)
  page.on('request', (request) => {
    const { origin: asked, pathname } = new URL(request.url())
    const isOurs = asked === origin && /^\/(studio\/[\w/.-]*|v1\/[\w/-]+)$/.test(pathname)
    const isPage = pathname.startsWith('/studio/owners-organization/')
    if (!isOurs || request.isNavigationRequest() !== isPage) strange.push(request.url())
  })
  page.on('dialog', (dialog) => strange.push(dialog.message()))
  page.on('popup', (popup) => strange.push(popup.url()))
  t.after(() => assert.deepEqual(strange, []))
  return page
}

/** Elements that only the Studio may create, and attributes that run or load something. */
const intruders = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('main *')].filter((one) =>
    /^(script|style|img|image|iframe|frame|object|embed|video|audio|source|base|meta|link|template|math|marquee|dialog)$/i
      .test(one.localName) ||
    [...one.attributes].some(({ name, value }) => /^on|^srcdoc$|^formaction$|^background$/i.test(name) ||
      (/^(href|src|action|xlink:href)$/.test(name) && !/^(https?|mailto|tel):|^[/]studio[/]/.test(value))),
  ).map((one) => one.outerHTML)`)

/** Within an answer, the elements of Markdown and their few attributes. */
const intrudersInAnswers = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const tags = /^(P|H2|PRE|CODE|EM|STRONG|S|A|SPAN|BLOCKQUOTE|BR|HR|UL|OL|LI|DIV|TABLE|TR|TH|TD)$/
    const names = { A: /^(href|rel|target)$/, OL: /^start$/, DIV: /^(class|tabindex)$/ }
    return [...document.querySelectorAll('.answer-text *')]
      .filter((one) => !tags.test(one.tagName) ||
        ![...one.attributes].every(({ name }) => names[one.tagName]?.test(name)))
      .map((one) => one.outerHTML)
  })()`)

const assertUntouched = async (page: Page, place: string) => {
  assert.deepEqual(await intruders(page), [], place)
  assert.equal(await page.evaluate('hits'), 0, place)
}

test('a transcript shows all of it as text and safe Markdown', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { welcome_message: injections.join('\n').slice(0, 2000) })
  const said = injections.flatMap((one) => [one, one])
  const id = await plantConversation(service, code, {
    said,
    at: Date.now(),
    rating: 'down',
    rating_comment: injections[0] ?? '',
    language: '"><script>hit()</script>',
  })
  const page = await openWary(t, service)
  await page.goto(studioAddress(service, `conversations/${id}`))
  const visitor = page.getByRole('article', { name: 'Visitor' })
  await visitor.last().waitFor()
  assert.deepEqual(await visitor.locator('p').allTextContents(), injections)
  assert.equal(await page.getByRole('article', { name: 'Answer' }).count(), injections.length)
  assert.deepEqual(await intrudersInAnswers(page), [])
  await assertUntouched(page, 'transcript')
})
