// The built site: links, anchors, sizes, and what its policy forbids. And the links of docs/ itself,
// which must work on a code host too.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { moved } from '../../web/docs/navigation.ts'
import { projectFile } from '../harness/service/process.ts'

const folder = projectFile('web/docs/dist/site')
const names = globSync('**/*.html', { cwd: folder })
const pages = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

/** The file of an address on the site, and null for one outside. */
const fileOf = (address: string, from: string): { name: string; hash: string } | null => {
  const url = new URL(address, `http://site/docs/${from}`)
  if (url.host !== 'site' || !url.pathname.startsWith('/docs/')) return null
  const path = decodeURIComponent(url.pathname.slice('/docs/'.length))
  const wanted = path === '' || path.endsWith('/') ? `${path}index` : path
  const name = [wanted, `${wanted}.html`].find((one) => isFile(join(folder, one))) ?? path
  return { name, hash: decodeURIComponent(url.hash.slice(1)) }
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

test('every link, image, style and script of the site exists, and so does every anchor', () => {
  assert.ok(pages.size > 35, `${pages.size} pages: build the site with "npm run docs:build"`)
  const broken: string[] = []
  let followed = 0
  for (const [from, html] of pages) {
    for (const [, address = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
      const target = fileOf(address.replaceAll('&amp;', '&'), from)
      if (!target) continue
      followed++
      const isThere = isFile(join(folder, target.name))
      const hasAnchor =
        target.hash === '' || pages.get(target.name)?.includes(`id="${target.hash}"`)
      if (!isThere || !hasAnchor) broken.push(`${from}: ${address}`)
    }
  }
  assert.ok(followed > 2000)
  assert.deepEqual(broken, [])
})

test('no page loads anything from another host, or has what the policy forbids', () => {
  const inline = new Map<string, number>()
  for (const [name, html] of pages) {
    assert.doesNotMatch(html, / style="| on\w+="|<iframe|<object|<style/, name)
    for (const [, address = ''] of html.matchAll(
      /<(?:script|img|link)[^>]*?(?:src|href)="([^"]*)"/g,
    )) {
      assert.match(address, /^(\/docs\/|data:)/, `${name}: ${address}`)
    }
    // A script that is not on every page would be missing from the policy, which has the hashes of one.
    for (const [, code = ''] of html.matchAll(/<script(?: id="[^"]*")?>(.*?)<\/script>/gs)) {
      inline.set(code, (inline.get(code) ?? 0) + 1)
    }
    assert.doesNotMatch(html, /<th[^>]*><\/th>/, `${name} has a column without a title`)
  }
  assert.deepEqual([...inline.values()], Array(3).fill(pages.size))
})

const maxBytes = 150_000

test('the first page takes at most 150 KB on the wire, whichever page it is', () => {
  const sizeOf = (name: string) => {
    const path = join(folder, name)
    return statSync(existsSync(`${path}.gz`) ? `${path}.gz` : path).size
  }
  for (const [name, html] of pages) {
    if (name === '404.html') continue
    const loaded = [
      ...html.matchAll(
        /<(?:link rel="(?:preload stylesheet|modulepreload|icon)"|script[^>]*?) ?(?:src|href)="([^"]*)"/g,
      ),
    ].map(([, address = '']) => fileOf(address, name)?.name ?? assert.fail(address))
    assert.ok(loaded.length >= 5, `${name}: ${loaded}`)
    const bytes = [name, ...new Set(loaded)].reduce((sum, one) => sum + sizeOf(one), 0)
    assert.ok(bytes < maxBytes, `${name}: ${bytes} bytes`)
  }
})

test('every page is there as Markdown, and llms.txt lists all of them', () => {
  const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
  const listed = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  for (const target of listed) assert.ok(isFile(join(folder, target)), target)
  const expected = names.map((name) => name.replace(/\.html$/, '.md'))
  assert.deepEqual(
    expected.filter((name) => !['404.md', 'index.md'].includes(name) && !listed.includes(name)),
    Object.keys(moved).map((name) => `${name}.md`),
  )
})

test('the address of a page that has gone leads to the place of its subject', () => {
  for (const [name, target] of Object.entries(moved)) {
    const [, to = ''] =
      /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(
        pages.get(`${name}.html`) ?? '',
      ) ?? []
    assert.equal(to, target, name)
    const [page = '', hash = ''] = to.split('#')
    assert.ok(pages.get(`${page}.html`)?.includes(`id="${hash}"`), target)
    const [, file = ''] = /\(([^#)]+)#/.exec(readFileSync(join(folder, `${name}.md`), 'utf8')) ?? []
    assert.ok(isFile(join(folder, file)), `${name}.md: ${file}`)
  }
})

/** The anchor that code hosts give a heading. */
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const withoutCode = (markdown: string) => markdown.replaceAll(/^```.*?^```$|`[^`\n]+`/gms, '')

const anchorsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))

test('every relative link between the documents leads to a file and a heading', () => {
  const root = projectFile('.')
  const sources = globSync('{docs/**/*.md,*.md,test/README.md,web/studio/README.md}', { cwd: root })
  assert.ok(sources.length > 50)
  const broken = sources.flatMap((source) =>
    [...withoutCode(readFileSync(join(root, source), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^(https?:|mailto:)/.test(target))
      .filter((target) => {
        const [file = '', hash] = target.split('#')
        const path = file === '' ? join(root, source) : join(root, dirname(source), file)
        return !existsSync(path) || (hash !== undefined && !anchorsOf(path).includes(hash))
      })
      .map((target) => `${source}: ${target}`),
  )
  assert.deepEqual(broken, [])
})
