import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { networkOf } from './addresses.ts'

const group = fc.integer({ min: 0, max: 0xffff })
const hex = (value: number) => value.toString(16)
const byte = fc.integer({ min: 0, max: 255 })
const ipv4 = fc.tuple(byte, byte, byte, byte)

test('an IPv4 address is its own network, also in IPv6 notation', () => {
  fc.assert(
    fc.property(ipv4, ([a, b, c, d]) => {
      const address = [a, b, c, d].join('.')
      const tail = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
      const written = [
        address,
        `${address}:4711`,
        `::ffff:${address}`,
        `::FFFF:${tail}`,
        `0:0:0:0:0:ffff:${address}`,
        `0000:0000:0000:0000:0000:ffff:${tail}`,
        `[::ffff:${address}]:443`,
      ]
      for (const text of written) assert.equal(networkOf(text), address, text)
    }),
  )
})

test('all addresses of an IPv6 /64 are one network, in every notation', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (prefix, host) => {
        const expected = `${prefix.map(hex).join(':')}::/64`
        const groups = [...prefix, ...host].map(hex)
        const full = groups.join(':')
        const written = [
          full,
          full.toUpperCase(),
          groups.map((part) => part.padStart(4, '0')).join(':'),
          new URL(`http://[${full}]/`).hostname.slice(1, -1),
          new URL(`http://[${full}]/`).hostname,
          `[${full}]:8080`,
          `${full}%eth0`,
        ]
        for (const text of written) assert.equal(networkOf(text), expected, text)
      },
    ),
  )
})

test('IPv6 addresses of different /64 are different networks', () => {
  assert.notEqual(networkOf('2001:db8:1:1::1'), networkOf('2001:db8:1:2::1'))
  assert.equal(networkOf('::1'), '0:0:0:0::/64')
  // Only ::ffff:0:0/96 is the IPv4-mapped range.
  assert.equal(networkOf('2001:db8::ffff:c000:201'), '2001:db8:0:0::/64')
})

test('text that is not an address is kept and stays short', () => {
  for (const text of ['', 'unknown', '_hidden', '1.2.3', '300.1.1.1:80', ':::']) {
    assert.equal(networkOf(text), text)
  }
  assert.equal(networkOf('x'.repeat(20_000)).length, 100)
})
