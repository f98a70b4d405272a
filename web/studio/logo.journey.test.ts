import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { maxLogoBytes } from '#contract/limits.ts'
import { launchBrowser } from '../../test/harness/browser/browser.ts'
import { openStudio, studioAddress } from '../../test/harness/browser/studio-pages.ts'
import { startService } from '../../test/harness/service/service.ts'

let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(() => browser.close())

/** Made by the browser: a disc with clear corners, or noise, which needs the largest PNG. */
const pictureAs = async (page: Page, type: string, radius?: number) => {
  const base64 = await page.evaluate<string>(`(() => {
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d')
    ;[canvas.width, canvas.height] = [1800, 1350]
    context.fillStyle = '#0f4c81'
    if (${radius}) {
      context.arc(900, 675, ${radius}, 0, 7)
      context.fill()
    } else {
      const tile = new OffscreenCanvas(180, 135)
      const noise = new ImageData(180, 135)
      let state = 7
      for (let at = 0; at < noise.data.length; at++) {
        state = (state * 48271) % 2147483647
        noise.data[at] = at % 4 === 3 ? 255 : state % 256
      }
      tile.getContext('2d').putImageData(noise, 0, 0)
      context.fillStyle = context.createPattern(tile, 'repeat')
      context.fillRect(0, 0, 1800, 1350)
    }
    return canvas.toDataURL('${type}', 0.95).split(',')[1]
  })()`)
  return Buffer.from(base64, 'base64')
}

const svgWith = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6">${content}</svg>`)

const square = '<path d="M1 1h4v4h-4z" fill="#0f4c81"/>'

const pngIn = (address: string): PNG => {
  const [head, data = ''] = address.split(',')
  assert.equal(head, 'data:image/png;base64')
  const bytes = Buffer.from(data, 'base64')
  assert.ok(bytes.length <= maxLogoBytes, `${bytes.length} bytes`)
  return PNG.sync.read(bytes)
}

test('a logo as owners have it becomes one that the service takes', async (t) => {
  const service = await startService(t)
  const page = await openStudio(t, browser, service)
  await page.goto(studioAddress(service, 'brand'))
  await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  const image = page.locator('form img[src^="data:image"]').first()
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.setInputFiles('input[type=file]', { name, mimeType, buffer })
  const remove = page.getByRole('button', { name: 'Remove the logo' })
  /** The data URL that the form has, after the service has taken it. */
  const logoOf = async (name: string, mimeType: string, buffer: Buffer): Promise<string> => {
    if (await remove.isVisible()) await remove.click()
    await choose(name, mimeType, buffer)
    await remove.waitFor()
    const answer = page.waitForResponse((one) => one.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    assert.equal((await answer).ok(), true, name)
    await page.getByText('Not saved yet').waitFor({ state: 'detached' })
    return (await image.getAttribute('src')) ?? ''
  }

  const photo = await pictureAs(page, 'image/jpeg')
  assert.ok(photo.length > 2 * 1024 * 1024, `${photo.length} bytes`)
  const { width, height } = pngIn(await logoOf('IMG_2041.JPG', 'image/jpeg', photo))
  assert.ok(width >= 100 && Math.abs(width / height - 4 / 3) < 0.03, `${width} × ${height}`)

  const discs: [name: string, type: string, data: Buffer][] = [
    ['logo.png', 'image/png', await pictureAs(page, 'image/png', 550)],
    ['logo.webp', 'image/webp', await pictureAs(page, 'image/webp', 560)],
    // The name of a file that was saved from a website.
    ['logo.png', 'image/png', await pictureAs(page, 'image/webp', 570)],
    // The service draws no text, and takes no SVG of this size.
    [
      'text.svg',
      'image/svg+xml',
      svgWith(`${square}<text x="1" y="1" style="fill:red">Luna</text>`),
    ],
    ['large.svg', '', svgWith(`${square}<!--${'x'.repeat(maxLogoBytes)}-->`)],
  ]
  for (const disc of discs) {
    const { width, height, data } = pngIn(await logoOf(...disc))
    const alphaAt = (x: number, y: number) => data[(y * width + x) * 4 + 3]
    assert.deepEqual([width, height, alphaAt(0, 0), alphaAt(200, 192)], [512, 384, 0, 255], disc[0])
  }

  const small = svgWith(square)
  const kept = await logoOf('logo.svg', 'image/svg+xml', small)
  assert.equal(kept, `data:image/svg+xml;base64,${small.toString('base64')}`)

  // What cannot be used says so, and leaves the logo as it was.
  await choose('broken.jpg', 'image/jpeg', photo.subarray(1000, 5000))
  await page.getByText('This picture cannot be read.').waitFor()
  await page.evaluate(`(() => {
    const input = document.querySelector('input[type=file]')
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'huge.png'))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)
  await page.getByText('This file is larger than 10 MB.').waitFor()
  await choose('broken.svg', 'image/svg+xml', Buffer.from('<svg'))
  await page.getByText('This picture cannot be read.').waitFor()
  assert.equal(await image.getAttribute('src'), kept)
})
