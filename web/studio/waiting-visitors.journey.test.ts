// How members are told of visitors who wait, and how long an organization keeps what they wrote.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually } from '../../test/harness/checks/eventually.ts'
import { countRows } from '../../test/harness/data/given.ts'
import { talkWithPeople } from '../../test/harness/data/people.ts'
import { newBrowser, startTool } from '../../test/harness/receivers/push.ts'
import { signIn } from '../../test/harness/service/session.ts'
import { startOwnService } from '../../test/harness/service/shared.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const shots = process.env.QPR_SHOTS

/** On a phone, a narrow one too, and at a desk. */
const look = async (page: Page, name: string) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await assertFitsWidth(page, `${name} at ${width} px`)
    if (shots) await page.screenshot({ path: `${shots}/${name}-${width}.png`, fullPage: true })
  }
}

/** In the page: a browser without a window refuses every notification by itself. */
const permission = (given: 'granted' | 'denied') => `
  Object.defineProperty(Notification, 'permission', { get: () => '${given}' })
  Notification.requestPermission = async () => '${given}'`

/** In the page: the push service of the browser, which is out of reach, is ours. */
const subscribeAt = ({ subscription }: ReturnType<typeof newBrowser>) => `(() => {
  const key = 'test subscription'
  const subscription = {
    endpoint: ${JSON.stringify(subscription.endpoint)},
    toJSON: () => (${JSON.stringify(subscription)}),
    unsubscribe: async () => { localStorage.removeItem(key); return true },
  }
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem(key) ? subscription : null
  PushManager.prototype.subscribe = async (options) => {
    localStorage.setItem(key, JSON.stringify(options))
    return subscription
  }
})()`

