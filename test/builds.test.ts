// A build beside a running service: web/swap.ts swaps it in, and the service serves its own files.
import assert from 'node:assert/strict'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createServer } from '../src/platform/http/server.ts'
import { createLog } from '../src/platform/kit/log.ts'
import { docsPages, studioPages } from '../src/service/site.pages.ts'
import { stagingOf, swapIn } from '../web/swap.ts'
import { projectFile } from './harness/service/process.ts'

const newTarget = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-build-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'site')
}

const write = (target: string, version: string) => {
  const staging = stagingOf(target)
  mkdirSync(join(staging, 'assets'), { recursive: true })
  writeFileSync(join(staging, `assets/main-${version}.js`), `'${version}'`)
  writeFileSync(join(staging, 'index.html'), `<!doctype html><title>${version}</title>`)
  writeFileSync(join(staging, 'llms.txt'), version)
}

const build = (target: string, version: string) => {
  write(target, version)
  swapIn(target)
}

const serve = async (t: TestContext, target: string) => {
  const log = createLog('silent')
  const server = createServer({ log, trustProxy: null, corsOrigins: [], https: false })
  server.register(studioPages({ folder: target, basePath: '' }))
  server.register(docsPages({ folder: target, baseUrl: 'http://localhost:3000', basePath: '' }))
  t.after(() => server.close())
  await server.ready()
  return async (url: string) => {
    const { statusCode, body } = await server.inject({ url, headers: { host: 'localhost' } })
    return { status: statusCode, body }
  }
}

test('a service answers with the files of one build, during the next builds and after them', async (t) => {
  const target = await newTarget(t)
  build(target, 'one')
  const get = await serve(t, target)
  const check = async () => {
    for (const page of ['/studio', '/docs/']) {
      const { status, body } = await get(page)
      assert.deepEqual([status, /<title>(.*)</.exec(body)?.[1]], [200, 'one'], page)
    }
    for (const folder of ['/studio', '/docs']) {
      assert.deepEqual(await get(`${folder}/assets/main-one.js`), { status: 200, body: "'one'" })
      assert.equal((await get(`${folder}/assets/main-two.js`)).status, 404)
    }
  }
  for (const version of ['two', 'three']) {
    write(target, version)
    await check()
    swapIn(target)
    await check()
  }
  const getNext = await serve(t, target)
  assert.match((await getNext('/studio')).body, /three/)
})

test('a build with the same contents is the same folder, newer than its sources', async (t) => {
  const target = await newTarget(t)
  build(target, 'one')
  const folder = realpathSync(target)
  const page = join(target, 'index.html')
  utimesSync(page, 0, 0)
  for (let n = 0; n < 10; n++) build(target, 'one')
  assert.equal(realpathSync(target), folder)
  assert.ok(statSync(page).mtimeMs > Date.now() - 60_000)
  rmSync(page)
  build(target, 'one')
  assert.ok(existsSync(page), 'a damaged build is replaced')
})

test('the last three former builds stay, and a folder of an earlier version is replaced', async (t) => {
  const target = await newTarget(t)
  mkdirSync(target)
  writeFileSync(join(target, 'index.html'), 'old')
  for (const version of ['one', 'two', 'three', 'four', 'five', 'six']) build(target, version)
  assert.match(readFileSync(join(target, 'index.html'), 'utf8'), /six/)
  const builds = readdirSync(join(target, '..')).filter((name) => name.startsWith('site-'))
  assert.equal(builds.length, 4)
})

test('the program, the Studio, the page of visitors and the documentation are swapped in', () => {
  for (const target of [
    'dist/server',
    'web/studio/dist/current',
    'web/visitor/dist/current',
    'web/docs/dist/site',
  ]) {
    assert.match(realpathSync(projectFile(target)), /-[0-9a-f]{16}$/, target)
  }
})
