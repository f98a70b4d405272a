import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { may, type Permission, roles } from '#contract/roles.ts'
import type { Role } from '../../src/platform/store/tables.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  assertAccessibleByNight,
  openStudio,
} from '../../test/harness/browser/studio-pages.ts'
import {
  type Request,
  type StudioPage,
  studioPages,
} from '../../test/harness/browser/studio-walk.pages.ts'
import { controlsOn, goTo, menuOf, slug } from '../../test/harness/browser/studio-walk.ts'
import {
  everythingIn,
  type Planted,
  plantOrganization,
} from '../../test/harness/data/planted-organization.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const open = async (t: TestContext, { service }: Planted, role: Role) => {
  const page = await openStudio(t, browser, service, { email: `${role}@example.com` })
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error('broke the content security policy: ' + event.violatedDirective))`)
  await page.goto(`${service.config.QPR_BASE_URL}${slug}/codes`)
  return page
}

const allowed = (role: Role, wanted: Record<string, Permission> = {}) =>
  Object.keys(wanted).filter((name) => may(role, wanted[name] as Permission))

/** Sends it from within the page, with the session that the page has. */
const force = (page: Page, requests: Request[]): Promise<string[]> =>
  page.evaluate(`Promise.all(${JSON.stringify(requests)}.map(async ({ method, path, body }) => {
    const headers = body ? { 'Content-Type': 'application/json' } : {}
    const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) })
    const { code } = await answer.json().catch(() => ({}))
    return [method, path, answer.status, code].join(' ')
  }))`)

const visit = async (page: Page, role: Role, place: StudioPage) => {
  const isAllowed = !place.needs || may(role, place.needs)
  const expected = isAllowed ? allowed(role, place.controls) : []
  const otherwise = { path: place.path, heading: place.otherwise ?? 'No access' }
  await goTo(page, isAllowed ? { ...place, shows: expected } : otherwise)
  const controls = await controlsOn(page)
  const shown = Object.keys(place.controls ?? {}).filter((name) => controls.includes(name))
  assert.deepEqual(shown, expected, `${role}: ${place.path}`)
  for (const [button, items] of Object.entries(isAllowed ? (place.menus ?? {}) : {})) {
    const found = controls.includes(button) ? await menuOf(page, button) : []
    const isKnown = (name: string) => name in items
    assert.deepEqual(found.filter(isKnown), allowed(role, items), `${role}: ${button}`)
  }
  const refused = (place.requests ?? []).filter(({ needs }) => !may(role, needs))
  const answers = refused.map(
    ({ method, path, refusal = '403 role_not_allowed' }) => `${method} ${path} ${refusal}`,
  )
  assert.deepEqual(await force(page, refused), answers, `${role}: ${place.path}`)
  return refused.length
}

/** The names of all buttons and switches that a screen reader finds. */
const buttonsOn = async (page: Page): Promise<string[]> => {
  const tree = await page.locator('body').first().ariaSnapshot()
  const found = tree.matchAll(/^\s*- '?(?:button|switch) "((?:[^"\\]|\\.)*)"/gm)
  return [...found].map(([, name = '']) => name)
}

const others = roles.filter((role) => role !== 'owner')

test('every page, as each of the four roles', async (t) => {
  const given = await plantOrganization(t)
  const places = studioPages(given)
  const before = await everythingIn(given.service)
  const refusals = { admin: 0, editor: 0, viewer: 0 }
  for (const role of others) {
    await t.test(
      `${role}: what it may do is there, and nothing else; forced, it is refused`,
      async (t) => {
        const page = await open(t, given, role)
        for (const place of places) refusals[role] += await visit(page, role, place)
        assert.deepEqual(await everythingIn(given.service), before)
        assert.deepEqual(await keptBy(page), { 'qpr.organization': 'harbour-hotels' })
      },
    )
  }
  assert.ok(refusals.viewer > 0, JSON.stringify(refusals))
  await t.test(
    'owner: everything is there, each button has its own name, and axe finds nothing by day and by night',
    async (t) => {
      const page = await open(t, given, 'owner')
      const complaints = complaintsOf(page)
      for (const place of places) {
        assert.equal(await visit(page, 'owner', place), 0, place.path)
        const names = await buttonsOn(page)
        const wrong = names.filter((name, index) => name === '' || names.indexOf(name) !== index)
        assert.deepEqual(wrong, [], place.path)
        await assertAccessible(page, place.path)
        await assertAccessibleByNight(page, place.path)
        assert.deepEqual(complaints, [], place.path)
      }
      assert.deepEqual(await everythingIn(given.service), before)
      assert.deepEqual(await keptBy(page), { 'qpr.organization': 'harbour-hotels' })
    },
  )
  await t.test('no page of the router is left out', async () => {
    const patterns = await routePatterns()
    assert.ok(patterns.length > 15)
    for (const pattern of patterns) {
      const matcher = new RegExp(`^/studio/${pattern.replaceAll(/\$\w+/g, '[\\w-]+')}(\\?|$)`)
      assert.ok(
        places.some(({ path }) => matcher.test(path)),
        pattern,
      )
    }
  })
})

/** Warnings and errors in the console of the browser, and requests that failed. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  return complaints
}

/** All that a script could keep for the next visit. The router's own notes of scrolling are let be. */
const keptBy = (page: Page): Promise<object> =>
  page.evaluate(`Object.fromEntries(Object.entries({ ...localStorage, ...sessionStorage })
    .filter(([name]) => !name.startsWith('tsr-scroll-restoration')))`)

/** The addresses in routes.ts, without those that only lead to another page. */
const routePatterns = async (): Promise<string[]> => {
  const text = await readFile(new URL('src/routes.ts', import.meta.url), 'utf8')
  const before = { organizationPage: '$slug/', codeTab: '$slug/codes/$id/', page: '' }
  const routes = text.matchAll(/\b(\w*[pP]age|codeTab)\(\s*'([^']+)'/g)
  return Array.from(routes)
    .filter(([, , path]) => path !== '/')
    .map(([, parent, path]) => {
      return (before[parent as keyof typeof before] ?? assert.fail(parent)) + path
    })
}
