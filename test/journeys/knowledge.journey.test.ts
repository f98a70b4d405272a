// From a document to an answer, and from a question without one to the answer of the owner.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../harness/browser/browser.ts'
import { assertAccessible, openStudio, studioAddress } from '../harness/browser/studio-pages.ts'
import { lastAnswer, say, scanWith, transcript } from '../harness/browser/visitor.ts'
import { pptxOf, shapeOf, sheetOf, xlsxOf } from '../harness/data/files.ts'
import { createCode } from '../harness/data/given.ts'
import { addFile } from '../harness/data/knowledge.ts'
import { plainPdf } from '../harness/data/pdf.ts'
import { jpegOf, menu, photoOf, priceList, scannedPdf, scanOf } from '../harness/data/pictures.ts'
import { startService } from '../harness/service/service.ts'
import { assertFitsWidth } from './pages.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

const shots = process.env.QPR_SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

const manual = plainPdf([
  ['House manual', 'Welcome to the holiday house by the lake.'],
  ['Heating', 'The boiler stands in the cellar. Press the green button twice to start the boiler.'],
])

test('an owner uploads a PDF, a visitor asks about it, and the owner answers what it does not say', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { name: 'Lake house', prompt: 'Be friendly.' })

  // The owner uploads the manual and watches it being read.
  const studio = await openStudio(t, browser, service)
  await studio.goto(studioAddress(service, ''))
  await studio.getByRole('link', { name: 'Knowledge' }).click()
  await studio.getByText('Nothing here yet').waitFor()
  await assertAccessible(studio, 'knowledge without sources')
  await shoot(studio, 'knowledge-empty')
  const file = { name: 'manual.pdf', mimeType: 'application/pdf', buffer: manual }
  await studio.locator('input[type=file]').setInputFiles(file)
  const row = studio.getByRole('row', { name: /manual/ })
  await row.getByText('Ready').waitFor()
  assert.match(await row.innerText(), /All codes[\s\S]*2/)
  // The area opens the dialog for files too.
  const chooser = studio.waitForEvent('filechooser')
  await studio.getByText('Drop files here').click()
  await chooser

  // A tried question shows the answer, and the place of the quote.
  await studio.getByRole('textbox', { name: 'Question' }).fill('How do I start the boiler?')
  await studio.getByRole('button', { name: 'Ask' }).click()
  await studio.getByRole('region', { name: 'Answer' }).getByText('green button').waitFor()
  const found = studio.getByRole('list', { name: 'Where it stands' }).getByRole('listitem').first()
  await found.locator('mark').getByText('green button').waitFor()
  assert.match(await found.innerText(), /Page 2/)
  await shoot(studio, 'knowledge')
  await studio.setViewportSize({ width: 320, height: 700 })
  await assertFitsWidth(studio)

  // The place opens in the text that was read.
  await found.getByRole('link').click()
  const place = studio.locator('[aria-current=location]')
  assert.match(await place.innerText(), /Page 2[\s\S]*green button/)
  await place.locator('mark', { hasText: 'boiler' }).first().waitFor()
  await assertFitsWidth(studio)
  await studio.setViewportSize({ width: 1280, height: 900 })
  await shoot(studio, 'source')

  // The code names what it answers from.
  await studio.goto(studioAddress(service, `codes/${code.id}/talk`))
  const sources = studio.getByRole('region', { name: 'What this code answers from' })
  await sources.getByRole('link', { name: 'manual' }).click()
  await studio.getByText('green button').waitFor()

  // The visitor asks on a phone.
  const phone = await scanWith(t, browser, code, { viewport: { width: 390, height: 844 } })
  await say(phone, 'How do I start the boiler?')
  assert.match(await lastAnswer(phone), /green button/)
  await phone.getByRole('button', { name: 'Source 1: manual' }).click()
  const passage = phone.getByRole('dialog', { name: 'manual' })
  assert.match(await passage.innerText(), /Page 2[\s\S]*green button/)
  await shoot(phone, 'citation')
  await phone.keyboard.press('Escape')
  await passage.waitFor({ state: 'detached' })
  await say(phone, 'Where can I rent a canoe?')
  assert.doesNotMatch(await lastAnswer(phone), /green button/)

  // The owner finds the question and answers it, while the visitor is still there.
  await studio.getByRole('link', { name: 'Questions', exact: true }).click()
  await studio.getByRole('link', { name: 'Where can I rent a canoe?' }).click()
  const answer = studio.getByLabel('Answer', { exact: true })
  await answer.waitFor()
  await shoot(studio, 'question')
  await studio.getByLabel('Question, as your codes should know it').fill('Where are canoes?')
  await answer.fill('Canoes are rented at the jetty, next to the lighthouse.')
  await studio.getByRole('button', { name: 'Save answer' }).click()
  await studio.getByText('No open questions').waitFor()

  // The visitor gets it at once, marked as the owner's.
  const told = phone.locator('.answer').last()
  await told.getByText('next to the lighthouse').waitFor()
  await told.getByText('A member of the team').waitFor()
  await shoot(phone, 'owner-answer')
  await phone.reload()
  await phone.locator('.answer').last().getByText('A member of the team').waitFor()

  // The next visitor gets it from the assistant.
  await phone.evaluate('localStorage.clear()')
  await phone.goto(code.scan_url)
  assert.deepEqual(await transcript(phone), [])
  await say(phone, 'Where can I rent a canoe?')
  assert.match(await lastAnswer(phone), /lighthouse/)
})

