import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { type CodeView, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'

const logo = {
  rawBody:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
  headers: { 'Content-Type': 'image/svg+xml' },
}

const brandPath = async (service: Service) =>
  `/v1/organizations/${await service.defaultOrganizationId()}/brand`

const imageOf = async (service: Service, { short_id }: { short_id: string }) => {
  const { text, headers } = await service.get(`/qr/${short_id}.svg`, { key: null })
  return { text, etag: headers.get('etag') ?? '' }
}

test('the images of all codes without a style follow the brand, and their ETags change', async (t) => {
  const service = await startService(t)
  const path = await brandPath(service)
  const [plain, rounded, own, onYellow] = await Promise.all([
    createCode(service),
    createCode(service, { style: { dots: 'rounded' } }),
    createCode(service, { style: { color: '#a02020' } }),
    createCode(service, { style: { background: '#ffee88' } }),
  ])
  const before = await imageOf(service, plain)
  await service.patch(path, { color: '#0f4c81' })
  const after = await imageOf(service, plain)
  assert.ok(after.text.includes('#0f4c81'))
  assert.notEqual(after.etag, before.etag)
  const unchanged = await service.get(`/qr/${plain.short_id}.svg`, {
    key: null,
    headers: { 'If-None-Match': before.etag },
  })
  assert.equal(unchanged.status, 200)
  assert.ok((await imageOf(service, rounded)).text.includes('#0f4c81'))
  const owned = await imageOf(service, own)
  assert.ok(owned.text.includes('#a02020') && !owned.text.includes('#0f4c81'))
  // The colour of the brand is checked on white only.
  assert.ok(!(await imageOf(service, onYellow)).text.includes('#0f4c81'))

  await service.request('PUT', `${path}/logo`, logo)
  assert.match((await imageOf(service, plain)).text, /<image /)
  const without = await service.get(`/qr/${plain.short_id}.svg?logo=0`, { key: null })
  assert.doesNotMatch(without.text, /<image /)
  await service.delete(`${path}/logo`)
  assert.deepEqual(await imageOf(service, plain), after)
})

test('a preview has the colour and the logo of the brand', async (t) => {
  const service = await startService(t)
  const path = await brandPath(service)
  const { id } = await createCode(service)
  await service.patch(path, { color: '#0f4c81' })
  await service.request('PUT', `${path}/logo`, logo)
  for (const about of [{}, { qpr_code_id: id }, { qpr_code_id: id, logo: null }]) {
    const { body } = await service.post<{ svg: string }>('/v1/qpr-codes/preview-image', about)
    assert.match(body.svg, /#0f4c81[\s\S]*<image |<image [\s\S]*#0f4c81/)
  }
})

test('one action gives selected codes the brand, and counts those that had their own', async (t) => {
  const service = await startService(t)
  await service.patch(await brandPath(service), { color: '#0f4c81' })
  const styled = await createCode(service, { style: { color: '#a02020', dots: 'dots' } })
  const withLogo = await createCode(service)
  await service.request('PUT', `/v1/qpr-codes/${withLogo.id}/logo`, logo)
  const plain = await createCode(service)
  const other = await createCode(service, { style: { color: '#a02020' } })

  const ids = [styled.id, withLogo.short_id, plain.id]
  const applied = await service.post('/v1/qpr-codes/apply-brand', { ids })
  assert.deepEqual(applied.body, { changed: 2 })
  assert.equal((await service.get<CodeView>(`/v1/qpr-codes/${styled.id}`)).body.style, null)
  assert.ok((await imageOf(service, styled)).text.includes('#0f4c81'))
  assert.ok((await scan(service, styled)).text.includes('--accent:#0f4c81'))
  assert.equal((await service.get(`/v1/qpr-codes/${withLogo.id}/logo`)).status, 404)
  assert.ok((await imageOf(service, other)).text.includes('#a02020'))
  assert.deepEqual((await service.post('/v1/qpr-codes/apply-brand', { ids })).body, { changed: 0 })
})

test('an unknown code among the selected ones changes none', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { style: { color: '#a02020' } })
  const elsewhere = await createOrganization(service)
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  const key = await service.keyOf('editor')
  const body = { ids: [id, foreign.id] }
  const refused = await service.post('/v1/qpr-codes/apply-brand', body, { key })
  assertRefused(refused, { status: 404, code: 'code_not_found' })
  assert.notEqual((await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body.style, null)
})

test('the logo of a code wins over the logo of the brand, on its page and in its image', async (t) => {
  const service = await startService(t)
  const path = await brandPath(service)
  const code = await createCode(service)
  await service.request('PUT', `${path}/logo`, logo)
  const ofBrand = await imageOf(service, code)
  const circle = logo.rawBody.replace('<rect width="9" height="9"/>', '<circle r="9"/>')
  const put = { ...logo, rawBody: circle }
  assert.equal((await service.request('PUT', `/v1/qpr-codes/${code.id}/logo`, put)).status, 204)
  assert.notEqual((await imageOf(service, code)).text, ofBrand.text)
  const detail = await service.get<CodeView>(`/v1/qpr-codes/${code.id}`)
  assert.equal(detail.body.has_logo, true)
  const [, address = ''] = /<img src="([^"]+)"/.exec((await scan(service, code)).text) ?? []
  assert.equal((await service.get(address, { key: null })).text, circle)
  await service.delete(`/v1/qpr-codes/${code.id}/logo`)
  assert.deepEqual(await imageOf(service, code), ofBrand)
})
