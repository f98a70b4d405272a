import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { masterSecret, UnusableSecret } from './installation.ts'

const newDataDir = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-secret-'))
  t.after(() => rm(folder, { recursive: true }))
  return { QPR_DATA_DIR: join(folder, 'data'), QPR_SECRET: null }
}

test('the secret is created once, long, readable only by its owner, without other files', async (t) => {
  const config = await newDataDir(t)
  const secret = masterSecret(config)
  assert.match(secret, /^[\w-]{43}$/)
  assert.equal(masterSecret(config), secret)
  const file = join(config.QPR_DATA_DIR, 'secret')
  assert.equal(readFileSync(file, 'utf8'), `${secret}\n`)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(config.QPR_DATA_DIR), ['secret'])
})

test('no two installations share a secret', async (t) => {
  assert.notEqual(masterSecret(await newDataDir(t)), masterSecret(await newDataDir(t)))
})

test('QPR_SECRET overrides the file, and no file is created', async (t) => {
  const config = { ...(await newDataDir(t)), QPR_SECRET: 'chosen by the operator' }
  assert.equal(masterSecret(config), 'chosen by the operator')
  assert.throws(() => readdirSync(config.QPR_DATA_DIR), { code: 'ENOENT' })
})

for (const content of ['', '\n']) {
  test(`a secret of ${JSON.stringify(content)} is refused, because it can be guessed`, async (t) => {
    const config = await newDataDir(t)
    masterSecret(config)
    writeFileSync(join(config.QPR_DATA_DIR, 'secret'), content)
    assert.throws(() => masterSecret(config), UnusableSecret)
  })
}
