import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { injections } from '../../test/harness/browser/injections.ts'
import { openStudio } from '../../test/harness/browser/studio-pages.ts'
import { goTo, slug } from '../../test/harness/browser/studio-walk.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { plantInjections } from '../../test/harness/data/planted-injections.ts'
import { type Planted, plantOrganization } from '../../test/harness/data/planted-organization.ts'
import { startService } from '../../test/harness/service/service.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** Fails the test when a script runs, a window opens, or anything but the service is asked. */
const openWary = async (t: TestContext, { service }: Planted): Promise<Page> => {
  const page = await openStudio(t, browser, service)
  await page.addInitScript(`window.hits = 0; window.hit = () => { window.hits++ }
    addEventListener('securitypolicyviolation', () => { window.hits++ })`)
  const strange: string[] = []
  page.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url())
    const isOurs = origin === service.config.QPR_BASE_URL && /^\/(studio|v1|qr)\//.test(pathname)
    if (!isOurs && protocol !== 'blob:' && protocol !== 'data:') strange.push(request.url())
  })
  page.on('dialog', (dialog) => strange.push(dialog.message()))
  page.on('popup', (popup) => strange.push(popup.url()))
  t.after(() => assert.deepEqual(strange, []))
  await page.goto(`${service.config.QPR_BASE_URL}${slug}/settings`)
  await page.locator('main h1').waitFor()
  return page
}

/** In the page and in its phone: elements and attributes that only the Studio may create. */
const findIntruders = `(() => {
  const roots = [document.body, ...[...document.querySelectorAll('*')].map((one) => one.shadowRoot)]
  const isForeign = (one) =>
    /^(script|iframe|frame|object|embed|video|audio|source|base|meta|link|math|marquee|image|foreignobject)$/i
      .test(one.localName) && !one.matches('script[src]') ||
    one.localName === 'img' && !/^([/]qr[/]|blob:|data:image[/])/.test(one.getAttribute('src') ?? '/qr/') ||
    [...one.attributes].some(({ name, value }) => /^on|^srcdoc$|^formaction$|^background$/i.test(name) ||
      /^(href|action|xlink:href)$/.test(name) && !/^(https?|mailto|tel|blob):|^[/#]/.test(value))
  return roots.filter(Boolean).flatMap((root) => [...root.querySelectorAll('*')])
    .filter(isForeign).map((one) => one.outerHTML)
})()`

/** What of the corpus stands on the page as it was written, in texts and in fields. */
const shownOn = (page: Page, scope = 'body'): Promise<string[]> =>
  page.evaluate(`(() => {
    const squeeze = (text) => text.replaceAll(/\\s+/g, ' ')
    const parts = [...document.querySelectorAll(${JSON.stringify(scope)})].flatMap((root) =>
      [root.textContent, ...[...root.querySelectorAll('input, textarea')].map((one) => one.value)])
    const text = squeeze(parts.join(' '))
    return ${JSON.stringify(injections)}.filter((one) => text.includes(squeeze(one).trim()))
  })()`)

const assertUntouched = async (page: Page, place: string) => {
  assert.deepEqual(await page.evaluate(findIntruders), [], place)
  assert.equal(await page.evaluate('hits'), 0, place)
}

test('whatever others wrote is text, on every page that shows it', async (t) => {
  const given = await plantOrganization(t)
  const page = await openWary(t, given)
  await plantInjections(given)
  await page.reload()
  const name = injections[15] ?? ''
  const { code, webhook, delivery } = given
  // How much of the corpus each must show. A field of one line has no line breaks; where there is
  // only a name, it is that of the code or the organization.
  const places = [
    { path: `${slug}/settings`, heading: 'Settings', least: 0.95 * injections.length },
    { path: `${slug}/brand`, heading: 'Brand', least: 2 },
    { path: `${slug}/members`, heading: 'Members', least: injections.length },
    { path: `${slug}/keys`, heading: 'Keys', least: injections.length },
    { path: `${slug}/codes/${code}/talk`, heading: name, tab: 'Talk', least: injections.length },
    { path: `${slug}/codes/${code}/print`, heading: name, tab: 'Print', least: 1 },
    { path: `${slug}/codes/${code}/insight`, heading: name, tab: 'Insight', least: 1 },
    {
      path: `${slug}/webhooks/${webhook}/deliveries/${delivery}`,
      heading: 'qpr_code.created',
      least: injections.length,
    },
    { path: '/studio/account', heading: 'Account', least: injections.length },
    { path: `${slug}/plan`, heading: 'Plan', least: 1 },
  ]
  for (const { least, ...place } of places) {
    await goTo(page, place)
    // The heading is there before the data.
    await eventually(async () => {
      const { length } = await shownOn(page)
      assert.ok(length >= least, `${place.path}: ${length} of ${least}`)
    })
    await assertUntouched(page, place.path)
  }
})

test('the switcher and the long lists show every name as it was written', async (t) => {
  const given = await plantOrganization(t)
  await plantInjections(given)
  const page = await openWary(t, given)
  await page.getByRole('button', { name: /Switch organization/ }).click()
  await page.getByRole('menuitem').nth(10).waitFor()
  assert.deepEqual(await shownOn(page, '[role=menu]'), injections)
  await assertUntouched(page, 'switcher')
  await page.keyboard.press('Escape')

  const found = new Set<string>()
  const look = async (place: string) => {
    for (const text of await shownOn(page, 'main')) found.add(text)
    await assertUntouched(page, place)
    return found.size
  }
  await goTo(page, { path: `${slug}/codes`, heading: 'Codes' })
  // From the top again at the end: rows that were passed before they were loaded.
  const goDown = `innerHeight + scrollY < document.documentElement.scrollHeight - 1
    ? scrollBy(0, innerHeight) : scrollTo(0, 0)`
  await eventually(async () => {
    await page.evaluate(goDown)
    assert.equal(await look('codes'), injections.length, 'codes')
  })

  found.clear()
  for (let number = 1; number <= Math.ceil((injections.length + 1) / 20); number++) {
    await goTo(page, { path: `${slug}/webhooks?page=${number}`, heading: 'Webhooks' })
    // Those of the page before stay until these are there; one of all is not of the corpus.
    const least = Math.min(number * 20 - 1, injections.length)
    await eventually(async () => assert.ok((await look('webhooks')) >= least, `page ${number}`))
  }
  assert.equal(found.size, injections.length, 'webhooks')
})

test('no other site can put the Studio or a page of signing in into a frame', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const own = service.config.QPR_BASE_URL
  const paths = ['/studio', '/studio/owners-organization/codes', '/signin', '/invitations/x']
  for (const path of paths) {
    const { headers } = await service.get(path, { key: null, headers: { Accept: 'text/html' } })
    assert.equal(headers.get('x-frame-options'), 'DENY', path)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /frame-ancestors 'none'/, path)
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval/, path)
  }
  const frames = paths.map((path) => `<iframe src="${own}${path}"></iframe>`).join('')
  const evil = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<!doctype html>${frames}`)
  }).listen(0, '127.0.0.1')
  await once(evil, 'listening')
  t.after(() => evil.close())
  const context = await browser.newContext()
  t.after(() => context.close())
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`)
  await page.waitForLoadState('load')
  const inside = page.frames().filter((frame) => frame !== page.mainFrame())
  assert.equal(inside.length, paths.length)
  for (const frame of inside) {
    // What Chromium shows in its place is its own page, of which nothing is ours.
    await frame.waitForURL('chrome-error://chromewebdata/')
    assert.equal(await frame.locator('#studio, form, input, [name=email]').count(), 0)
  }
})
