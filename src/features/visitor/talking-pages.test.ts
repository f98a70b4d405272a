import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createTalkingPages } from './talking-pages.ts'

type Pages = ReturnType<typeof createTalkingPages>
const address = {} as Parameters<Pages>[2]
const page = { html: '<p>Breakfast is from 7 to 10:30.</p>'.repeat(20) } as Parameters<Pages>[0]

test('a conversation is compressed as the browser wants it, and sent as it is to one that wants nothing', async () => {
  const send = createTalkingPages({ mayCompress: () => true })
  const readers = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
  for (const wanted of ['br', 'gzip', 'identity'] as const) {
    const { bytes, encoding } = await send(page, wanted, address)
    assert.deepEqual([encoding, readers[wanted](bytes).toString()], [wanted, page.html])
  }
})

test('beyond its limit an address gets only what is already compressed', async () => {
  let left = 1
  const send = createTalkingPages({ mayCompress: () => left-- > 0 })
  const other = { html: `${page.html}.` } as typeof page
  const encodings = []
  for (const one of [page, page, other]) {
    const { encoding } = await send(one, 'br', address)
    encodings.push(encoding)
  }
  assert.deepEqual(encodings, ['br', 'br', 'identity'])
})
