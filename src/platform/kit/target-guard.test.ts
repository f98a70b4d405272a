import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTargetGuard, isPublicHost, TargetRefused } from './target-guard.ts'

const resolveTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const guardOf = (...addresses: string[]) =>
  createTargetGuard({ allowPrivate: false, resolve: resolveTo(...addresses) })

const unresolvable = async () => {
  throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
}

/**
 * The lowest and the highest address of every network that is not public, and special ones within.
 */
const inner = [
  ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255'],
  ...['127.0.0.0', '127.255.255.255', '169.254.0.0', '169.254.169.254', '169.254.255.255'],
  ...['172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.255', '192.0.2.0', '192.0.2.255'],
  ...['192.88.99.0', '192.88.99.255', '192.168.0.0', '192.168.255.255', '198.18.0.0'],
  ...['198.19.255.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255'],
  ...['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.254', '255.255.255.255'],
  ...['::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'],
  ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '1fff:ffff::1'],
  ...['2001::1', '2001:0:53aa:64c:1c:2:3:4', '2001:1ff:ffff::1', '2001:db8::1'],
  ...['2001:db8:ffff:ffff::1', '2002:7f00:1::1', '2002:ffff::1', '2620:4f:8000::1', '3fff::1'],
  ...['3fff:fff:ffff::1', '4000::1', '5f00::1', 'fc00::1', 'fd12:3456::1', 'fe80::1'],
  ...['fe80::1%eth0', '2606:4700::1%1', 'fec0::1', 'ff02::1'],
]

/** Their public neighbours. */
const outer = [
  ...['1.0.0.0', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...['128.0.0.0', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0'],
  ...['191.255.255.255', '192.0.1.0', '192.0.3.0', '192.88.98.255', '192.88.100.0'],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255'],
  ...['198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255', '8.8.8.8'],
  ...['2000::1', '2001:200::1', '2001:db7:ffff::1', '2001:db9::1', '2003::1', '2606:4700::1111'],
  ...['2620:4f:7fff::1', '2620:4f:8001::1', '3ffe:ffff::1', '3fff:1000::1'],
]

test('a private address is refused, as a literal or behind a name', async () => {
  for (const address of inner) {
    await assert.rejects(guardOf().addresses(address), TargetRefused, address)
    await assert.rejects(guardOf(address).addresses('name.example'), TargetRefused, address)
  }
})

test('a public address is allowed, as a literal or behind a name', async () => {
  for (const address of outer) {
    const expected = [{ address, family: address.includes(':') ? 6 : 4 }]
    assert.deepEqual(await guardOf().addresses(address), expected)
    assert.deepEqual(await guardOf(address).addresses('name.example'), expected)
  }
})

test('every notation of a private address in a URL is refused', async () => {
  const urls = [
    ...['http://0x7f.1/', 'http://0x7f000001', 'http://2130706433', 'http://017700000001'],
    ...['http://127.1', 'http://127.0.0.1.', 'http://0', 'http://0xffffffff', 'http://10.1:8080'],
    ...['http://[::ffff:7f00:1]', 'http://[::FFFF:127.0.0.1]', 'http://[::127.0.0.1]'],
    ...['http://[0:0:0:0:0:0:0:1]', 'https://[fe80::1]:8443/hook', 'http://[64:ff9b::a00:1]'],
    ...['http://%31%32%37.0.0.1', 'http://１２７.０.０.１', 'http://①②⑦.⓪.⓪.①'],
    ...['http://localhost', 'http://localhost.', 'http://LOCALHOST:80', 'http://loc%61lhost'],
    ...['http://a.b.localhost', 'http://api.LocalHost.', 'http://ⓛocalhost'],
  ]
  const guard = createTargetGuard({ allowPrivate: false, resolve: unresolvable })
  for (const url of urls) assert.ok(await guard.refusal(new URL(url)), url)
})

test('the refusal names a literal, and does not reveal the address of a name', async () => {
  assert.equal(
    await guardOf().refusal(new URL('http://[::1]:3000/hook')),
    'The address ::1 is private, and private targets are not allowed.',
  )
  assert.equal(
    await guardOf('10.1.2.3').refusal(new URL('https://intranet.example/hook')),
    'The host intranet.example has a private address, and private targets are not allowed.',
  )
})

test('a public URL, and one whose name does not resolve yet, is allowed', async () => {
  assert.equal(await guardOf('93.184.216.34').refusal(new URL('https://a.example/hook')), null)
  assert.equal(await guardOf().refusal(new URL('https://[2606:4700::1111]/hook')), null)
  const guard = createTargetGuard({ allowPrivate: false, resolve: unresolvable })
  assert.equal(await guard.refusal(new URL('https://soon.example/hook')), null)
  await assert.rejects(guard.addresses('soon.example'), { code: 'ENOTFOUND' })
})

test('only the public addresses of a name are connected', async () => {
  const guard = guardOf('10.0.0.1', '93.184.216.34', '::1', '2606:4700::1111')
  assert.equal(await guard.refusal(new URL('https://both.example')), null)
  assert.deepEqual(await guard.addresses('both.example'), [
    { address: '93.184.216.34', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ])
})

test('with private targets allowed every address is allowed', async () => {
  const guard = createTargetGuard({ allowPrivate: true, resolve: resolveTo('127.0.0.1', '::1') })
  for (const address of inner) assert.equal((await guard.addresses(address)).length, 1, address)
  assert.equal((await guard.addresses('localhost')).length, 2)
  assert.equal(await guard.refusal(new URL('http://localhost:3000')), null)
  assert.equal(await guard.refusal(new URL('http://[::1]:3000')), null)
})

test('a registration does not wait for a dead name server', async (t) => {
  const resolve = () => new Promise<never>(() => undefined)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const refusal = createTargetGuard({ allowPrivate: false, resolve }).refusal(new URL('http://a.b'))
  t.mock.timers.tick(3000)
  assert.equal(await refusal, null)
})

test('localhost, private addresses and names of a home network are not public hosts', () => {
  const hosts = [
    ...['localhost', 'localhost.', 'LOCALHOST', 'qpr.localhost', '127.0.0.1', '127.1', '[::1]'],
    ...['10.0.0.5', '192.168.1.20', '172.20.0.3', '169.254.1.1', '[fe80::1]', '[fd00::1]'],
    ...['[::ffff:10.0.0.1]', 'nas.local', 'qpr.internal', 'qpr.lan', 'qpr.home.arpa', 'NAS.local.'],
    ...['qpr', 'qpr.'],
  ]
  for (const host of hosts) assert.equal(isPublicHost(`http://${host}:3000`), false, host)
})

test('every other host is public', () => {
  const hosts = [
    ...['qpr.example.com', 'qpr.example.com.', 'local.example', 'mylocalhost.com', '8.8.8.8'],
    ...['[2606:4700::1111]', 'internal.example', 'lan.io', 'bücher.example', 'a.notlocal'],
  ]
  for (const host of hosts) {
    assert.equal(isPublicHost(`https://${host}/base`), true, host)
  }
})
