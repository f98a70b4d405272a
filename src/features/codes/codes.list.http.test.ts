import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CodePage, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'

const list = async (service: Service, query = '', key = service.key) =>
  (await service.get<CodePage>(`/v1/qpr-codes${query}`, { key })).body

/** Codes with these names, in this order. */
const createCodes = async (service: Service, names: string[]) => {
  const codes = []
  for (const name of names) codes.push(await createCode(service, { name }))
  return codes
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Code ${index + 1}`)
const namesOf = ({ codes }: CodePage) => codes.map(({ name }) => name)

test('the list contains codes, total, limit and offset, each code with its seven fields', async (t) => {
  const service = await startService(t)
  const { id, name, short_id, scan_url, status, scans_total, created_at } =
    await createCode(service)
  assert.deepEqual(await list(service), {
    codes: [{ id, name, short_id, scan_url, status, scans_total, created_at }],
    total: 1,
    limit: 20,
    offset: 0,
  })
})

test('an organization without codes has an empty list', async (t) => {
  const service = await startService(t)
  assert.deepEqual(await list(service), { codes: [], total: 0, limit: 20, offset: 0 })
})

test('the list is sorted newest first', async (t) => {
  const service = await startService(t)
  await createCodes(service, ['first', 'second', 'third'])
  assert.deepEqual(namesOf(await list(service)), ['third', 'second', 'first'])
})

test('a change keeps the position of a code in the list', async (t) => {
  const service = await startService(t)
  const [first] = await createCodes(service, ['first', 'second'])
  await service.patch(`/v1/qpr-codes/${first?.id}`, { name: 'changed' })
  assert.deepEqual(namesOf(await list(service)), ['second', 'changed'])
})

test('the list has at most 20 codes by default, and the total of all', async (t) => {
  const service = await startService(t)
  await createCodes(service, numbered(21))
  const page = await list(service)
  assert.deepEqual([page.codes.length, page.total, page.limit], [20, 21, 20])
})

test('limit and offset page through all codes, none twice', async (t) => {
  const service = await startService(t)
  await createCodes(service, numbered(5))
  const pages = []
  for (const offset of [0, 2, 4]) pages.push(await list(service, `?limit=2&offset=${offset}`))
  assert.deepEqual(pages.flatMap(namesOf), numbered(5).reverse())
  assert.deepEqual(
    pages.map(({ limit, offset, total }) => [limit, offset, total]),
    [
      [2, 0, 5],
      [2, 2, 5],
      [2, 4, 5],
    ],
  )
})

type Named = CodePage & { next_cursor: string | null }

test('by name, Table 2 comes before Table 10, on every page, with a search and after a change', async (t) => {
  const service = await startService(t)
  const inOrder = [
    'Bar',
    'table 2',
    'Table 02b',
    'Table 10',
    'Table 10 left',
    'TABLE 100',
    'Tisch ２',
    'Tisch 3',
    'Zoo',
  ]
  for (const name of inOrder.toReversed().slice(0, -1)) await createCode(service, { name })
  const { id } = await createCode(service, { name: 'Table 9999999999' })
  await service.patch(`/v1/qpr-codes/${id}`, { name: 'Bar' })
  const walk = async (query: string) => {
    const names: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/v1/qpr-codes?sort=name&limit=2&cursor=${encodeURIComponent(cursor)}${query}`
      const { body }: { body: Named } = await service.get<Named>(path)
      names.push(...body.codes.map(({ name }) => name))
      cursor = body.next_cursor
    }
    return names
  }
  assert.deepEqual(await walk(''), inOrder)
  assert.deepEqual(await walk('&q=table'), inOrder.slice(1, 6))
})

test('limit accepts 1 and 100', async (t) => {
  const service = await startService(t)
  await createCodes(service, numbered(3))
  assert.equal((await list(service, '?limit=1')).codes.length, 1)
  const { codes, limit } = await list(service, '?limit=100')
  assert.deepEqual([codes.length, limit], [3, 100])
})

test('an offset beyond the end gives an empty page with the total', async (t) => {
  const service = await startService(t)
  await createCodes(service, numbered(2))
  const page = await list(service, '?offset=999999999999999')
  assert.deepEqual([page.codes, page.total], [[], 2])
})

test('status selects archived or active codes; active is the default', async (t) => {
  const service = await startService(t)
  const [first] = await createCodes(service, ['archived', 'active'])
  await service.patch(`/v1/qpr-codes/${first?.id}`, { status: 'archived' })
  for (const query of ['', '?status=active']) {
    const page = await list(service, query)
    assert.deepEqual([namesOf(page), page.total], [['active'], 1])
  }
  const archived = await list(service, '?status=archived')
  assert.deepEqual([namesOf(archived), archived.total], [['archived'], 1])
  assert.equal(archived.codes[0]?.status, 'archived')
})

test('q finds a part of the name, case-insensitively', async (t) => {
  const service = await startService(t)
  await createCodes(service, ['Harbour Hotel', 'CAFÉ ZOË', 'The old HARBOUR'])
  assert.deepEqual(namesOf(await list(service, '?q=harBour')), ['The old HARBOUR', 'Harbour Hotel'])
  assert.deepEqual(namesOf(await list(service, `?q=${encodeURIComponent('café zoë')}`)), [
    'CAFÉ ZOË',
  ])
  assert.deepEqual(namesOf(await list(service, '?q=nothing')), [])
})

test('q takes %, _, \\ and quotes literally', async (t) => {
  const service = await startService(t)
  const names = ['%', '_', '\\', "'", '*', '?'].map((wild) => `a ${wild} b`)
  await createCodes(service, ['a plain b', ...names])
  for (const name of names) {
    assert.deepEqual(namesOf(await list(service, `?q=${encodeURIComponent(name)}`)), [name])
  }
})

test('with q the total counts the matches within the status', async (t) => {
  const service = await startService(t)
  const [first] = await createCodes(service, ['bar 1', 'bar 2', 'bar 3', 'other'])
  await service.patch(`/v1/qpr-codes/${first?.id}`, { status: 'archived' })
  const page = await list(service, '?q=bar&limit=1&offset=1')
  assert.deepEqual([namesOf(page), page.total], [['bar 2'], 2])
  assert.equal((await list(service, '?q=bar&status=archived')).total, 1)
})

test('q finds a changed name, and no longer the former one', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { name: 'former' })
  await service.patch(`/v1/qpr-codes/${id}`, { name: 'present' })
  assert.equal((await list(service, '?q=PRESENT')).total, 1)
  assert.equal((await list(service, '?q=former')).total, 0)
})

test('organization_id lists another organization, by id or slug', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service)
  await createCode(service, { name: 'default' })
  await createCode(service, { name: 'theirs', organization_id: id })
  for (const organization of [id, slug]) {
    const page = await list(service, `?organization_id=${organization}`)
    assert.deepEqual([namesOf(page), page.total], [['theirs'], 1])
  }
})

test('without organization_id only the default organization is listed', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  await createCode(service, { organization_id: id })
  const page = await list(service)
  assert.deepEqual([page.codes, page.total], [[], 0])
})

test('an invited member sees the codes of their own organization by default', async (t) => {
  const service = await startService(t)
  await createCode(service)
  const viewer = await service.keyOf('viewer')
  assert.equal((await list(service, '', viewer)).total, 0)
})

test('unknown query parameters are ignored', async (t) => {
  const service = await startService(t)
  assert.equal((await service.get('/v1/qpr-codes?sort=name&page=2')).status, 200)
})
