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
const shownOn = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const squeeze = (text) => text.replaceAll(/\\s+/g, ' ')
    const fields = [...document.querySelectorAll('input, textarea')].map((one) => one.value)
    const parts = [document.body.textContent, ...fields]
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
    { path: `${slug}/codes`, heading: 'Codes', least: 5 },
    { path: `${slug}/webhooks`, heading: 'Webhooks', least: 5 },
    { path: `${slug}/members`, heading: 'Members', least: injections.length },
    { path: `${slug}/keys`, heading: 'Keys', least: injections.length },
    { path: `${slug}/codes/${code}/talk`, heading: name, tab: 'Talk', least: injections.length },
    {
      path: `${slug}/codes/${code}/people`,
      heading: name,
      tab: 'People',
      least: 30,
    },
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
