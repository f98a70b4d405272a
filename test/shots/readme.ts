// The picture of the README: a printed code beside a phone that answers.
import type { TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { givenCode, lastAnswer, say } from '../harness/browser/visitor.ts'

const fields = {
  name: 'Harbour Café',
  prompt:
    'You are the host of the Harbour Café. The apple crumble and the lemon tart are vegan. ' +
    'Oat milk costs nothing extra.',
  welcome_message: 'Welcome to the Harbour Café! What would you like to know?',
  suggestions: ['When do you close?', 'May I bring my dog?'],
  contact: null,
  style: { color: '#0f4c5c', dots: 'rounded' },
}
const question = 'Which cake is vegan?'
const tokens = [
  'Our **apple crumble** is vegan, and so is the lemon tart. ',
  'Oat milk for your coffee costs nothing extra.',
]

const phone = { width: 390, height: 760 }
const picture = { width: 1200, height: 630 }

const asAddress = (type: string, bytes: string | Buffer) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

/** What a camera would see: the poster on the left, the screen in its case on the right. */
const scene = (poster: string, screen: Buffer) => `<!doctype html><style>
  body { margin: 0; height: 100vh; display: flex; justify-content: center; align-items: center;
    gap: 130px; background: #ece6d9 }
  img { display: block }
  .poster { width: 372px; transform: rotate(-2deg); box-shadow: 0 18px 40px rgb(60 45 20 / 0.28) }
  .phone { width: 292px; padding: 9px; border-radius: 40px; background: #1a1a17;
    box-shadow: 0 18px 40px rgb(60 45 20 / 0.35) }
  .phone img { width: 100%; border-radius: 32px }
</style>
<img class="poster" src="${asAddress('image/svg+xml', poster)}">
<div class="phone"><img src="${asAddress('image/png', screen)}"></div>`

export const drawReadme = async (t: TestContext, browser: Browser): Promise<Buffer> => {
  const settings = { QPR_SCAN_HOST: 'https://qr.harbour-cafe.example' }
  const { service, code } = await givenCode(t, { fields, script: { tokens }, settings })
  const { body } = await service.get<{ svg: string }>(
    `/v1/qpr-codes/${code.id}/print-preview?kind=poster&size=a6`,
  )
  const context = await browser.newContext({ viewport: phone, deviceScaleFactor: 2 })
  const page = await context.newPage()
  await page.goto(`${service.address}/s/${code.short_id}`)
  await say(page, question)
  await lastAnswer(page)
  await page.evaluate('document.activeElement?.blur()')
  const screen = await page.screenshot({ caret: 'hide' })
  await page.setViewportSize(picture)
  await page.goto('about:blank')
  await page.setContent(scene(body.svg, screen))
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))')
  const drawn = await page.screenshot({ scale: 'device' })
  await context.close()
  return drawn
}
