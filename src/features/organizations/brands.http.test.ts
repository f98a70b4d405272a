import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { scan, visit } from '../../../test/harness/data/scans.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="${color}"/></svg>`

const brandOf = async (service: Service) =>
  `/v1/organizations/${await service.defaultOrganizationId()}/brand`

const putLogo = async (service: Service, path: string, svg: string) => {
  const { status, text } = await service.request('PUT', path, {
    rawBody: svg,
    headers: { 'Content-Type': 'image/svg+xml' },
  })
  assert.equal(status, 204, text)
}

const brand = {
  name: 'Harbour Hotels',
  color: '#0f4c81',
  contact: { label: 'Call us', url: 'tel:+4940123456' },
  privacy_url: 'https://harbour.example/privacy',
}
const empty = {
  name: null,
  color: null,
  contact: null,
  privacy_url: null,
  logo_type: null,
  version: 0,
}

test('a brand is empty at first, and keeps what it is given', async (t) => {
  const service = await startService(t)
  const path = await brandOf(service)
  assert.deepEqual((await service.get(path)).body, empty)
  assert.deepEqual((await service.patch(path, brand)).body, {
    ...brand,
    logo_type: null,
    version: 1,
  })
  assert.deepEqual((await service.patch(path, { name: 'Harbour' })).body, {
    ...brand,
    name: 'Harbour',
    logo_type: null,
    version: 2,
  })
  assert.equal((await service.get(`${path}/logo`)).status, 404)
  await putLogo(service, `${path}/logo`, square('#a02020'))
  const logo = await service.get(`${path}/logo`)
  assert.equal(logo.text, square('#a02020'))
  assert.match(logo.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  const cleared = { name: null, color: null, contact: null, privacy_url: null }
  assert.deepEqual((await service.patch(path, cleared)).body, {
    ...empty,
    logo_type: 'svg',
    version: 4,
  })
  assert.equal((await service.delete(`${path}/logo`)).status, 204)
  assert.deepEqual((await service.get(path)).body, { ...empty, version: 5 })
})

test('a color that cameras cannot read is refused with a sentence', async (t) => {
  const service = await startService(t)
  const path = await brandOf(service)
  for (const color of ['#9ad0c5', '#ffffff', '#808080']) {
    const refused = await service.patch(path, { color })
    assertRefused(refused, { status: 422, code: 'invalid_input' })
    assert.deepEqual(refused.body.errors, [
      { pointer: '/color', code: 'low_contrast', message: refused.body.detail },
    ])
    assert.match(refused.body.detail, /^Cameras cannot read codes in this color: .*darker color\.$/)
  }
  assert.deepEqual((await service.get(path)).body, empty)
})

test('invalid values get 422 and change nothing', async (t) => {
  const service = await startService(t)
  const path = await brandOf(service)
  const wrong: [field: string, value: unknown][] = [
    ['name', ''],
    ['name', 'a'.repeat(201)],
    ['color', 'red'],
    ['color', '#fff'],
    ['color', '#000000;background:url(//evil.example)'],
    ['privacy_url', 'javascript:alert(1)'],
    ['privacy_url', 'data:text/html,<script>'],
    ['privacy_url', 'https://a b'],
    ['contact', { label: 'Call', url: 'javascript:alert(1)' }],
    ['contact', { label: 'Call', url: 'http://plain.example' }],
    ['contact', { label: '', url: 'tel:+4940' }],
  ]
  for (const [field, value] of wrong) {
    assertInvalid(await service.patch(path, { [field]: value }), field)
  }
  const evil = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const headers = { 'Content-Type': 'image/svg+xml' }
  const refused = await service.request('PUT', `${path}/logo`, { rawBody: evil, headers })
  assert.equal(refused.status, 422)
  assert.deepEqual((await service.get(path)).body, empty)
  for (const privacy_url of ['http://plain.example/p', 'mailto:privacy@harbour.example']) {
    assert.equal((await service.patch(path, { privacy_url })).status, 200)
  }
})

test('the page of a code shows the brand, and escapes it', async (t) => {
  const service = await startService(t)
  const path = await brandOf(service)
  const code = await createCode(service, { name: 'T-12 internal', title: 'Table 12' })
  const before = (await scan(service, code)).text
  assert.ok(!before.includes('Harbour'))
  await service.patch(path, { ...brand, name: 'Tom & "Jerry" <b>' })
  await putLogo(service, `${path}/logo`, square('#a02020'))

  const { text, headers } = await scan(service, code)
  assert.ok(text.includes('<bdi>Tom &amp; &quot;Jerry&quot; &lt;b&gt;</bdi>'), text)
  assert.ok(text.includes('--accent:#0f4c81'))
  assert.ok(text.includes('href="tel:+4940123456"'))
  assert.ok(text.includes('href="https://harbour.example/privacy"'))
  assert.ok(!text.includes('T-12 internal'))
  assert.match(headers.get('content-security-policy') ?? '', /img-src 'self'/)

  const [, address = ''] = /<img src="([^"]+)"/.exec(text) ?? []
  const logo = await service.get(address, { key: null })
  assert.equal(logo.text, square('#a02020'))
  assert.equal(logo.headers.get('content-type'), 'image/svg+xml')
  assert.match(logo.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/)
  assert.match(logo.headers.get('cache-control') ?? '', /immutable/)
  // Another version must not be kept under this address.
  const other = await service.get(`/s/${code.short_id}/logo?v=other`, { key: null })
  assert.equal(other.headers.get('cache-control'), 'no-cache')

  // The next visitor sees a change at once, and the logo under another address.
  await putLogo(service, `${path}/logo`, square('#2020a0'))
  const [, newer = ''] = /<img src="([^"]+)"/.exec((await scan(service, code)).text) ?? []
  assert.notEqual(newer, address)
  assert.equal((await service.get(newer, { key: null })).text, square('#2020a0'))
  await service.delete(`${path}/logo`)
  assert.ok(!(await scan(service, code)).text.includes('<img'))
  assert.equal((await service.get(newer, { key: null })).status, 404)
  assert.equal((await visit(service, 'zzzzzzzz/logo')).status, 404)
})

