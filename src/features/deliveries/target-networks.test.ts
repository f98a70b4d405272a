import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTargetGuard, isPublicHost, TargetRefused } from '../../platform/kit/target-guard.ts'

const guard = createTargetGuard({
  allowPrivate: false,
  resolve: async (address) => [{ address, family: 4 }],
})
const isTarget = async (address: string) =>
  await guard.addresses(address).then(
    () => true,
    (error) => assert.ok(error instanceof TargetRefused) ?? false,
  )

const hex = (value: number) => value.toString(16)
const number = fc.integer({ min: 0, max: 0xffff_ffff })
const dotted = (value: number) =>
  [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.')
const two = (value: number) => `${hex(value >>> 16)}:${hex(value & 0xffff)}`

/** Networks that the IANA registry excludes from the public Internet, or of cloud platforms. */
const networksV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['168.63.129.16/32', '199.36.153.4/30', '199.36.153.8/30', '161.26.0.0/16', '166.8.0.0/14'],
]

const innerV4 = fc.tuple(fc.constantFrom(...networksV4), number).map(([network, host]) => {
  const [address = '', bits] = network.split('/')
  const base = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const size = 2 ** (32 - Number(bits))
  return base + (host % size)
})

test('every address of a special-purpose network is refused', async () => {
  await fc.assert(
    fc.asyncProperty(innerV4, async (value) => assert.ok(!(await isTarget(dotted(value))))),
    { numRuns: 500 },
  )
})

/** Each notation of an IPv4 address as an IPv6 address. */
const embeddings: Record<string, (value: number) => string> = {
  'IPv4-mapped': (value) => `::ffff:${dotted(value)}`,
  'IPv4-translated': (value) => `::ffff:0:${two(value)}`,
  'IPv4-compatible': (value) => `::${two(value)}`,
  NAT64: (value) => `64:ff9b::${two(value)}`,
  'local NAT64': (value) => `64:ff9b:1::${two(value)}`,
  '6to4': (value) => `2002:${two(value)}::1`,
  'Teredo server': (value) => `2001:0:${two(value)}:0:0:3fff:fdd2`,
  'Teredo client': (value) => `2001:0:4136:e378:8000:63bf:${two(~value >>> 0)}`,
  ISATAP: (value) => `2606:4700:1:2:0:5efe:${two(value)}`,
  'global ISATAP': (value) => `2a00:1450:1:2:200:5efe:${two(value)}`,
}

for (const [name, written] of Object.entries(embeddings)) {
  test(`an IPv4 address is refused when it is written as ${name}`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(innerV4, number), async (value) => {
        const address = written(value)
        assert.ok(!(await isTarget(address)), address)
        // As a browser or a resolver writes it.
        assert.ok(!(await isTarget(new URL(`http://[${address}]`).hostname)), address)
      }),
    )
  })
}

test('the metadata and platform addresses of the large clouds are refused', async () => {
  const platform = [
    ...['169.254.169.254', '169.254.169.253', '169.254.170.2', '169.254.0.23', '169.254.42.42'],
    ...['168.63.129.16', '100.100.100.200', '192.0.0.192', '199.36.153.8', '161.26.0.10'],
    ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe', '::ffff:168.63.129.16'],
  ]
  for (const address of platform) assert.ok(!(await isTarget(address)), address)
  for (const url of ['http://168.63.129.16', 'http://0xa83f8110', 'http://2822734096']) {
    assert.ok(await guard.refusal(new URL(url)), url)
  }
  assert.ok(!isPublicHost('http://168.63.129.16'))
  for (const neighbour of ['168.63.129.15', '168.63.129.17', '199.36.153.3', '199.36.153.12']) {
    assert.ok(await isTarget(neighbour), neighbour)
  }
})
