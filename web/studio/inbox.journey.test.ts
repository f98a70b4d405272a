import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import {
  assertAccessible,
  assertAccessibleByNight,
  openStudio,
  studioAddress,
} from '../../test/harness/browser/studio-pages.ts'
import { eventually, until } from '../../test/harness/checks/eventually.ts'
import { open, plantConversation } from '../../test/harness/data/conversations.ts'
import { memberOf, talkWithPeople, viewOf } from '../../test/harness/data/people.ts'
import { type Service, startService } from '../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../test/journeys/pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** A member in a browser that counts the tones it plays, and whose clock the test can advance. */
const openMember = async (t: TestContext, service: Service, options = {}) => {
  const page = await openStudio(t, browser, service, { locale: 'en-GB', ...options })
  await page.addInitScript(`globalThis.tones = 0
    const { start } = AudioScheduledSourceNode.prototype
    AudioScheduledSourceNode.prototype.start = function (...times) {
      globalThis.tones += 1
      return start.apply(this, times)
    }`)
  await page.clock.install()
  return page
}

const tonesOn = (page: Page) => page.evaluate<number>('tones')

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
const questions = (page: Page) =>
  page.getByRole('table', { name: 'Conversations' }).getByRole('link').allTextContents()

/** Lets the page look again now. */
const hasTitle = (page: Page, title: string) =>
  eventually(async () => {
    await page.clock.fastForward(10_000)
    assert.equal(await page.title(), title)
  })

const askForPerson = (service: Service, visitor: { path: (rest: string) => string }) =>
  service.post(visitor.path('/handoff'), undefined, { key: null })

test('two members take a visitor at once, one wins, the other takes over, writes, gives back and ends', async (t) => {
  const service = await startService(t)
  const organization = await service.defaultOrganizationId()
  const keyOfBen = await service.keyOf('editor', organization, 'ben@example.com')
  await service.patch('/v1/account', { display_name: 'Ana' })
  await service.patch('/v1/account', { display_name: 'Ben' }, { key: keyOfBen })
  const visitor = await talkWithPeople(service)
  const { conversation_id: id, code } = visitor
  await plantConversation(service, code, { said: ['Newer?', 'Yes.'], at: Date.now(), ...open })

  // On another page, and in another tab than the visitor's.
  const ana = await openMember(t, service)
  await ana.goto(studioAddress(service, 'codes'))
  const ben = await openMember(t, service, { ...phone, email: 'ben@example.com' })
  await ben.goto(studioAddress(service, 'conversations?handling=waiting'))
  await ben.getByText('Nobody is waiting').waitFor()
  await assertAccessible(ben, 'nobody waits')
  await button(ben, 'Sound: on').click()
  await ben.reload()
  await button(ben, 'Sound: off').waitFor()
  await ana.getByRole('heading', { level: 1, name: 'Codes' }).click()
  assert.equal((await askForPerson(service, visitor)).status, 202)
  await hasTitle(ana, '(1) Codes · QPR')
  await eventually(async () => assert.equal(await tonesOn(ana), 2))
  await hasTitle(ben, '(1) Conversations · QPR')
  await ben.getByRole('link', { name: 'Conversations: 1 visitor waits' }).click()
  await eventually(async () => {
    const [first = '', second] = await questions(ben)
    assert.match(first, /^When is breakfast\?Waiting for \d+ /)
    assert.equal(second, 'Newer?Open')
  })
  assert.equal(await tonesOn(ben), 0, 'switched off')
  await assertFitsWidth(ben)
  await assertAccessible(ben, 'inbox with a visitor who waits')

  await ana.getByRole('link', { name: 'Conversations 1 visitor waits' }).click()
  for (const page of [ana, ben]) {
    await page.getByRole('link', { name: 'When is breakfast?' }).click()
    await button(page, 'Take').waitFor()
  }
  await assertAccessible(ben, 'a visitor waits')
  await assertAccessibleByNight(ben, 'a visitor waits')
  await Promise.all([button(ana, 'Take').click(), button(ben, 'Take').click()])
  const outcomes = await Promise.all(
    [ana, ben].map(async (page) => {
      await box(page).or(page.getByRole('dialog')).first().waitFor()
      return await box(page).isVisible()
    }),
  )
  assert.deepEqual(outcomes.toSorted(), [false, true], 'exactly one has it')
  const [winner, loser, name] = outcomes[0] ? [ana, ben, 'Ana'] : [ben, ana, 'Ben']
  const other = name === 'Ana' ? 'Ben' : 'Ana'
  const dialog = loser.getByRole('dialog', { name: `${name} has this conversation` })
  await dialog.waitFor()
  await assertAccessible(loser, 'another member has it')
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await box(loser).waitFor()
  await until(loser, "document.activeElement.tagName === 'TEXTAREA'")
  assert.deepEqual((await viewOf(visitor)).person, { name: other })
  await winner.getByText(/@(localhost|example\.com) answers\.$/).waitFor()
  assert.equal(await box(winner).count(), 0)

  await box(loser).fill('I am on my way.')
  await button(loser, 'Send').click()
  await loser.getByRole('article', { name: other }).getByText('I am on my way.').waitFor()
  assert.equal(await box(loser).inputValue(), '')
  await visitor.say('Thank you!')
  await loser.getByRole('article', { name: 'Visitor' }).getByText('Thank you!').waitFor()
  await assertAccessible(loser, 'the reader answers')
  await ben.setViewportSize({ width: 320, height: 640 })
  await assertFitsWidth(ben)

  await ana.getByLabel('New note').fill('Room 12.\nCalled back.')
  await button(ana, 'Add note').click()
  await ben.getByRole('region', { name: 'Notes' }).getByText('Called back.').waitFor()
  assert.doesNotMatch(JSON.stringify(await visitor.view()), /Room 12/)
  await button(loser, 'Give back to the assistant').click()
  await loser.getByText('The assistant answers.', { exact: true }).waitFor()
  assert.equal((await viewOf(visitor)).handling, 'assistant')

  await ana.getByRole('combobox', { name: 'Assigned to' }).selectOption('ben@example.com')
  await ana.getByText('Assignment saved.').waitFor()
  await ana.goto(studioAddress(service, 'conversations'))
  const assigned = ana.getByLabel('Assigned to')
  const filtered = async (choice: string, found: string[]) => {
    await assigned.selectOption(choice)
    await eventually(async () => assert.deepEqual(await questions(ana), found))
  }
  await filtered('ben@example.com', ['When is breakfast?Openben@example.com'])
  await filtered('Nobody', ['Newer?Open'])
  assert.equal(new URL(ana.url()).searchParams.get('assignee'), 'none')
  await filtered('Me', [])
  await ana.goto(studioAddress(service, 'conversations?assignee=me&handling=person'))
  await memberOf(service).take(id)
  await ana.reload()
  await eventually(async () =>
    assert.deepEqual(await questions(ana), ['When is breakfast?Personowner@localhost']),
  )
  await ana.getByRole('link', { name: 'When is breakfast?' }).click()
  await box(ana).waitFor()
  await button(ana, 'End').click()
  await ana.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await ana.getByText('The conversation was ended.').first().waitFor()
  assert.equal(await button(ana, 'Take').count(), 0)
  assert.deepEqual(
    [(await viewOf(visitor)).status, (await viewOf(visitor)).reason],
    ['ended', 'closed'],
  )
})

