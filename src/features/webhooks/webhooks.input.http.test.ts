import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  assertInvalid,
  assertRefused,
  badTexts,
  bodyWith,
} from '../../../test/harness/checks/refusals.ts'
import { countRows } from '../../../test/harness/data/given.ts'
import {
  closedPort,
  registerWebhook,
  type WebhookView,
} from '../../../test/harness/receivers/webhooks.ts'
import { startService } from '../../../test/harness/service/shared.ts'

const path = '/v1/webhooks'

const badFields: Record<string, Record<string, string>> = {
  url: {
    ...badTexts(2000),
    'no address': '"shop"',
    'no scheme': '"shop.example/hooks"',
    'another scheme': '"ftp://shop.example"',
    'a script': '"javascript:alert(1)"',
    'no host': '"https://"',
    'no slashes': '"https:shop.example"',
    'a bad port': '"https://shop.example:99999"',
    'white space within': '"https://shop.example/a b"',
    'a line break within': '"https://shop.ex\\nample"',
    'white space before': '" https://shop.example"',
    'a user name': '"https://ana@shop.example"',
    'a password': '"https://:secret@shop.example"',
    'both of them': '"https://ana:secret@shop.example"',
    'one character too long': JSON.stringify(`https://shop.example/${'a'.repeat(1980)}`),
  },
  events: {
    null: 'null',
    'a text': '"scan.created"',
    'an object': '{}',
    none: '[]',
    'an unknown one': '["scan.deleted"]',
    'one with a capital': '["Scan.created"]',
    'one of ours that is none': '["webhook.test"]',
    'one twice': '["scan.created","qpr_code.created","scan.created"]',
    'a number': '[1]',
    'one within a list': '[["scan.created"]]',
  },
  description: (({ null: _, ...bad }) => bad)(badTexts(500)),
}

test('an invalid field gets 422, and nothing is registered', async (t) => {
  const service = await startService(t)
  for (const [field, values] of Object.entries(badFields)) {
    for (const [what, value] of Object.entries(values)) {
      await t.test(`${field}: ${what}`, async () => {
        const rawBody = bodyWith(field, value, { url: closedPort })
        assertInvalid(await service.request('POST', path, { rawBody }), field)
      })
    }
  }
  assertInvalid(await service.post(path, {}), 'url')
  assert.equal(await countRows(service, 'webhooks'), 0)
})

test('an invalid change gets 422, and nothing changes', async (t) => {
  const service = await startService(t)
  const webhook = await registerWebhook(service, closedPort)
  const before = (await service.get(`${path}/${webhook.id}`)).text
  const active = { null: 'null', 'a text': '"true"', 'a number': '1' }
  for (const [field, values] of Object.entries({ ...badFields, active })) {
    for (const [what, value] of Object.entries(values)) {
      await t.test(`${field}: ${what}`, async () => {
        const rawBody = bodyWith(field, value)
        assertInvalid(await service.request('PATCH', `${path}/${webhook.id}`, { rawBody }), field)
      })
    }
  }
  assert.equal((await service.get(`${path}/${webhook.id}`)).text, before)
})

test('a url of 2,000 characters and a description of 500 are accepted', async (t) => {
  const service = await startService(t)
  const url = closedPort.padEnd(2000, 'a')
  const webhook = await registerWebhook(service, url, { description: 'ä'.repeat(500) })
  assert.equal(webhook.url, url)
})

test('an invalid query gets 422 with the parameter', async (t) => {
  const service = await startService(t)
  for (const [name, values] of Object.entries({
    limit: ['0', '101', '-1', '1.5', 'a', ''],
    offset: ['-1', 'a'],
  })) {
    for (const value of values) {
      assertInvalid(await service.get(`${path}?${name}=${value}`), name)
    }
  }
})

const privateUrls = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://localhost:3000/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fd00::1]/',
]

const assertPrivateRefused = async (t: TestContext, settings: Record<string, string>) => {
  const service = await startService(t, { settings })
  for (const url of privateUrls) {
    const { status, body } = await service.post(path, { url })
    assert.equal(status, 422, url)
    assert.deepEqual(
      body.errors?.map(({ pointer, code }) => [pointer, code]),
      [['/url', 'private_target']],
    )
    assert.match(body.detail, /private/)
  }
  assert.equal(await countRows(service, 'webhooks'), 0)
}

test('a private target gets 422 when QPR_WEBHOOK_PRIVATE_TARGETS denies it', async (t) => {
  await assertPrivateRefused(t, { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' })
})

test('a private target gets 422 by default while QPR_BASE_URL is public', async (t) => {
  await assertPrivateRefused(t, { QPR_BASE_URL: 'https://qpr.example.com' })
})

test('a private target is accepted when it is allowed', async (t) => {
  const settings = {
    QPR_BASE_URL: 'https://qpr.example.com',
    QPR_WEBHOOK_PRIVATE_TARGETS: 'allow',
  }
  const service = await startService(t, { settings })
  for (const url of privateUrls) await registerWebhook(service, url)
})

test('a change to a private target gets 422 too, and the url stays', async (t) => {
  const settings = { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' }
  const service = await startService(t, { settings })
  const url = 'https://shop.example/hooks'
  const webhook = await registerWebhook(service, url)
  const answer = await service.patch(`${path}/${webhook.id}`, { url: 'http://127.0.0.1/' })
  assertRefused(answer, { status: 422, code: 'invalid_input' })
  assert.equal((await service.get<WebhookView>(`${path}/${webhook.id}`)).body.url, url)
})

test('a name that does not resolve yet is accepted', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' } })
  await registerWebhook(service, 'https://not-there-yet.example/hooks')
})

test('a caller without permission gets 403 before the target is checked', async (t) => {
  const service = await startService(t, { settings: { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' } })
  const key = await service.keyOf('editor')
  const organization_id = await service.defaultOrganizationId()
  for (const url of ['http://127.0.0.1/', 'ftp://shop.example']) {
    const answer = await service.post(path, { url, organization_id }, { key })
    assertRefused(answer, { status: 403, code: 'role_not_allowed' })
  }
})
