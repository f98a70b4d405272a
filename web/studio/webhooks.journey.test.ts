import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { injections } from '../../test/harness/browser/injections.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually, until } from '../../test/harness/checks/eventually.ts'
import { createCode } from '../../test/harness/data/given.ts'
import { plantDelivery, waiting } from '../../test/harness/data/planted.ts'
import { type Receiver, startReceiver } from '../../test/harness/receivers/receiver.ts'
import { closedPort, registerWebhook } from '../../test/harness/receivers/webhooks.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const signatureOf = (secret: string, body: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Whatever a receiver says is text: nothing of it runs, and nothing of it is fetched. */
const watchForHits = async (page: Page) => {
  const hits: string[] = []
  await page.exposeFunction('hit', () => hits.push('a script ran'))
  page.on('request', (request) => {
    if (request.url().includes('leak.localhost')) hits.push(request.url())
  })
  return hits
}

const registerByHand = async (page: Page, service: Service, receiver: Receiver) => {
  await page.goto(studioAddress(service, 'webhooks'))
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('link', { name: 'New webhook' }).first().click()
  await heading(page, 'New webhook').waitFor()
  const address = page.getByLabel('Address')
  await address.fill('ftp://example.com')
  await press(page, 'Register')
  await page.getByText('Use an address that begins with http://').waitFor()
  await until(page, "document.activeElement.name === 'url'")
  await address.fill(receiver.url)
  await page.getByLabel('The plan was cancelled.').uncheck()
  await page.getByLabel('Description').fill('Loyalty system')
  await press(page, 'Register')
  await heading(page, 'Webhook registered: copy its secret').waitFor()
  return (await page.locator('code', { hasText: /^whsec_/ }).textContent()) ?? ''
}

test('a webhook is registered, fails, is seen to fail, and what it missed is replayed', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_RETRY_SECONDS: '0.2' } })
  const said = injections
    .filter((text) => !/[\0\r]/.test(text))
    .join('\n')
    .slice(0, 3500)
  const receiver = await startReceiver(t, { status: 503, body: said })
  const page = await openStudio(t, browser, service)
  const hits = await watchForHits(page)

  const secret = await registerByHand(page, service, receiver)
  await page.getByText(`export WEBHOOK_SECRET='${secret}'`).waitFor()
  await page.getByRole('tab', { name: 'Python' }).click()
  await page.getByText('def is_genuine(body, signature):').waitFor()
  await assertAccessible(page, 'secret')

  // The test shows the very bytes, and the signature that the secret gives for them.
  await press(page, 'Send test event')
  await page.getByText(/Not accepted .* Answered with status 503/).waitFor()
  const tested = receiver.requests[0]?.body ?? ''
  await page.locator('pre', { hasText: tested }).waitFor()
  await page.getByText(`X-Service-Signature: ${signatureOf(secret, tested)}`).waitFor()

  await createCode(service, { name: '<img src=x onerror=hit()>' })
  await page.getByRole('link', { name: 'Go to the webhook' }).click()
  await heading(page, 'Loyalty system').waitFor()
  const row = page.getByRole('row', { name: /qpr_code\.created/ })
  await row.getByText('Failed').waitFor()
  await page.getByRole('region', { name: 'State' }).getByText('Failing').waitFor()

  await row.getByRole('link').click()
  await heading(page, 'qpr_code.created').waitFor()
  await page.getByRole('heading', { name: 'Attempt 2' }).waitFor()
  assert.equal(await page.getByText('Answered with status 503.').count(), 2)
  const answer = page.getByRole('figure', { name: 'Response body' }).first().locator('code')
  assert.equal(await answer.textContent(), said)
  await page.getByRole('link', { name: 'As sent' }).click()
  const sent = receiver.requests[1]?.body ?? ''
  await page.locator('pre', { hasText: sent }).waitFor()
  assert.match(page.url(), /body=raw/)

  receiver.answerWith(204)
  await page.getByRole('link', { name: 'Webhook', exact: true }).click()
  await press(page, 'Resend deliveries')
  await press(page, 'Preview')
  await page.getByText('1 delivery will be resent.').waitFor()
  const ending = page.getByRole('dialog').locator('.dialog-actions').getByRole('button')
  assert.deepEqual(await ending.allTextContents(), ['Previous', 'Resend 1 delivery'])
  await press(page, 'Resend 1 delivery')
  await page.getByText('All of them were sent.').waitFor()
  await row.getByText('Delivered').waitFor()
  await page.getByRole('region', { name: 'State' }).getByText('Active').waitFor()
  assert.equal(receiver.requests.at(-1)?.body, sent, 'the same event, with the same id')

  const before = receiver.requests.length
  await page.getByRole('button', { name: /^Resend qpr_code\.created: / }).click()
  await receiver.waitFor(before + 1)
  assert.deepEqual(hits, [])
})

