// npm run studio:shots
//
// Writes docs/images/studio/*.png, the pages of pages.ts, with the structure of each page, which a test
// compares with the pages of today; and docs/images/readme.png. A name as an argument draws only that
// picture.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../harness/browser/browser.ts'
import { showPages, structureOf } from './pages.ts'
import { withPalette } from './palette.ts'
import { drawReadme } from './readme.ts'

const images = fileURLToPath(new URL('../../docs/images', import.meta.url))
const folder = `${images}/studio`
const structures = `${folder}/structure.json`

const save = async (path: string, screenshot: Buffer) => {
  const image = withPalette(screenshot)
  await writeFile(path, image)
  console.log(`${path} ${Math.ceil(image.length / 1024)} KB`)
}

const ends: (() => unknown)[] = []
// What the harness starts, it stops at the end of a test; here that is the end of the script.
const script = { after: (end: () => unknown) => ends.push(end) } as unknown as TestContext

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)

await mkdir(folder, { recursive: true })
const browser = await launchBrowser()
try {
  if (isWanted('readme')) await save(`${images}/readme.png`, await drawReadme(script, browser))
  const known: Record<string, string[]> =
    wanted.length === 0 ? {} : JSON.parse(await readFile(structures, 'utf8'))
  await showPages(script, browser, isWanted, async ({ name }, page) => {
    known[name] = await structureOf(page)
    await save(`${folder}/${name}.png`, await page.screenshot({ caret: 'hide' }))
  })
  await writeFile(structures, `${JSON.stringify(known, null, 2)}\n`)
} finally {
  await browser.close()
  for (const end of ends.reverse()) await end()
}