test('a browser is told of a visitor who waits, until its reader switches it off or signs out', async (t) => {
  const tool = await startTool(t)
  const service = await startOwnService(t)
  const device = newBrowser(`${tool.url}/push/1`)
  const page = await openStudio(t, browser, service)
  await page.addInitScript(permission('granted'))
  await page.addInitScript(subscribeAt(device))
  const subscriptions = () => countRows(service, 'push_subscriptions')
  await page.goto(studioAddress(service, 'notifications'))
  const push = page.getByRole('switch', { name: 'Tell this device when a visitor waits' })
  const saved = page.getByText('Saved.')
  await push.focus()
  await page.keyboard.press('Space')
  await saved.waitFor()
  assert.ok(await push.isChecked())
  assert.equal(await subscriptions(), 1)
  await look(page, 'this-device')

  const visitor = await talkWithPeople(service)
  await service.post(visitor.path('/handoff'), undefined, { key: null })
  await eventually(async () => assert.equal(tool.received.length, 1))
  const message = device.read(tool.received[0]?.body ?? Buffer.alloc(0))
  const devtools = await page.context().newCDPSession(page)
  const [worker] = page.context().serviceWorkers()
  await worker?.evaluate(`
    globalThis.shown = []
    registration.showNotification = async (title, options) => shown.push({ title, ...options })`)
  const { promise: registered, resolve: register } = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [first] = registrations
    if (first) register(first.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: service.config.QPR_BASE_URL,
    registrationId: await registered,
    data: message,
  })
  await eventually(async () => {
    const [text = ''] =
      (await worker?.evaluate<string[]>('shown.map((one) => JSON.stringify(one))')) ?? []
    assert.match(text, /Harbour Hotel/)
    assert.doesNotMatch(text, /breakfast/)
  })
  // A press cannot be made from here, and only after a real one the worker may focus a window.
  await worker?.evaluate(`
    WindowClient.prototype.focus = async () => {}
    const press = { notification: { data: shown[0].data, close() {} }, waitUntil() {} }
    dispatchEvent(Object.assign(new Event('notificationclick'), press))`)
  await page.waitForURL(`**/conversations/${visitor.conversation_id}`)

  const { errors, url } = await devtools.send('Page.getAppManifest')
  assert.deepEqual([errors, url.endsWith('.webmanifest')], [[], true])

  // As after the session has expired. The page that is open would leave for the sign-in meanwhile.
  await page.goto('about:blank')
  const [name = '', value = ''] = (await signIn(service, 'owner@localhost')).split('=')
  await page.context().clearCookies()
  await page.context().addCookies([{ name, value, url: service.config.QPR_BASE_URL }])
  await page.goto(studioAddress(service, 'notifications'))
  await page.locator('[name=push]:checked').waitFor()
  assert.equal(await subscriptions(), 1)
  await push.click()
  await saved.waitFor()
  assert.equal(await subscriptions(), 0)
  await push.click()
  await eventually(async () => assert.equal(await subscriptions(), 1))
  await page.getByRole('button', { name: 'owner@localhost' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/signin')
  assert.equal(await subscriptions(), 0)
  assert.equal(await page.evaluate(`localStorage.getItem('qpr push')`), null)
})

test('a browser that cannot be told says why', async (t) => {
  const service = await startOwnService(t)
  const page = await openStudio(t, browser, service)
  await page.addInitScript(permission('denied'))
  await page.goto(studioAddress(service, 'notifications'))
  await page.getByText('This browser blocks notifications of this page.').waitFor()
  await page.addInitScript('delete globalThis.PushManager')
  await page.reload()
  await page.getByText('This browser cannot show such messages.').waitFor()
  await page.route('**/v1/push-subscriptions', (route) =>
    route.fulfill({ json: { public_key: null, subscriptions: [] } }),
  )
  await page.reload()
  await page.getByText('Browsers show such messages only for pages with https.').waitFor()
  await look(page, 'this-device-without-https')
})

test('an admin adds and removes a chat tool, and shortens the retention', async (t) => {
  const settings = { QPR_CONVERSATION_RETENTION_DAYS: '365' }
  const service = await startOwnService(t, { settings })
  const id = await service.defaultOrganizationId()
  await service.keyOf('admin', undefined, 'adam@example.com')
  const page = await openStudio(t, browser, service, { email: 'adam@example.com' })
  await page.goto(`${service.config.QPR_BASE_URL}/studio/${id}/settings`)
  await page.getByRole('link', { name: 'Choose chat tools' }).click()
  await page.getByLabel('Chat tool').selectOption('Telegram')
  const address = page.getByLabel('Address')
  await address.press('Enter')
  assert.equal(await page.getByText('Please fill this in.').count(), 2)
  await assertAccessible(page, 'chat tools with errors')
  await address.fill('ftp://127.0.0.1/secret-token')
  await page.getByLabel('Chat id').fill('-100')
  await page.getByLabel('Chat id').press('Enter')
  await page.getByText('This does not have the right form.').waitFor()
  await address.fill('http://127.0.0.1:9/secret-token')
  await address.press('Enter')
  const row = page.getByRole('row', { name: 'Telegram' })
  await row.getByText('127.0.0.1:9/…').waitFor()
  assert.doesNotMatch(await page.content(), /secret-token/)
  await look(page, 'chat-tools')
  // Nothing listens there.
  await row.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('The chat tool has not taken the message.').waitFor()
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByText('Remove Telegram?').waitFor()
  await assertAccessible(page, 'removing a chat tool')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  assert.equal(await countRows(service, 'chat_targets'), 0)

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('link', { name: 'Change retention' }).click()
  await page.getByText('keep everything for at most 365 days').waitFor()
  const days = page.getByLabel('Days for conversations')
  await days.fill('366')
  await days.press('Enter')
  await page.getByText('Write a whole number of days from 1 to 365, or nothing.').waitFor()
  await assertAccessible(page, 'a retention that is too long')
  await days.fill('30')
  await days.press('Enter')
  const question = page.getByRole('dialog')
  await question.getByText('Days for conversations: 30.').waitFor()
  await assertAccessible(page, 'shortening the retention')
  await look(page, 'retention')
  const path = `/v1/organizations/${id}/privacy`
  assert.equal((await service.get<Record<string, unknown>>(path)).body.conversation_days, null)
  await question.getByRole('button', { name: 'Save and delete' }).click()
  await page.getByText('Saved.').first().waitFor()
  assert.equal((await service.get<Record<string, unknown>>(path)).body.conversation_days, 30)
  // A longer time deletes nothing, so nothing is asked.
  await days.fill('')
  await days.press('Enter')
  await eventually(async () => {
    const { body } = await service.get<Record<string, unknown>>(path)
    assert.equal(body.conversation_days, null)
  })
})
