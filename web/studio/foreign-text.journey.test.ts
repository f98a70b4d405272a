// Whatever visitors, models and owners write is text in the Studio, wherever it stands.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { minuteMs } from '../../src/platform/kit/clock.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { injections } from '../../test/harness/browser/injections.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { plantConversation, plantConversations } from '../../test/harness/data/conversations.ts'
import { type Code, createCode } from '../../test/harness/data/given.ts'
import { plantScans } from '../../test/harness/data/planted-scans.ts'
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

test('the inbox shows first questions and names of codes as they were written', async (t) => {
  const service = await startService(t)
  const codes = injections.map((name) => ({ name, prompt: 'You are the concierge.' }))
  const { body } = await service.post<{ codes: Code[] }>('/v1/qpr-codes/bulk', { codes })
  const planted = body.codes.map((code, index) => ({
    code,
    said: [injections[index] ?? '', 'Yes.'],
    at: Date.now() - (index + 1) * minuteMs,
  }))
  for (const { code, ...talk } of planted) await plantConversations(service, code, [talk])
  const page = await openWary(t, service)
  const shown: (string | null)[] = []
  for (let number = 1; shown.length < injections.length; number++) {
    await page.goto(studioAddress(service, `conversations${number > 1 ? `?page=${number}` : ''}`))
    const rows = page.getByRole('table', { name: 'Conversations' })
    await rows.getByRole('link').first().waitFor()
    shown.push(...(await rows.getByRole('link').allTextContents()))
    const names = await rows.locator('td:nth-child(2) bdi').allTextContents()
    assert.deepEqual(names, injections.slice(shown.length - names.length, shown.length))
    await assertUntouched(page, `inbox, page ${number}`)
  }
  assert.deepEqual(shown, injections)
})

test('insight shows questions and names of codes as they were written', async (t) => {
  const service = await startService(t)
  const names = injections.slice(0, 100)
  const codes = names.map((name) => ({ name, prompt: 'You are the concierge.' }))
  const { body } = await service.post<{ codes: Code[] }>('/v1/qpr-codes/bulk', { codes })
  const at = Date.now() - minuteMs
  await plantScans(
    service,
    body.codes.flatMap((code, index) => [{ code, at }, ...(index % 3 === 0 ? [{ code, at }] : [])]),
  )
  // Fifty a code, as many as are answered at once.
  for (let from = 0; from < injections.length; from += 50) {
    const code = body.codes[from / 50] ?? assert.fail()
    const asked = injections.slice(from, from + 50)
    await plantConversations(
      service,
      code,
      asked.map((text) => ({ said: [text, 'Yes.'], at })),
    )
  }
  const page = await openWary(t, service)
  let answered = 0
  // All of them, not only the ten that are usually shown.
  await page.route(/\/v1\/analytics\/(questions|codes)\?/, async (route) => {
    const maximum = route.request().url().includes('/codes') ? 100 : 50
    const response = await route.fetch({ url: `${route.request().url()}&limit=${maximum}` })
    answered = ((await response.json()).questions ?? []).length || answered
    await route.fulfill({ response })
  })
  await page.goto(studioAddress(service, 'insight'))
  const top = page.getByRole('list', { name: 'Top codes' }).locator('bdi')
  await top.nth(names.length - 1).waitFor()
  assert.deepEqual((await top.allTextContents()).sort(), [...names].sort())
  await page.getByRole('region', { name: 'Live' }).locator('bdi').nth(7).waitFor()
  await assertUntouched(page, 'insight')

  for (let from = 0; from < injections.length; from += 50) {
    const { id } = body.codes[from / 50] ?? assert.fail()
    await page.goto(studioAddress(service, `codes/${id}/insight`))
    const questions = page.getByRole('list', { name: 'Top questions' }).locator('bdi')
    await questions.first().waitFor()
    const texts = await questions.allTextContents()
    assert.equal(texts.length, answered)
    assert.ok(texts.every((text) => injections.includes(text)))
    await assertUntouched(page, `questions from ${from}`)
  }
})