test('a message survives a lost network and a lost answer, and arrives once', async (t) => {
  const service = await startService(t)
  const organization = await service.defaultOrganizationId()
  const keyOfBen = await service.keyOf('editor', organization, 'ben@example.com')
  const visitor = await talkWithPeople(service)
  const { conversation_id: id } = visitor
  await askForPerson(service, visitor)
  const member = memberOf(service)
  const written = async () => {
    const { messages } = await member.read(id)
    return messages.filter(({ role }) => role === 'owner').map(({ text }) => text)
  }
  const page = await openMember(t, service)
  const typing: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/typing')) typing.push(request.method())
  })
  // The service has the message, and its answer is lost. The route is older than the page, so that it sees
  // every request.
  const isMessage = ({ pathname }: URL) => pathname.endsWith('/messages')
  let losesAnswer = false
  await page.route(isMessage, async (route) => {
    if (!losesAnswer) return route.continue()
    losesAnswer = false
    const asked = route.request()
    const { cookie = '', origin = '', 'idempotency-key': key = '' } = await asked.allHeaders()
    const headers = { Cookie: cookie, Origin: origin, 'Idempotency-Key': key }
    const path = new URL(asked.url()).pathname
    const { status } = await service.post(path, asked.postDataJSON(), { key: null, headers })
    assert.equal(status, 201)
    await route.abort()
  })
  await page.goto(studioAddress(service, `conversations/${id}`))
  await button(page, 'Take').click()
  await page.getByText('Visitors see “a member of the team” instead of your name.').waitFor()
  assert.equal(await page.evaluate('document.activeElement.tagName'), 'TEXTAREA')

  const began = Date.now()
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  const spans = Math.ceil((Date.now() - began) / 3000)
  assert.ok(typing.length >= 1 && typing.length <= spans, 'once in three seconds')
  assert.equal(await box(page).inputValue(), 'First line\nsecond line')
  losesAnswer = true
  const lost = page.waitForEvent('requestfailed', (request) => isMessage(new URL(request.url())))
  await page.keyboard.press('Enter')
  await lost
  await page.getByText('The service did not answer.').waitFor()
  assert.equal(await box(page).inputValue(), 'First line\nsecond line')
  await assertAccessible(page, 'a message that was not sent')
  await page.reload()
  assert.equal(await box(page).inputValue(), 'First line\nsecond line')
  await box(page).press('Enter')
  await eventually(async () => assert.equal(await box(page).inputValue(), ''))
  assert.deepEqual(await written(), ['First line\nsecond line'])

  await page.context().setOffline(true)
  await box(page).fill('Second message')
  await box(page).press('Enter')
  await page.getByText('You are offline.').waitFor()
  await box(page).press('Enter')
  await page.context().setOffline(false)
  await page.getByRole('article').getByText('Second message').waitFor()
  assert.deepEqual(await written(), ['First line\nsecond line', 'Second message'])
  assert.equal(await box(page).inputValue(), '')

  // Another member takes it over while the reader writes.
  await box(page).fill('Too late')
  await memberOf(service, keyOfBen).take(id, { force: true })
  await button(page, 'Send').click()
  await page.getByText('ben@example.com answers.').waitFor()
  await button(page, 'Take over').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  assert.equal(await box(page).inputValue(), 'Too late', 'nothing that was written is lost')
  assert.equal((await written()).length, 2)
})
