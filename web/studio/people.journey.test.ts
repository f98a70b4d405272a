import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { type CodeView, createCode } from '../../test/harness/data/given.ts'
import { switchOn } from '../../test/harness/data/people.ts'
import { openTalk } from '../../test/harness/data/talk.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const shots = process.env.QPR_SHOTS

/** Pictures in the documentation, by day and by night, at a desk and on a phone. */
const shoot = async (page: Page, name: string) => {
  if (!shots) return
  for (const theme of ['light', 'dark']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${shots}/${name}-${width}-${theme}.png`, fullPage: true })
    }
  }
  await page.evaluate("document.documentElement.dataset.theme = 'light'")
  await page.setViewportSize({ width: 1280, height: 900 })
}

const assertFitsPhones = async (page: Page) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await assertFitsWidth(page)
  await page.setViewportSize({ width: 1280, height: 900 })
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').last().waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
}

test('an owner sets up the hand-off, its hours and who is told', async (t) => {
  const service = await startService(t)
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/handoff`
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'settings'))
  await page.getByRole('link', { name: 'Set up the hand-off' }).click()
  await page.getByLabel('Visitors can ask for a person').check()
  await page.getByLabel('owner@localhost').check()
  await page.getByLabel('When people answer').selectOption('At certain hours')
  await page.getByLabel('Friday').fill('')
  await page.getByLabel('Monday').fill('9-17, 19:00–18:00')
  await page.getByLabel('Closed days').fill('2026-12-25')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Write times such as 09:00–17:00.').waitFor()
  await assertAccessible(page, 'hours with a mistake')
  await assertFitsPhones(page)
  await page.getByLabel('Monday').fill('9-17, 19:00 – 0:00')
  await page.getByLabel('How long a visitor waits').selectOption('5 minutes')
  await page.getByLabel('What visitors read when nobody is there').fill('Back at nine.')
  await save(page)
  await shoot(page, 'handoff')
  const { body } = await service.get<{ member_ids: string[]; hours: object }>(path)
  const day = [['09:00', '17:00']]
  assert.equal(body.member_ids.length, 1)
  assert.deepEqual(
    { ...body, member_ids: [] },
    {
      enabled: true,
      hours: {
        time_zone: 'Europe/Berlin',
        weekly: {
          mon: [...day, ['19:00', '24:00']],
          ...{ tue: day, wed: day, thu: day, fri: [] },
        },
        closed: ['2026-12-25'],
      },
      wait_seconds: 300,
      closed_message: 'Back at nine.',
      member_ids: [],
    },
  )
  await page.reload()
  assert.equal(await page.getByLabel('Monday').inputValue(), '09:00–17:00, 19:00–24:00')
  // The service may not know a zone of the browser.
  await page.route(`**${path}`, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        status: 422,
        code: 'invalid_input',
        errors: [{ pointer: '/hours/time_zone', code: 'unknown', message: 'x' }],
      }),
    }),
  )
  await page.getByLabel('Time zone').selectOption('Europe/Vienna')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This does not exist, or no longer.').waitFor()
  await page.getByLabel('Time zone').and(page.locator(':focus')).waitFor()
})

