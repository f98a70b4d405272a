// A visitor and a person, in three languages: asked, waited for, there, away; and the form for an
// address when nobody comes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../test/harness/browser/browser.ts'
import {
  givenCode,
  lastAnswer,
  listenTo,
  say,
  scanWith,
  textOf,
  transcript,
} from '../../../test/harness/browser/visitor.ts'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { memberOf, switchOn } from '../../../test/harness/data/people.ts'
import { fakeClock } from '../../../test/harness/service/service.ts'
import { assertFitsWidth } from '../../../test/journeys/pages.ts'
import { claimsByLanguage } from '../answers/claims.fixture.ts'
import { handlingSentence, peopleSentencesIn } from '../conversations/people.sentences.ts'
import { longestWait } from './parts.ts'
import { scanWords } from './words.ts'

let browser: Browser
let axe: string
before(async () => {
  browser = await launchBrowser()
  axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
})
after(() => browser.close())

/** Without a barrier, and as wide as small phones. */
const assertGood = async (page: Page, state: string) => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const violations = await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then((result) =>
    result.violations.map(({ id, nodes }) =>
      id + ' ' + nodes.map(({ html, failureSummary }) => html + failureSummary)))`)
  assert.deepEqual(violations, [], state)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await assertFitsWidth(page, `${state} at ${width} px`)
  }
}

const lead_form = {
  title: 'Leave us a message',
  fields: [
    { key: 'name', label: 'Your name', type: 'text', required: true },
    { key: 'phone', label: 'Telephone', help: 'With prefix', type: 'tel', required: false },
    { key: 'nights', label: 'Nights', type: 'choice', required: false, choices: ['One', 'Two'] },
    { key: 'news', label: 'News?', type: 'yes_no', required: false },
  ],
  consent: 'You may contact me about my request.',
}
const texts = {
  en: lead_form,
  de: { title: 'Nachricht hinterlassen', consent: 'Sie dürfen mich dazu kontaktieren.' },
  ar: { title: 'اترك لنا رسالة', consent: 'يمكنكم التواصل معي بشأن طلبي.' },
}
const translations = { de: { lead_form: texts.de }, ar: { lead_form: texts.ar } }

for (const language of ['en', 'de', 'ar'] as const) {
  test(`a visitor talks to a person, loses the network, and leaves an address: ${language}`, async (t) => {
    const words = scanWords[language]
    const said = peopleSentencesIn(language)
    const clock = fakeClock('2026-07-01T12:00:00.000Z')
    const { code, service, provider } = await givenCode(t, {
      fields: { lead_form, translations },
      clock,
      // So often the service looks for visitors who have waited for too long.
      settings: { QPR_CONVERSATION_IDLE_SECONDS: '2' },
    })
    await switchOn(service, { wait_seconds: 60 })
    await service.patch('/v1/account', { display_name: 'Ana' })
    const member = memberOf(service)
    const page = await scanWith(t, browser, code, {
      locale: language,
      colorScheme: language === 'de' ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    const announced = await listenTo(page)
    const person = page.locator('#person')
    const state = page.locator('#handling')
    const stateIs = async (sentence: string) =>
      await eventually(async () => assert.equal(await state.textContent(), sentence))

    const unsent = page.locator('.said small').filter({ hasText: words.unsent, visible: true })
    const untilSent = async () =>
      await eventually(async () => assert.equal(await unsent.count(), 0))

    // Before the first message nobody can be asked.
    await person.click()
    await page.getByText(said.writeFirst).first().waitFor()
    provider.answerWith({ tokens: [claimsByLanguage[language]?.[0] ?? ''] })
    await say(page, 'Hello?')
    await lastAnswer(page)
    assert.equal(await textOf(page, '.answer .note'), said.notTold)
    assert.match((await person.getAttribute('class')) ?? '', /main/)
    assert.match((await announced()).at(-1) ?? '', new RegExp(`${said.notTold} ${words.person}`))
    await assertGood(page, 'offered')

    await person.press('Enter')
    await stateIs(`${said.waiting} ${longestWait(60, language)}`)
    assert.equal((await announced()).at(-1), `${said.waiting} ${longestWait(60, language)}`)
    assert.equal(await person.isVisible(), false)
    for (const text of ['One', 'Two']) await say(page, text)
    await untilSent()
    assert.equal((await transcript(page)).length, 4, 'no answer is awaited')
    await assertGood(page, 'waiting')

    const { body } = await service.get<{ conversations: { id: string }[] }>('/v1/conversations')
    const { id } = body.conversations[0] ?? { id: '' }
    await member.take(id)
    const joined = handlingSentence({ cause: 'taken', name: 'Ana' }, language)
    await stateIs(joined)
    assert.equal(await textOf(page, '.ai'), `Ana · ${words.human}`)
    await member.typing(id)
    await page.getByText(words.typing.replace('{name}', 'Ana')).waitFor()
    await member.write(id, 'I am here.')
    await page.locator('.answer[data-person]').waitFor()
    assert.equal(await page.locator('#typing').isVisible(), false)
    assert.match((await page.locator('[data-person]').getAttribute('aria-label')) ?? '', /^Ana/)
    assert.equal(await page.locator('[data-person] [data-rating]').count(), 0)
    await assertGood(page, 'person')

    // One message is written without a network, and the receipt of another is lost.
    await page.context().setOffline(true)
    await say(page, 'Offline')
    await page.getByText(words.kept).waitFor()
    await member.write(id, 'Still there?')
    await page.context().setOffline(false)
    const all = ['Hello?', 'One', 'Two', 'I am here.', 'Offline', 'Still there?']
    const shown = async () => (await transcript(page)).filter((_, index) => index !== 1).sort()
    await eventually(async () => assert.deepEqual(await shown(), [...all].sort()))
    await untilSent()
    let lost = 0
    await page.route('**/messages', async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return await route.abort()
    })
    await say(page, 'Only once')
    await untilSent()
    assert.deepEqual(await shown(), [...all, 'Only once'].sort())
    await page.reload()
    await stateIs(joined)
    assert.equal(await textOf(page, '.ai'), `Ana · ${words.human}`)
    assert.deepEqual(await shown(), [...all, 'Only once'].sort())
    assert.equal(provider.requests.length, 1, 'no model was asked')

    await member.release(id)
    await stateIs(said.released)
    assert.equal(await textOf(page, '.ai'), words.assistant)
    provider.answerWith({ tokens: ['At seven.'] })
    await say(page, 'Breakfast?')
    assert.equal(await lastAnswer(page), 'At seven.')
    await state.waitFor({ state: 'hidden' })

    // Another visitor, for whom nobody comes.
    await page.locator('header button').click()
    await page.locator('#over').click()
    await say(page, 'Anybody?')
    await lastAnswer(page)
    await person.click()
    await stateIs(`${said.waiting} ${longestWait(60, language)}`)
    clock.advance(61_000)
    await stateIs(said.missed)
    const lead = page.getByRole('link', { name: texts[language].title })
    assert.match((await lead.getAttribute('class')) ?? '', /main/)
    await assertGood(page, 'missed')
    await lead.press('Enter')
    const dialog = page.getByRole('dialog', { name: texts[language].title })
    await assertGood(page, 'form')
    await dialog.getByLabel('Your name').fill('Ana')
    const phone = dialog.getByLabel('Telephone')
    await phone.fill('none')
    await dialog.getByRole('checkbox', { name: texts[language].consent }).check()
    await dialog.getByRole('button', { name: words.send }).press('Enter')
    await dialog.getByText(said.fieldPhone).waitFor()
    assert.equal(
      await page.locator(':focus').getAttribute('name'),
      await phone.getAttribute('name'),
    )
    assert.match(await phone.ariaSnapshot(), /\[invalid/)
    await assertGood(page, 'form with an error')
    await phone.fill('+49 40 123456')
    await dialog.getByLabel('News?').selectOption(words.yes)
    await dialog.getByRole('button', { name: words.send }).click()
    await page.locator('#notice').getByText(words.sent).waitFor()
    assert.equal(await dialog.count(), 0)
    const leads = await service.get<{
      leads: { fields: { value: unknown }[]; consent: string }[]
    }>('/v1/leads')
    assert.deepEqual(
      leads.body.leads.map(({ fields, consent }) => [...fields.map(({ value }) => value), consent]),
      [['Ana', '+49 40 123456', true, texts[language].consent]],
    )

    const hours = { time_zone: 'America/New_York', weekly: { fri: [['09:30', '12:00']] } }
    await switchOn(service, { hours, closed_message: 'Asleep.' })
    await person.click()
    const notice = page.locator('#notice')
    await notice.getByText('Asleep.').waitFor()
    // In the time of the visitor, which is six hours later.
    assert.match((await notice.textContent()) ?? '', /^Asleep\. .*2026.*\b(15:30|0?3:30)/)
    assert.equal(await lead.getAttribute('class'), 'contact main')
    await assertGood(page, 'closed')
  })
}
