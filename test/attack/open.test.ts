// The most expensive requests without a key; `open.deep.test.ts` walks over images, URLs and headers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256Hex } from '../../src/platform/kit/ids.ts'
import { plantConversations } from '../harness/data/conversations.ts'
import { createCode } from '../harness/data/given.ts'
import { startService } from '../harness/service/service.ts'
import { assertCheap } from './cost.ts'
import { startSender } from './sender.ts'

test('a network address beyond its limit of expensive images gets 429, but still gets cached ones', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_COSTLY_PER_MINUTE: '2' } })
  const { short_id } = await createCode(service)
  const image = (query: string) => service.get(`/qr/${short_id}.png?${query}`, { key: null })
  const large = 'size=2048&dots=dots&margin='
  assert.equal((await image(`${large}4`)).status, 200)
  assert.equal((await image(`${large}5`)).status, 200)
  const refused = await image(`${large}6`)
  assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited'])
  assert.equal(refused.headers.get('retry-after'), '60')
  // Cached and cheap images are not limited.
  for (const query of [`${large}4`, `${large}5`, 'size=512', 'size=4096', 'dots=dots']) {
    assert.equal((await image(query)).status, 200, query)
  }
})

test('a conversation of 199 long messages is shown without blocking the event loop', async (t) => {
  const service = await startService(t)
  const sender = startSender()
  t.after(sender.stop)
  const code = await createCode(service)
  const { short_id } = code
  const token = 'a'.repeat(22)
  const said = Array.from({ length: 199 }, (_, i) => longText(i))
  await plantConversations(service, code, [{ said, token_hash: sha256Hex(token) }])
  for (const encoding of ['br', 'gzip', 'identity']) {
    const path = `/s/${short_id}/chat`
    const headers = { Cookie: `qpr_talk=${token}`, 'Accept-Encoding': encoding }
    const { status } = await assertCheap(service, sender, {
      name: `${encoding} ${path}`,
      method: 'GET',
      path,
      headers,
      isOpen: true,
    })
    assert.equal(status, 200)
  }
})

/** The maximum length of a message, with signs that HTML escapes. */
const longText = (seed: number): string =>
  Array.from({ length: 8 }, (_, i) => '<&"ab cd'[(i * i * 7 + i * seed) % 8])
    .join('')
    .repeat(500)
    .slice(0, 3999)