test('an owner corrects an answer, merges, dismisses and deletes, at 360 px and in German', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { name: 'Lake house', prompt: 'The pool is open.' })
  const visitor = await scanWith(t, browser, code)
  for (const question of ['Is the pool open?', 'Are dogs allowed?', 'May pets come along?']) {
    await say(visitor, question)
    await lastAnswer(visitor)
  }
  const viewport = { width: 360, height: 780 }
  const page = await openStudio(t, browser, service, { viewport, locale: 'de-DE' })
  await page.goto(studioAddress(service, 'conversations'))
  await page.getByRole('link', { name: 'Is the pool open?' }).click()
  // Answers that knew have it in a menu.
  await page.getByRole('button', { name: 'Diese Antwort korrigieren (2)' }).waitFor()
  await assertFitsWidth(page)
  await page.getByRole('button', { name: 'Mehr zu Antwort 1' }).click()
  await page.getByRole('menuitem', { name: 'Diese Antwort korrigieren' }).click()
  const wording = page.getByLabel('Frage, wie Ihre Codes sie kennen sollen')
  await wording.waitFor()
  assert.equal(await wording.inputValue(), '')
  await assertFitsWidth(page)
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByText('Verworfen.').waitFor()
  await assertFitsWidth(page)

  await page.getByRole('link', { name: 'Are dogs allowed?' }).click()
  await page.getByRole('button', { name: 'Zusammenführen' }).click()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'May pets come along?' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Zusammenführen' }).click()
  await page.getByText('2-mal gefragt').waitFor()

  await page.getByRole('button', { name: 'Menü' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Wissen' }).click()
  await page.getByRole('button', { name: 'Frage hinzufügen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Frage', { exact: true }).fill('Wann ist Ruhezeit?')
  await dialog.getByLabel('Antwort').fill('Ab 22 Uhr.')
  await dialog.getByRole('combobox', { name: 'Code hinzufügen' }).fill('Lake')
  await dialog.getByRole('option', { name: 'Lake house' }).click()
  await dialog.getByRole('button', { name: 'Lake house entfernen' }).waitFor()
  await assertAccessible(page, 'a new question')
  await dialog.getByRole('button', { name: 'Frage hinzufügen' }).click()
  const row = page.getByRole('row', { name: /Ruhezeit/ })
  await row.getByText('1 Code').waitFor()
  await assertFitsWidth(page)
  await shoot(page, 'knowledge-360-de')
  await row.getByRole('button', { name: /^Aktionen/ }).click()
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await page.getByText('Noch nichts hier').waitFor()
})

test('a file that cannot be read says why, and a dropped file is uploaded', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'knowledge'))
  await page.getByText('Nothing here yet').waitFor()
  await page.evaluate(`{
    const data = new DataTransfer()
    data.items.add(new File(['The sauna is on the top floor.'], 'sauna.txt'))
    data.items.add(new File([new Uint8Array(21 * 2 ** 20)], 'huge.pdf'))
    data.items.add(new File(['%PDF-1.4 nothing'], 'broken.pdf'))
    const zone = document.querySelector('[class*=border-dashed]')
    zone.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  }`)
  await page.getByRole('row', { name: /sauna/ }).getByText('Ready').waitFor()
  await page.getByText('This file is larger than 20 MB.').waitFor()
  await page
    .getByRole('row', { name: /broken/ })
    .getByText('Failed')
    .waitFor()
  await assertAccessible(page, 'a failed source')
  await shoot(page, 'knowledge-failed')

  // A text in a guessed encoding is read again in the one that the owner chooses.
  await addFile(service, 'houses.csv', Buffer.from('House;Beds\nGo\x9cciniec;2\n', 'latin1'))
  await page.reload()
  await page.getByRole('link', { name: 'houses' }).click()
  const encoding = page.getByRole('combobox', { name: 'Encoding' })
  const again = page.getByRole('button', { name: 'Read again now' })
  await encoding.selectOption('windows-1253')
  await again.click()
  await page.getByText('The text is not in windows-1253.').waitFor()
  await encoding.selectOption('windows-1250')
  await again.press('Enter')
  await page.getByText('Gościniec').waitFor()
  await assertAccessible(page, 'a source with an encoding')
})

