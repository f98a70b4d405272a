import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startNameServer } from '../../../test/harness/service/name-server.ts'
import { createNames } from './names.ts'

const v6 = '2606:4700:0:0:0:0:0:1111'

const entries = {
  'a.example': { A: '93.184.216.34' },
  'both.example': { A: '93.184.216.34', AAAA: v6 },
  'six.example': { AAAA: v6 },
  'db.inner.example': { A: '10.0.0.7' },
  'x.db.inner.example': { A: '10.0.0.8' },
  'x.db': { A: '10.0.0.9' },
}

const start = async (t: TestContext, files: { hosts?: string; resolver?: string } = {}) => {
  const server = await startNameServer(t, entries)
  const folder = await mkdtemp(join(tmpdir(), 'qpr-names-'))
  t.after(() => rm(folder, { recursive: true }))
  const hostsFile = join(folder, 'hosts')
  const resolverFile = join(folder, 'resolv.conf')
  await writeFile(hostsFile, files.hosts ?? '')
  await writeFile(resolverFile, files.resolver ?? '')
  const names = (options = {}) =>
    createNames({ servers: [server.address], hostsFile, resolverFile, ...options })
  return { ...server, names }
}

const addressesOf = (found: { address: string }[]) => found.map(({ address }) => address)

test('a name resolves to its IPv4 and IPv6 addresses, or to the reason of the failure', async (t) => {
  const resolve = (await start(t)).names()
  assert.deepEqual(await resolve('both.example', 'one'), [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
  assert.deepEqual(addressesOf(await resolve('six.example', 'one')), ['2606:4700::1111'])
  assert.deepEqual(addressesOf(await resolve('A.Example', 'one')), ['93.184.216.34'])
  await assert.rejects(resolve('none.example', 'one'), { code: 'ENOTFOUND' })
})

test('the hosts file takes precedence, and localhost is this machine', async (t) => {
  const hosts = '127.0.0.5 a.example alias # b.example\n::7 Alias\n\n# 127.0.0.6 six.example\nx y\n'
  const { names, asked } = await start(t, { hosts })
  const resolve = names()
  assert.deepEqual(addressesOf(await resolve('a.example', 'one')), ['127.0.0.5'])
  assert.deepEqual(addressesOf(await resolve('alias', 'one')), ['127.0.0.5', '::7'])
  for (const name of ['localhost', 'LOCALHOST.', 'qpr.localhost']) {
    assert.deepEqual(addressesOf(await resolve(name, 'one')), ['127.0.0.1', '::1'], name)
  }
  assert.deepEqual(asked, [])
  await assert.rejects(resolve('b.example', 'one'), { code: 'ENOTFOUND' })
})

test('search domains are tried by the number of dots; a trailing dot disables them', async (t) => {
  const inner = (await start(t, { resolver: 'search other.example inner.example\n' })).names()
  assert.deepEqual(addressesOf(await inner('db', 'one')), ['10.0.0.7'])
  assert.deepEqual(addressesOf(await inner('x.db', 'one')), ['10.0.0.9'])
  await assert.rejects(inner('db.', 'one'), { code: 'ENOTFOUND' })
  const resolver = 'domain old.example\nsearch inner.example\noptions timeout:1 ndots:2\n'
  const dotted = (await start(t, { resolver })).names()
  assert.deepEqual(addressesOf(await dotted('x.db', 'one')), ['10.0.0.8'])
})

test('parallel requests of an owner for the same name share a look-up', async (t) => {
  const { names, asked } = await start(t)
  const resolve = names()
  await Promise.all(Array.from({ length: 50 }, () => resolve('a.example', 'one')))
  assert.equal(asked.length, 2, 'one question for each family')
  await Promise.all(['one', 'other'].map((owner) => resolve('a.example', owner)))
  assert.equal(asked.length, 6, 'not shared with other owners, and not kept')
})

test('a failed look-up is repeated by the next request', async (t) => {
  const { names, asked } = await start(t)
  const resolve = names()
  for (let n = 0; n < 2; n++) await assert.rejects(resolve('none.example', 'one'))
  assert.equal(asked.filter((question) => question === 'A none.example').length, 2)
})

test('a dead name server delays only its own owner, at most until the deadline', async (t) => {
  const { names, asked } = await start(t)
  const resolve = names({ deadlineMs: 1500 })
  const startedMs = performance.now()
  const dead = Array.from({ length: 200 }, (_, n) =>
    resolve(`${n}.dead`, 'one').catch((error) => error.code),
  )
  for (let n = 0; n < 20; n++) await resolve(`a.example`, `other ${n}`)
  assert.ok(performance.now() - startedMs < 1500, 'the others do not wait')
  for (const code of await Promise.all(dead)) assert.match(code, /^(ETIMEOUT|ECANCELLED)$/)
  assert.ok(performance.now() - startedMs < 4000, 'the deadline includes the queue')
  // The deadline counts from the call: 20 names at a time in two families, and 20 more that started
  // after the first.
  const questions = new Set(asked.filter((question) => question.endsWith('.dead')))
  assert.ok(questions.size <= 80, `${questions.size} questions`)
  assert.deepEqual(addressesOf(await resolve('a.example', 'one')), ['93.184.216.34'])
})