test('an editor gives a code its own hand-off and a contact form, by keyboard', async (t) => {
  const service = await startService(t)
  await switchOn(service)
  const code = await createCode(service)
  await service.keyOf('editor', undefined, 'eva@example.com')
  const page = await openStudio(t, browser, service, { email: 'eva@example.com' })
  await page.goto(studioAddress(service, `codes/${code.id}/talk`))
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByText('Without this form, visitors cannot leave a message').waitFor()
  await page.getByLabel('For this code').selectOption('Own settings')
  await page.getByLabel('How long a visitor waits').selectOption('1 minute')
  await page.getByRole('checkbox', { name: 'Visitors can leave a message', exact: true }).check()
  await page.getByRole('button', { name: 'Add a field' }).click()
  const third = page.getByRole('group', { name: 'Field 3' })
  await third.getByLabel('Label').fill('Wie viele Nächte?')
  await third.getByLabel('Type').selectOption('Choice')
  await page.getByRole('button', { name: 'Save' }).click()
  // The error is below its field, which has the focus.
  await third.getByRole('textbox', { name: 'Choices' }).and(page.locator(':focus')).waitFor()
  await third.getByRole('textbox', { name: 'Choices' }).fill('One\nTwo\n\nTwo')
  await assertAccessible(page, 'a contact form')
  await assertFitsPhones(page)
  await page.getByRole('button', { name: 'Move up: Wie viele Nächte?' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Field 2' }).locator(':focus').waitFor()
  await page.keyboard.press('Enter')
  // It cannot go up any more, so the focus is on the way down.
  await page
    .getByRole('button', { name: 'Move down: Wie viele Nächte?' })
    .and(page.locator(':focus'))
    .waitFor()
  await save(page)
  await shoot(page, 'contact-form')
  const { body } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  assert.deepEqual(
    { wait: body.handoff?.wait_seconds, form: body.lead_form },
    {
      wait: 60,
      form: {
        title: 'Leave us a message',
        fields: [
          {
            key: 'wie_viele_nachte',
            label: 'Wie viele Nächte?',
            type: 'choice',
            required: false,
            choices: ['One', 'Two'],
          },
          {
            key: 'your_e_mail_address',
            label: 'Your e-mail address',
            type: 'email',
            required: true,
          },
          { key: 'your_message', label: 'Your message', type: 'text', required: false },
        ],
        consent: 'You may contact me about my request.',
      },
    },
  )
  await page.getByRole('link', { name: 'Talk' }).click()
  await page.locator('summary', { hasText: 'Translations' }).click()
  await page.getByLabel('Add a language').selectOption('Deutsch')
  const german = page.getByRole('group', { name: 'Deutsch' })
  await german.getByLabel('Your e-mail address').fill('Ihre Adresse')
  await german.getByLabel('One Two').fill('Eine\nZwei')
  await save(page)
  const { body: translated } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  assert.deepEqual(translated.translations, {
    de: {
      lead_form: {
        fields: {
          wie_viele_nachte: { choices: ['Eine', 'Zwei'] },
          your_e_mail_address: { label: 'Ihre Adresse' },
        },
      },
    },
  })
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('For this code').selectOption('As the organization')
  await page.getByRole('checkbox', { name: 'Visitors can leave a message', exact: true }).uncheck()
  await save(page)
  const { body: off } = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  assert.deepEqual([off.handoff, off.lead_form], [null, null])
})

const consent = 'You may contact me about my request.'

const leaveLeads = async (service: Service, emails: string[]) => {
  const field = { type: 'text', required: false }
  const { short_id } = await createCode(service, {
    lead_form: {
      title: 'Leave us a message',
      fields: [
        { key: 'email', label: 'E-mail', type: 'email', required: true },
        { ...field, key: 'phone', label: 'Telephone', type: 'tel' },
        { ...field, key: 'text', label: 'Message' },
        { ...field, key: 'news', label: 'News?', type: 'yes_no' },
      ],
      consent,
    },
  })
  for (const email of emails) {
    const visitor = await openTalk(service, short_id)
    await visitor.ask('Is there a room?')
    const values = {
      email,
      phone: '+49 40 123456',
      text: `<b>${'A room. '.repeat(20)}`,
      news: true,
    }
    assert.equal((await visitor.post('/lead', { values, consent })).body.code, undefined)
  }
}

const cards = (page: Page) => page.locator('main li.card')

const exportedFrom = async (page: Page): Promise<string[]> => {
  await page.getByRole('button', { name: 'Export' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV (spreadsheet)' }).click()
  return (await readFile(await (await file).path(), 'utf8')).trimEnd().split('\r\n')
}

const phone = { viewport: { width: 390, height: 844 } }

const openLeads = async (t: TestContext, service: Service) => {
  const page = await openStudio(t, browser, service, phone)
  await page.goto(studioAddress(service, 'conversations'))
  await page.getByRole('link', { name: 'Leads' }).click()
  await page.getByRole('heading', { name: 'Leads' }).waitFor()
  return page
}

test('an owner finds, exports and deletes every lead of an address, on a phone', async (t) => {
  const service = await startService(t)
  await leaveLeads(service, ['Ana@example.com', 'bob@example.com', 'ana@example.com'])
  const page = await openLeads(t, service)
  await page.getByText('3 leads').waitFor()
  await cards(page).first().getByText(consent).waitFor()
  await assertAccessible(page, 'leads')
  await assertFitsWidth(page)
  await shoot(page, 'leads')
  await page.getByLabel('E-mail address or phone number').fill('ANA@example.com')
  await page.getByText('2 leads').waitFor()
  const lines = await exportedFrom(page)
  assert.equal(lines.length, 3)
  assert.ok(lines.slice(1).every((line) => /ana@example\.com/i.test(line)))
  await page.getByRole('button', { name: 'Delete all found' }).click()
  await page.getByRole('dialog').getByText('Delete 2 leads?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No lead has this address or number.').waitFor()
  await page.getByLabel('E-mail address or phone number').fill('0049 (40) 123-456')
  await page.getByText('1 lead', { exact: true }).waitFor()
  await cards(page).getByRole('link', { name: 'bob@example.com' }).waitFor()

  await page.getByRole('button', { name: 'Delete: bob@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No lead has this address or number.').waitFor()
  await page.getByLabel('E-mail address or phone number').fill('')
  await page.getByText('Leads appear here when visitors fill in').waitFor()
})
