import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type CodePage,
  createCode,
  createKey,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import { startService } from '../../../test/harness/service/shared.ts'

test('the list of codes is answered with 304 until it changes', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { name: 'Bar' })
  const list = (etag = '', key = service.key) =>
    service.get<CodePage>('/v1/qpr-codes', { key, headers: { 'If-None-Match': etag } })

  const first = await list()
  const etag = first.headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]{27}"$/)
  const again = await list()
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal(again.headers.get('etag'), etag)
  assert.equal(again.headers.get('content-type'), first.headers.get('content-type'))
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const unchanged = await list(known)
    assert.deepEqual([unchanged.status, unchanged.text], [304, ''], known)
    assert.equal(unchanged.headers.get('etag'), etag)
    assert.equal(unchanged.headers.get('content-type'), null)
    assert.match(unchanged.headers.get('request-id') ?? '', /^req_/)
  }

  await service.patch(`/v1/qpr-codes/${id}`, { name: 'Harbour Bar' })
  const changed = await list(etag)
  assert.equal(changed.status, 200)
  assert.equal(changed.body.codes[0]?.name, 'Harbour Bar')
  assert.notEqual(changed.headers.get('etag'), etag)
})

test('a repeated list belongs to its caller', async (t) => {
  const service = await startService(t)
  await createCode(service, { name: 'Bar' })
  const other = await createOrganization(service)
  const narrowed = await createKey(service, { organization_id: other.id })
  const list = (key: string) => service.get<CodePage>('/v1/qpr-codes', { key })
  for (let round = 0; round < 2; round++) {
    assert.equal((await list(service.key)).body.total, 1)
    assert.equal((await list(narrowed.key)).body.total, 0)
  }
  await service.delete(`/v1/api-keys/${narrowed.id}`)
  assert.equal((await list(narrowed.key)).status, 401)
  assert.equal((await list(service.key)).body.total, 1)
})