test('the brand of one organization never appears on a code of another', async (t) => {
  const service = await startOwnService(t)
  await service.patch(await brandOf(service), brand)
  const other = await createOrganization(service)
  const code = await createCode(service, { organization_id: other.id })
  assert.ok(!(await scan(service, code)).text.includes('harbour.example'))
  // A code that moves takes the brand of its new organization.
  const home = await service.defaultOrganizationId()
  await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id: home })
  assert.ok((await scan(service, code)).text.includes('harbour.example'))
  const outsider = await service.keyOf('owner', other.id)
  for (const method of ['GET', 'PATCH'] as const) {
    const body = method === 'PATCH' ? { name: 'Mine' } : undefined
    const answer = await service.request(method, await brandOf(service), { key: outsider, body })
    assert.equal(answer.status, 404)
  }
})

test('a mail of the organization has its public name, colour and contact', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  const { id } = await createOrganization(service, { name: 'Internal GmbH' })
  const path = `/v1/organizations/${id}/brand`
  await service.patch(path, { ...brand, name: 'Harbour <b>' })
  await service.post(`/v1/organizations/${id}/members`, { email: 'ana@example.com' })
  const { subject = '', text = '', html = '' } = await mailbox.mailTo('ana@example.com')
  assert.match(subject, /invites you to Harbour <b>$/)
  for (const part of [subject, text, html]) assert.ok(!part.includes('Internal GmbH'), part)
  assert.ok(html.includes('background:#0f4c81'))
  assert.ok(html.includes('Harbour &lt;b&gt;') && html.includes('href="tel:+4940123456"'))
  assert.ok(text.includes('Privacy policy: https://harbour.example/privacy'))
})