test('an owner uploads a photo, a scan, a workbook and slides, corrects a passage, and answers cite them', async (t) => {
  const service = await startService(t)
  await createCode(service, { name: 'Harbour Kitchen', prompt: 'Be friendly.' })
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'knowledge'))
  const boats = {
    name: 'Boats',
    xml: sheetOf([
      ['Boat', 'Price'],
      ['Canoe', '15 euros'],
    ]),
  }
  const tower = shapeOf(['The tower'], 'title') + shapeOf(['The tower has 212 steps.'])
  const photo = photoOf(await scanOf(menu), { turned: 2, tilted: 8 })
  const files: [name: string, content: Buffer][] = [
    ['menu.jpg', jpegOf(photo)],
    ['preise.pdf', scannedPdf([], [await scanOf(priceList)])],
    ['boats.xlsx', xlsxOf([boats])],
    ['tower.pptx', pptxOf([tower])],
  ]
  await page
    .locator('input[type=file]')
    .setInputFiles(files.map(([name, buffer]) => ({ name, mimeType: '', buffer })))
  for (const title of ['menu', 'preise', 'boats', 'tower']) {
    await page
      .getByRole('row', { name: new RegExp(title) })
      .getByText('Ready')
      .waitFor()
  }

  // Each answer cites its file.
  const answer = page.getByRole('region', { name: 'Answer' })
  const ask = async (question: string, told: RegExp, source: string) => {
    await page.getByRole('textbox', { name: 'Question' }).fill(question)
    await page.getByRole('button', { name: 'Ask' }).click()
    await answer.getByText(told).waitFor()
    await answer.getByRole('button', { name: `Source 1: ${source}` }).waitFor()
  }
  await ask('What does the mushroom risotto cost?', /15\.40/, 'menu')
  await ask('Was kostet das Elektrofahrrad?', /34,00/, 'preise')
  await ask('What does the canoe cost?', /15 euros/, 'boats')
  await ask('How many steps does the tower have?', /212 steps/, 'tower')

  // The place that the search found is corrected with the keyboard, and restored.
  await page.getByRole('textbox', { name: 'Question' }).fill('What does the mushroom risotto cost?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page
    .getByRole('list', { name: 'Where it stands' })
    .getByRole('link', { name: /menu/ })
    .click()
  const text = page.getByRole('list', { name: 'Text' })
  await text.getByText('Mushroom risotto with parmesan 15.40').waitFor()
  const correct = page.getByRole('button', { name: 'Correct (1)' })
  const dialog = page.getByRole('dialog', { name: 'Correct the text' })
  const field = dialog.getByLabel('Text', { exact: true })
  await correct.press('Enter')
  await field.fill((await field.inputValue()).replace('15.40', '16.20'))
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await text.getByText('Mushroom risotto with parmesan 16.20').waitFor()
  await text.getByText('Corrected').waitFor()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByText('This place is no longer in the text').count(), 0)
  assert.equal(await page.locator(':focus').getAttribute('aria-label'), 'Correct (1)')
  await page.goBack()
  await ask('What does the mushroom risotto cost?', /16\.20/, 'menu')
  await page.goForward()
  await correct.click()
  await assertAccessible(page, 'a corrected passage')
  await shoot(page, 'correction')
  await dialog.getByRole('button', { name: 'Use what was read' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await text.getByText('Mushroom risotto with parmesan 15.40').waitFor()
  await text.getByText('Corrected').waitFor({ state: 'detached' })
})
