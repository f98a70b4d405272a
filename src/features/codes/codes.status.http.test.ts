import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  type Code,
  type CodePage,
  createCode,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'

const path = '/v1/qpr-codes/archive'

const archive = (service: Service, ids: string[], fields: object = {}, key = service.key) =>
  service.post<{ changed: number }>(path, { ids, ...fields }, { key })

const listed = async (service: Service, query = '') => {
  const { body } = await service.get<CodePage>(`/v1/qpr-codes?limit=100&${query}`)
  return { names: body.codes.map(({ name }) => name), total: body.total }
}

test('many codes are archived and restored at once, by id or short id', async (t) => {
  const service = await startService(t)
  const a = await createCode(service, { name: 'a' })
  const b = await createCode(service, { name: 'b' })
  await createCode(service, { name: 'c' })
  const ids = [a.id, b.short_id.toUpperCase()]
  const { status, body } = await archive(service, ids)
  assert.deepEqual([status, body], [200, { changed: 2 }])
  assert.deepEqual(await listed(service), { names: ['c'], total: 1 })
  assert.deepEqual(await listed(service, 'status=archived'), { names: ['b', 'a'], total: 2 })
  assert.equal((await service.get(`/s/${a.short_id}`, { key: null })).status, 410)
  assert.deepEqual((await archive(service, ids)).body, { changed: 0 })
  assert.deepEqual((await archive(service, [a.id], { status: 'active' })).body, { changed: 1 })
  assert.deepEqual(await listed(service), { names: ['c', 'a'], total: 2 })
  assert.equal((await service.get(`/s/${a.short_id}`, { key: null })).status, 200)
})

test('a duplicate id counts once', async (t) => {
  const service = await startService(t)
  const { id, short_id } = await createCode(service)
  assert.deepEqual((await archive(service, [id, short_id, id])).body, { changed: 1 })
  assert.equal((await listed(service, 'status=archived')).total, 1)
})

test('an unknown id leaves all codes unchanged', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  assertRefused((await archive(service, [id, 'nowhere0'])) as never, {
    status: 404,
    code: 'code_not_found',
  })
  assert.equal((await listed(service)).total, 1)
})

test('codes of several organizations can change at once, if the role allows it in each', async (t) => {
  const service = await startService(t)
  const other = await createOrganization(service)
  const here = await createCode(service)
  const there = await createCode(service, { organization_id: other.id })
  const key = await service.keyOf('editor', undefined, 'ana@example.com')
  await service.keyOf('viewer', other.id, 'ana@example.com')
  assert.equal((await archive(service, [here.id, there.id], {}, key)).status, 403)
  assert.equal((await listed(service)).total, 1)
  assert.deepEqual((await archive(service, [here.id, there.id])).body, { changed: 2 })
  assert.equal((await listed(service, `organization_id=${other.id}`)).total, 0)
})

test('at most 500 codes can change at once', async (t) => {
  const service = await startService(t)
  const codes = Array.from({ length: 500 }, (_, index) => ({ name: `${index}`, prompt: 'a' }))
  const { body } = await service.post<{ codes: Code[] }>('/v1/qpr-codes/bulk', { codes })
  const ids = body.codes.map(({ id }) => id)
  assert.deepEqual((await archive(service, ids)).body, { changed: 500 })
  assertInvalid((await archive(service, [...ids, 'x'])) as never, 'ids')
  assertInvalid((await archive(service, [])) as never, 'ids')
})

test('the list follows the requested order, and its pages show each code once', async (t) => {
  const service = await startService(t)
  for (const name of ['Beta', 'alpha', 'Ärger', 'beta']) await createCode(service, { name })
  const scanned = await createCode(service, { name: 'scanned' })
  await service.get(`/s/${scanned.short_id}`, { key: null })
  const alpha = (await service.get<CodePage>('/v1/qpr-codes?q=alpha')).body.codes[0]
  await service.patch(`/v1/qpr-codes/${alpha?.id}`, { metadata: { a: 1 } })
  const sorted = async (sort: string) => (await listed(service, `sort=${sort}`)).names
  assert.deepEqual(await sorted('newest'), ['scanned', 'beta', 'Ärger', 'alpha', 'Beta'])
  assert.deepEqual(await sorted('oldest'), ['Beta', 'alpha', 'Ärger', 'beta', 'scanned'])
  assert.deepEqual(await sorted('name'), ['alpha', 'beta', 'Beta', 'scanned', 'Ärger'])
  assert.equal((await sorted('changed'))[0], 'alpha')
  assert.equal((await sorted('scans'))[0], 'scanned')
  assert.deepEqual(await listed(service, 'sort=name&q=beta'), { names: ['beta', 'Beta'], total: 2 })
  const paged: string[] = []
  for (let offset = 0; offset < 5; offset += 2) {
    const { body } = await service.get<CodePage>(
      `/v1/qpr-codes?sort=scans&limit=2&offset=${offset}`,
    )
    paged.push(...body.codes.map(({ name }) => name))
  }
  assert.deepEqual(paged, await sorted('scans'))
  assert.equal((await service.get('/v1/qpr-codes?sort=price')).status, 422)
})

test('the full view shows the template, the last change, the organization and the tags of each code', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { template: 'retail', tags: ['a'] })
  const { body } = await service.get<CodePage>('/v1/qpr-codes?view=full')
  const { id, name, short_id, scan_url, status, scans_total, created_at } = code
  const brief = { id, name, short_id, scan_url, status, scans_total, created_at }
  const organization_id = await service.defaultOrganizationId()
  assert.deepEqual(body.codes, [
    { ...brief, template: 'retail', updated_at: code.updated_at, organization_id, tags: ['a'] },
  ])
  assert.deepEqual((await service.get<CodePage>('/v1/qpr-codes')).body.codes, [brief])
})
