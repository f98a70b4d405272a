// What VitePress reads, and what it leaves out: the pages as Markdown, and compressed forms.
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeService } from '../../src/service/document.ts'
import { compressFiles } from '../studio/build/compress.ts'
import { swapIn } from '../swap.ts'
import { besideExamples } from './columns.ts'
import { expanded } from './expanded.ts'
import { moved, sectionsOf } from './navigation.ts'
import { referencePages } from './reference.ts'
import { distFolder, publicFolder, type SiteData, stagingFolder } from './site.ts'
import { forSite, type Page, readPages } from './sources.ts'

const ownFolder = fileURLToPath(new URL('.', import.meta.url))
const docsFolder = fileURLToPath(new URL('../../docs', import.meta.url))
const sdkFolder = fileURLToPath(new URL('../../sdk', import.meta.url))
const stampFile = join(distFolder, 'stamp')

const guides = readPages(docsFolder)
const reference = referencePages(expanded(await describeService('http://localhost:3000')))
const pages = [...guides, ...reference]
const titles = new Map(pages.map(({ name, title }) => [name, title]))
const sections = sectionsOf(guides.map(({ name }) => name))

/** A page that has gone, as a page that says where its subject is. */
const signposts = Object.entries(moved).map(([name, target]) => {
  const [page = '', hash = ''] = target.split('#')
  const text = `This page has moved: [${titles.get(page) ?? page}](${page}.md#${hash}).\n`
  return { name, target, markdown: `# Moved\n\n${text}` }
})

/** A static host cannot send a redirect, so the page itself leads on. */
const leadingOn = ({ target, markdown }: (typeof signposts)[number]): string => {
  const refresh = ['meta', { 'http-equiv': 'refresh', content: `0; url=${target}` }]
  return `---\nsearch: false\nhead: ${JSON.stringify([refresh])}\n---\n\n${markdown}`
}

/** Changes with everything that the site is made of. */
const stamp = (() => {
  const hash = createHash('sha256').update(JSON.stringify(pages))
  const folders = [
    ownFolder,
    join(docsFolder, 'images'),
    sdkFolder,
    join(ownFolder, '../studio/build'),
  ]
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      const isSource = !path.startsWith(distFolder) && !/\.pyc$|\.test\.ts$/.test(path)
      if (entry.isFile() && isSource) hash.update(path).update(readFileSync(path))
    }
  }
  return hash.digest('hex')
})()

/** Building takes three times as long as finding out that nothing has changed. */
export const isFresh = (): boolean => {
  try {
    return readFileSync(stampFile, 'utf8') === stamp
  } catch {
    return false
  }
}

const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const linkTo = (name: string) => ({
  text: titles.get(name) ?? name,
  link: `/${name.replace(/(^|\/)index$/, '$1')}`,
})

const siteData = (): SiteData => ({
  nav: [
    ...['start', 'cookbook', 'api'].filter((name) => titles.has(name)).map(linkTo),
    { ...linkTo('reference/index'), activeMatch: '/reference/' },
  ],
  sidebar: [
    ...sections.map(({ title, pages }) => ({ text: title, items: pages.map(linkTo) })),
    { text: 'API reference', items: reference.map(({ name }) => linkTo(name)) },
  ],
})

const isOnSite = (from: Page) => (target: string) =>
  target.endsWith('.md') && titles.has(join(dirname(from.name), target).replace(/\.md$/, ''))

export const assemble = async () => {
  for (const folder of [join(distFolder, 'pages'), publicFolder]) {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const page of pages) {
    const text = forSite(page.markdown, isOnSite(page))
    const shown = page.name.startsWith('reference/') ? besideExamples(text) : text
    write(join(distFolder, 'pages', `${page.name}.md`), shown)
  }
  for (const signpost of signposts) {
    write(join(distFolder, 'pages', `${signpost.name}.md`), leadingOn(signpost))
  }
  cpSync(join(ownFolder, 'public'), publicFolder, { recursive: true })
  cpSync(join(docsFolder, 'images'), join(publicFolder, 'images'), { recursive: true })
  // Needs development dependencies, which the Markdown does not.
  const { packSdks } = await import('../../sdk/packages.ts')
  await packSdks(join(publicFolder, 'packages'))
  write(join(distFolder, 'site.json'), JSON.stringify(siteData()))
}

const writeMarkdown = () => {
  for (const { name, markdown } of [...pages, ...signposts]) {
    write(join(stagingFolder, `${name}.md`), markdown)
  }
  write(join(stagingFolder, 'llms.txt'), llmsText())
}

/** The site without VitePress. */
export const publishMarkdown = () => {
  // Otherwise the next build with VitePress would find nothing to do.
  rmSync(stampFile, { force: true })
  writeMarkdown()
  publish()
}

const publish = () => swapIn(join(distFolder, 'site'))

export const finish = async () => {
  writeMarkdown()
  // Only a server that renders pages on demand needs this.
  rmSync(join(stagingFolder, 'hashmap.json'), { force: true })
  renameSync(join(stagingFolder, 'packages.json'), join(distFolder, 'packages.json'))
  await compressFiles(stagingFolder, 9)
  publish()
}

/** Written even when nothing has changed: the time of the file says when that was found out. */
export const writeStamp = () => writeFileSync(stampFile, stamp)

/** The pages in the format of llmstxt.org. The links are relative, so a path prefix does no harm. */
const llmsText = (): string => {
  const line = ({ name, title, summary }: Page) =>
    `- [${title}](${name}.md)${summary === '' ? '' : `: ${summary}`}`
  const linesOf = (names: readonly string[]) =>
    names.flatMap((name) => guides.filter((page) => page.name === name).map(line)).join('\n')
  return `${[
    '# QPR',
    '> QR codes that talk: an owner writes a prompt, prints a code, and visitors who scan it talk with an assistant. Every page is Markdown at the linked address; without `.md` it is a page for people.',
    ...sections.map(({ title, pages }) => `## ${title}\n\n${linesOf(pages)}`),
    `## API reference\n\n${reference.map(line).join('\n')}`,
  ].join('\n\n')}\n`
}
