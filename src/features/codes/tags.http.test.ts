import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import {
  type Code,
  type CodePage,
  type CodeView,
  countRows,
  createCode,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import { plantCodes } from '../../../test/harness/data/planted-codes.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

type TagPage = { tags: { tag: string; codes_count: number }[]; next_cursor?: string | null }

const tagsOf = async (service: Service, query = '') =>
  (await service.get<TagPage>(`/v1/tags?${query}`)).body.tags.map(
    ({ tag, codes_count }) => [tag, codes_count] as const,
  )

const namesOf = async (service: Service, query: string) => {
  const { status, body, text } = await service.get<CodePage>(`/v1/qpr-codes?${query}`)
  assert.equal(status, 200, text)
  assert.equal(body.total, body.codes.length, query)
  return body.codes.map(({ name }) => name)
}

const changeTags = async (service: Service, id: string, tags: string[]) =>
  (await service.patch<CodeView>(`/v1/qpr-codes/${id}`, { tags })).body.tags

test('tags are trimmed, kept once regardless of case, in their order', async (t) => {
  const service = await startService(t)
  const given = [' Terrace ', 'season  2026', 'TERRACE', 'bar', 'ﬁsh']
  const { id } = await createCode(service, { tags: given })
  const { body } = await service.get<CodeView>(`/v1/qpr-codes/${id}`)
  assert.deepEqual(body.tags, ['Terrace', 'season 2026', 'bar', 'ﬁsh'])
  assert.deepEqual(await changeTags(service, id, ['bar', 'Terrace']), ['bar', 'Terrace'])
  assert.deepEqual(await tagsOf(service), [
    ['bar', 1],
    ['Terrace', 1],
  ])
})

test('more than 20 tags, blank tags and tags of more than 40 characters get 422', async (t) => {
  const service = await startService(t)
  const send = (tags: unknown) => service.post('/v1/qpr-codes', { name: 'a', prompt: 'b', tags })
  const many = Array.from({ length: 21 }, (_, i) => `tag ${i}`)
  for (const tags of [many, [' '], ['x'.repeat(41)], [1], 'bar', null]) {
    assertInvalid((await send(tags)) as never, 'tags')
  }
  assert.equal((await send(many.slice(1))).status, 200)
})

test('a list item has no tags, unless the full view is asked for', async (t) => {
  const service = await startService(t)
  await createCode(service, { tags: ['bar'] })
  const { body } = await service.get<CodePage>('/v1/qpr-codes')
  assert.equal('tags' in (body.codes[0] ?? {}), false)
  const full = await service.get<CodePage>('/v1/qpr-codes?view=full&tag=bar')
  assert.deepEqual(full.body.codes[0]?.tags, ['bar'])
})

test('the list filters by one or several tags, with search, order, status and cursor', async (t) => {
  const service = await startService(t)
  for (const [name, ...tags] of [
    ['Table 1', 'Terrace', 'bar'],
    ['Table 2', 'terrace'],
    ['Room 3', 'TERRACE', 'bar'],
    ['Room 4'],
  ] as const) {
    await createCode(service, { name, tags })
  }
  assert.deepEqual(await namesOf(service, 'tag=terrace'), ['Room 3', 'Table 2', 'Table 1'])
  assert.deepEqual(await namesOf(service, 'tag=terrace&tag=BAR'), ['Room 3', 'Table 1'])
  assert.deepEqual(await namesOf(service, 'tag=terrace&q=table'), ['Table 2', 'Table 1'])
  assert.deepEqual(await namesOf(service, 'tag=bar&sort=name'), ['Room 3', 'Table 1'])
  assert.deepEqual(await namesOf(service, 'tag=terrace&sort=oldest'), [
    'Table 1',
    'Table 2',
    'Room 3',
  ])
  assert.deepEqual(await namesOf(service, 'tag=unknown'), [])
  assert.deepEqual(await namesOf(service, 'tag=bar&tag=unknown'), [])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/v1/qpr-codes?tag=terrace&limit=1&cursor=${encodeURIComponent(cursor)}`
    const { body } = await service.get<CodePage & { next_cursor: string | null }>(path)
    seen.push(...body.codes.map(({ name }) => name))
    cursor = body.next_cursor
    if (cursor) assertInvalid(await service.get(`/v1/qpr-codes?tag=bar&cursor=${cursor}`), 'cursor')
  }
  assert.deepEqual(seen, ['Room 3', 'Table 2', 'Table 1'])
  const [room] = (await service.get<CodePage>('/v1/qpr-codes?q=room%203')).body.codes
  await service.patch(`/v1/qpr-codes/${room?.id}`, { status: 'archived' })
  assert.deepEqual(await namesOf(service, 'tag=bar'), ['Table 1'])
  assert.deepEqual(await namesOf(service, 'tag=bar&status=archived'), ['Room 3'])
})

test('a filter by tag reads more codes than one step', async (t) => {
  const service = await startService(t)
  await plantCodes(service, 1100)
  const ids = Array.from({ length: 1100 }, (_, i) => String(i + 1).padStart(8, '0'))
  for (let from = 0; from < ids.length; from += 500) {
    const tags = { add: ['all', ...(from === 0 ? ['old'] : [])] }
    await service.patch('/v1/qpr-codes/bulk', { ids: ids.slice(from, from + 500), tags })
  }
  const path = '/v1/qpr-codes?tag=all&limit=1'
  const { body } = await service.get<CodePage>(`${path}&offset=1099`)
  assert.deepEqual([body.total, body.codes[0]?.name], [1100, 'Table 1'])
  assert.equal((await service.get<CodePage>(`${path}&tag=old`)).body.total, 500)
})

test('the tags of an organization have counts, which follow every change', async (t) => {
  const service = await startService(t)
  const codes = ['a', 'b', 'c'].map((name) => ({ name, prompt: 'x', tags: ['bar', name] }))
  const { body } = await service.post<{ codes: Code[] }>('/v1/qpr-codes/bulk', { codes })
  const [a, b] = body.codes as [Code, Code]
  assert.deepEqual(await tagsOf(service), [
    ['a', 1],
    ['b', 1],
    ['bar', 3],
    ['c', 1],
  ])
  assert.deepEqual(await tagsOf(service, 'q=B'), [
    ['b', 1],
    ['bar', 3],
  ])
  await service.delete(`/v1/qpr-codes/${a.id}`)
  await changeTags(service, b.id, ['Bar'])
  assert.deepEqual(await tagsOf(service), [
    ['Bar', 2],
    ['c', 1],
  ])
  const other = await createOrganization(service)
  assert.deepEqual(await tagsOf(service, `organization_id=${other.id}`), [])
})

test('a code that moves takes its tags along', async (t) => {
  const service = await startOwnService(t)
  const other = await createOrganization(service)
  const { id } = await createCode(service, { tags: ['bar'] })
  await service.patch(`/v1/qpr-codes/${id}`, { organization_id: other.id })
  assert.deepEqual(await tagsOf(service), [])
  assert.deepEqual(await namesOf(service, 'tag=bar'), [])
  assert.deepEqual(await tagsOf(service, `organization_id=${other.id}`), [['bar', 1]])
  const there = await namesOf(service, `tag=bar&organization_id=${other.id}`)
  assert.deepEqual(there, ['Harbour Hotel'])
  await service.delete(`/v1/organizations/${other.id}`)
  for (const table of ['tags', 'code_tags'] as const)
    assert.equal(await countRows(service, table), 0)
})

test('parallel changes leave exact counts', async (t) => {
  const service = await startService(t)
  const codes = await Promise.all(
    Array.from({ length: 8 }, (_, i) => createCode(service, { tags: ['x', `y${i % 2}`] })),
  )
  await Promise.all(codes.map(({ id }, i) => changeTags(service, id, i % 2 ? ['y0', 'x'] : ['z'])))
  assert.deepEqual(await tagsOf(service), [
    ['x', 4],
    ['y0', 4],
    ['z', 4],
  ])
})
