// A page of another site must not make its readers' browsers send messages in a conversation.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from './harness/checks/refusals.ts'
import { createCode } from './harness/data/given.ts'
import { startService } from './harness/service/service.ts'

const settings = {
  QPR_CORS_ORIGINS: 'https://shop.example',
  QPR_SCAN_HOST: 'https://scan.example',
  QPR_BASE_URL: 'https://qpr.example',
}
const token = 'AAAAAAAAAAAAAAAAAAAAAA'
const requests = [
  ['POST', '/s/SHORT/chat'],
  ['POST', '/S/SHORT/chat'],
  ['POST', '/s/SHORT/handoff'],
  ['POST', '/s/SHORT/lead'],
  ['POST', '/s/SHORT/conversations'],
  ['GET', `/c/${token}`],
  ['GET', `/c/${token}/events`],
  ['POST', `/c/${token}/messages`],
  ['POST', `/c/${token}/retry`],
  ['POST', `/c/${token}/stop`],
  ['POST', `/c/${token}/rating`],
  ['POST', `/c/${token}/close`],
  ['DELETE', `/c/${token}`],
] as const

test('a foreign Origin is refused on every route of a conversation, our own and allowed ones are accepted', async (t) => {
  const service = await startService(t, { settings })
  const { short_id } = await createCode(service)
  const here = new URL(service.address)
  const foreign = [
    ...['https://evil.example', 'null', 'http://qpr.example', 'https://shop.example.evil.example'],
    ...['https://shop.example:8443', `http://${here.hostname}:1`, 'https://', 'file://', 'x'],
  ]
  const own = ['https://qpr.example', 'https://scan.example', 'https://shop.example', here.origin]
  for (const [method, pattern] of requests) {
    const path = pattern.replace('SHORT', short_id)
    const send = (headers: Record<string, string>) =>
      service.request<never>(method, path, {
        key: null,
        headers,
        ...(method === 'POST' && { body: {} }),
      })
    for (const Origin of foreign) {
      assertRefused(await send({ Origin }), { status: 403, code: 'foreign_origin' })
    }
    for (const Origin of own) assert.notEqual((await send({ Origin })).status, 403, Origin)
    assert.notEqual((await send({})).status, 403)
  }
  const page = await service.get(`/s/${short_id}`, {
    key: null,
    headers: { Origin: 'https://evil.example' },
  })
  assert.equal(page.status, 200)
})
