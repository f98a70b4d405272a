import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandError, UsageError } from '../command.ts'
import { chooseTarget } from './target.ts'

const login = { url: 'https://stored.example', key: 'stored-key' }
const local = () => 'http://localhost:3000'

interface Given {
  flags?: { server?: string; key?: string }
  own?: Record<string, string>
  file?: Record<string, string>
  isLoggedIn?: boolean
}

const choose = ({ flags = {}, own = {}, file = {}, isLoggedIn = true }: Given) => {
  const sources = { own, environment: { ...file, ...own }, login: isLoggedIn ? login : null, local }
  const { server, key } = chooseTarget(flags, sources)
  return [server, key]
}

test('without a login the service of the folder is used, with the key of its settings', () => {
  const file = { QPR_API_KEY: 'folder-key' }
  assert.deepEqual(choose({ isLoggedIn: false }), ['http://localhost:3000', null])
  assert.deepEqual(choose({ isLoggedIn: false, file }), ['http://localhost:3000', 'folder-key'])
})

test('a flag wins over the environment, and the environment over the stored login', () => {
  assert.deepEqual(choose({}), [login.url, login.key])
  const own = { QPR_URL: 'https://env.example/', QPR_API_KEY: 'env-key' }
  assert.deepEqual(choose({ own }), ['https://env.example', 'env-key'])
  const flags = { server: 'https://flag.example', key: 'flag-key' }
  assert.deepEqual(choose({ own, flags }), ['https://flag.example', 'flag-key'])
  assert.deepEqual(choose({ own: { QPR_API_KEY: 'env-key' } }), [login.url, 'env-key'])
})

test('a stored key is only sent to the service that it was stored for', () => {
  assert.deepEqual(choose({ own: { QPR_URL: 'https://env.example' } }), [
    'https://env.example',
    null,
  ])
  assert.deepEqual(choose({ flags: { server: 'https://flag.example' } }), [
    'https://flag.example',
    null,
  ])
  assert.deepEqual(choose({ flags: { server: `${login.url}/` } }), [login.url, login.key])
})

test('a key in .env is not sent to the service of the stored login', () => {
  assert.deepEqual(choose({ file: { QPR_API_KEY: 'folder-key' } }), [login.url, login.key])
})

test('an invalid address or key is refused before anything is sent', () => {
  assert.throws(() => choose({ flags: { server: 'ftp://x' } }), UsageError)
  assert.throws(() => choose({ own: { QPR_URL: 'nowhere' } }), /^UsageError|QPR_URL must/)
  assert.throws(() => choose({ flags: { key: 'two words' } }), CommandError)
  assert.throws(() => choose({ flags: { key: 'ключ' } }), CommandError)
})