test('the log waits calmly, is filtered in the address, and sends at once when told', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  const { id } = await registerWebhook(service, receiver.url)
  const soon = Date.now() + 3_600_000
  const later = { ...waiting, next_attempt_at: soon, due_at: soon }
  await plantDelivery(service, id, { ...later, event: 'scan.created' })
  await plantDelivery(service, id, { status: 'succeeded' })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `webhooks/${id}`))
  const rows = page.getByRole('row')
  await rows.filter({ hasText: /Waiting.*in (59|60) minutes|in 1 hour/ }).waitFor()
  await page.getByLabel('Event').selectOption('qpr_code.created')
  await eventually(async () => assert.equal(await rows.count(), 2))
  await page.reload()
  await rows.filter({ hasText: 'Delivered' }).waitFor()
  await page.getByLabel('Status').selectOption('failed')
  await page.getByText('No delivery matches this filter').waitFor()
  assert.match(page.url(), /status=failed/)
  await press(page, 'Show all')
  await page.getByRole('button', { name: /^Resend scan\.created: / }).click()
  await rows.filter({ hasText: 'scan.created' }).getByText('Delivered').waitFor()
  assert.equal(receiver.requests.length, 1)
})

test('the secret is changed without a gap; a webhook is switched off, on, changed and deleted', async (t) => {
  const service = await startService(t)
  const receiver = await startReceiver(t)
  const webhook = await registerWebhook(service, receiver.url)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `webhooks/${webhook.id}?tab=settings`))

  await press(page, 'Rotate secret')
  await page.getByLabel('The current secret expires').selectOption('In an hour')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Rotate secret' }).click()
  await dialog.getByText(/The old secret expires on/).waitFor()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  assert.notEqual(secret, webhook.secret)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText(/The secret was rotated\. Until/).waitFor()
  await page.getByRole('link', { name: 'Test', exact: true }).click()
  await press(page, 'Send test event')
  await page.getByText(/Accepted with status 200/).waitFor()
  const { headers, body = '' } = receiver.requests[0] ?? {}
  assert.equal(headers?.['x-service-signature'], signatureOf(webhook.secret, body), 'the former')
  assert.equal(String(headers?.['webhook-signature']).split(' ').length, 2)

  const onOff = page.getByRole('switch', { name: 'Sending' })
  await onOff.click()
  await press(page, 'Switch off')
  await page.getByRole('region', { name: 'State' }).getByText('Paused').waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByText('No deliveries yet').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Resend deliveries' }).count(), 0)
  await onOff.click()
  await page.getByRole('region', { name: 'State' }).getByText('Active').waitFor()

  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByLabel('Description').fill('Till')
  await press(page, 'Save')
  await heading(page, 'Till').waitFor()
  await press(page, 'Delete webhook')
  await dialog.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByText('No webhooks yet').waitFor()
  assert.equal((await service.get(`/v1/webhooks/${webhook.id}`)).status, 404)
})

test('before deliveries are resent, the dialog says what is still waiting', async (t) => {
  const service = await startService(t)
  const { id } = await registerWebhook(service, closedPort)
  const at = Date.now() - 60_000
  for (const fields of [{}, waiting, waiting]) await plantDelivery(service, id, { ...fields, at })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, `webhooks/${id}`))
  await press(page, 'Resend deliveries')
  await press(page, 'Preview')
  await page.getByText('1 delivery will be resent.').waitFor()
  await page
    .getByText('2 other deliveries are still waiting for their next attempt and are not resent.')
    .waitFor()
})

test('an address in a private network is refused below its field', async (t) => {
  const settings = { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' }
  const service = await startService(t, { settings })
  const page = await openStudio(t, browser, service, { locale: 'de-DE' })
  await page.goto(studioAddress(service, 'webhooks/new'))
  const address = page.getByLabel('Adresse')
  await address.fill('http://10.0.0.1/hooks')
  await press(page, 'Anlegen')
  await page.getByText('Diese Adresse liegt in einem privaten Netz').waitFor()
  assert.equal(await address.getAttribute('aria-invalid'), 'true')
})
