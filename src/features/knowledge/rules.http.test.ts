// What a request to add, change or read a source may contain, and what it gets.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import {
  addFile,
  addSource,
  processed,
  type Source,
  search,
  upload,
} from '../../../test/harness/data/knowledge.ts'
import { startLimited } from '../../../test/harness/providers/billing.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { fakeClock, startService } from '../../../test/harness/service/shared.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { refreshDueSources } from './job-handlers.ts'

const question = { kind: 'question', question: 'Is there a sauna?', answer: 'Yes, upstairs.' }

/** The status of a refusal with its code, and each field with its code and message. */
const refusalOf = ({ status, body }: { status: number; body: ProblemBody }) => ({
  status,
  code: body.code,
  ...(body.errors && {
    errors: body.errors.map(({ pointer, code, message }) => [pointer, code, message]),
  }),
})
const invalid = (pointer: string, code: string, message: string) => ({
  status: 422,
  code: 'invalid_input',
  errors: [[pointer, code, message]],
})

test('a question has the whole body of a source that is ready', async (t) => {
  const clock = fakeClock('2099-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const organization_id = await service.defaultOrganizationId()
  const { id, ...source } = await addSource(service, question)
  assert.match(id, /^src_/)
  assert.deepEqual(source, {
    organization_id,
    kind: 'question',
    title: 'Is there a sauna?',
    status: 'ready',
    encoding: null,
    reason: null,
    progress: null,
    code_ids: null,
    pages: 0,
    passages: 1,
    size_bytes: 'Is there a sauna?Yes, upstairs.'.length,
    url: null,
    question: 'Is there a sauna?',
    answer: 'Yes, upstairs.',
    refresh: 'never',
    refreshed_at: '2099-01-31T12:00:00.000Z',
    created_at: '2099-01-31T12:00:00.000Z',
    updated_at: '2099-01-31T12:00:00.000Z',
  })
  clock.advance(1000)
  const path = `/v1/knowledge/${id}`
  const changed = await service.patch<Source>(path, { question: 'Sauna?', title: 'Our sauna' })
  assert.deepEqual(changed.body, {
    ...source,
    id,
    question: 'Sauna?',
    title: 'Our sauna',
    size_bytes: 'Sauna?Yes, upstairs.'.length,
    refreshed_at: '2099-01-31T12:00:01.000Z',
    updated_at: '2099-01-31T12:00:01.000Z',
  })
  assert.deepEqual((await service.get<Source>(path)).body, changed.body)
  clock.advance(1000)
  const renamed = await service.patch<Source>(path, { title: 'Wellness' })
  assert.deepEqual(renamed.body, {
    ...changed.body,
    title: 'Wellness',
    updated_at: '2099-01-31T12:00:02.000Z',
  })
  assert.equal((await search(service, 'sauna')).passages[0]?.title, 'Wellness')
})

test('each kind of source requires its own fields', async (t) => {
  const service = await startService(t)
  const add = async (input: object) =>
    refusalOf(await service.post<ProblemBody>('/v1/knowledge', input))
  const { question: text, answer } = question
  assert.deepEqual(
    await add({ ...question, url: 'https://example.com/' }),
    invalid('/url', 'not_allowed', 'url is not possible for a question.'),
  )
  assert.deepEqual(
    await add({ kind: 'question', answer }),
    invalid('/question', 'required', 'question is required for a question.'),
  )
  assert.deepEqual(
    await add({ kind: 'question', question: text }),
    invalid('/answer', 'required', 'answer is required for a question.'),
  )
  for (const kind of ['page', 'site']) {
    assert.deepEqual(
      await add({ kind }),
      invalid('/url', 'required', `url is required for a ${kind}.`),
    )
  }
  const { status, code } = await add({ kind: 'file', url: 'https://example.com/' })
  assert.deepEqual([status, code], [422, 'invalid_input'])
})

test('a change that does not fit the kind of a source is refused, and changes nothing', async (t) => {
  const service = await startService(t)
  const file = await addFile(service, 'a.txt', 'The sauna is here.')
  const asked = await addSource(service, question)
  const change = async ({ id }: Source, changes: object) =>
    refusalOf(await service.patch<ProblemBody>(`/v1/knowledge/${id}`, changes))
  for (const field of ['question', 'answer']) {
    assert.deepEqual(
      await change(file, { title: 'New', [field]: 'x' }),
      invalid(`/${field}`, 'not_allowed', `${field} is not possible for a file.`),
    )
  }
  for (const source of [file, asked]) {
    assert.deepEqual(
      await change(source, { title: 'New', refresh: 'daily' }),
      invalid('/refresh', 'not_allowed', `refresh is not possible for a ${source.kind}.`),
    )
    const { body } = await service.get<Source>(`/v1/knowledge/${source.id}`)
    assert.deepEqual(body, source)
    const allowed = await service.patch(`/v1/knowledge/${source.id}`, { refresh: 'never' })
    assert.equal(allowed.status, 200)
  }
})

test('codes are named by id or short id, each once, and only those of the organization', async (t) => {
  const service = await startService(t)
  const [bar, spa] = [await createCode(service), await createCode(service)]
  const elsewhere = await createOrganization(service)
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  const ids = [bar.id, spa.id].toSorted()
  const source = await addSource(service, {
    ...question,
    code_ids: [spa.short_id, bar.id, spa.id],
  })
  assert.deepEqual(source.code_ids, ids)
  const refused = invalid(
    '/code_ids/1',
    'unknown',
    `The organization of the source has no code ${foreign.id}.`,
  )
  const code_ids = [bar.id, foreign.id]
  assert.deepEqual(
    refusalOf(await service.post<ProblemBody>('/v1/knowledge', { ...question, code_ids })),
    refused,
  )
  const path = `/v1/knowledge/${source.id}`
  assert.deepEqual(refusalOf(await service.patch<ProblemBody>(path, { code_ids })), refused)
  const named = await upload(service, 'a.txt', 'The bar.', {
    code_ids: ` ${bar.id} , ,${spa.short_id}`,
  })
  assert.deepEqual(named.body.code_ids, ids)
  const none = await upload(service, 'a.txt', 'The bar.', { code_ids: '' })
  assert.deepEqual(none.body.code_ids, [])
  // A code that moves to another organization leaves the source.
  await service.patch(`/v1/qpr-codes/${bar.id}`, { organization_id: elsewhere.id })
  assert.deepEqual((await service.get<Source>(path)).body.code_ids, [spa.id])
  assert.deepEqual((await search(service, 'sauna', { qpr_code_id: bar.id })).passages, [])
})

test('sources are listed newest first, by kind, status and code', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const all = await addSource(service, question)
  const own = await addSource(service, { ...question, code_ids: [code.id] })
  const none = await addSource(service, { ...question, code_ids: [] })
  const file = await addFile(service, 'a.txt', ' ')
  assert.equal(file.status, 'failed')
  const list = async (query: string) => {
    const path = `/v1/knowledge?${query}`
    const { body } = await service.get<{ sources: Source[]; total: number }>(path)
    assert.equal(body.total, body.sources.length)
    return body.sources.map(({ id }) => id)
  }
  assert.deepEqual(await list(''), [file.id, none.id, own.id, all.id])
  assert.deepEqual(await list('kind=question'), [none.id, own.id, all.id])
  assert.deepEqual(await list('status=failed'), [file.id])
  assert.deepEqual(await list('status=ready&kind=file'), [])
  assert.deepEqual(await list(`qpr_code_id=${code.short_id}`), [file.id, own.id, all.id])
})

test('a source of another account is not found, whatever the request', async (t) => {
  const [service, stranger] = [await startService(t), await startService(t)]
  const { id } = await addSource(service, question)
  const path = `/v1/knowledge/${id}`
  for (const answer of [
    await stranger.get<ProblemBody>(path),
    await stranger.patch<ProblemBody>(path, { title: 'Mine' }),
    await stranger.post<ProblemBody>(`${path}/refresh`, {}),
    await stranger.delete<ProblemBody>(path),
  ]) {
    assert.deepEqual(
      [answer.status, answer.body.code, answer.body.detail],
      [404, 'source_not_found', `There is no source ${id}.`],
    )
  }
  assert.deepEqual((await search(stranger, 'sauna')).passages, [])
  const code = await createCode(service)
  const foreign = await stranger.get(`/v1/knowledge/search?q=sauna&qpr_code_id=${code.id}`)
  assert.equal(foreign.status, 404)
})

test('a search has the best passages first, at most its limit, with the whole body of each', async (t) => {
  const service = await startService(t)
  const { id } = await addSource(service, question)
  await addSource(service, { ...question, question: 'Bar?', answer: 'The sauna bar is open late.' })
  const { passages, is_whole, best } = await search(service, 'Is there a sauna upstairs?')
  const [first, second] = passages
  assert.ok(first && second)
  const { id: passageId, score, ...passage } = first
  assert.match(passageId, /^psg_/)
  assert.deepEqual(passage, {
    source_id: id,
    title: 'Is there a sauna?',
    url: null,
    page: null,
    headings: ['Is there a sauna?'],
    text: 'Yes, upstairs.',
  })
  assert.ok(score > second.score && second.score > 0)
  assert.deepEqual([is_whole, best], [true, 1])
  assert.equal((await search(service, 'sauna', { limit: '1' })).passages.length, 1)
  for (const q of ['', 'x'.repeat(1001)]) {
    const refused = await service.get(`/v1/knowledge/search?${new URLSearchParams({ q })}`)
    assert.equal(refused.status, 422)
  }
})

test('a question and a file that is gone cannot be read again', async (t) => {
  const service = await startService(t)
  const refresh = async (id: string) => {
    const { status, body } = await service.post<ProblemBody>(`/v1/knowledge/${id}/refresh`, {})
    return [status, body.code, body.detail]
  }
  assert.deepEqual(await refresh((await addSource(service, question)).id), [
    409,
    'source_not_refreshable',
    'A question has no origin to read again. Change its answer instead.',
  ])
  assert.deepEqual(await refresh((await addFile(service, 'a.txt', ' ')).id), [
    409,
    'source_not_refreshable',
    'The file could not be read, and its content was deleted. Upload it again.',
  ])
})

const limited = { settings: { QPR_LIMIT_SOURCES: '2', QPR_LIMIT_KNOWLEDGE_PAGES: '1' } }

const limitsOf = (answer: { status: number; body: ProblemBody }) => [
  answer.status,
  answer.body.code,
  answer.body.detail,
]

test('an organization has at most QPR_LIMIT_SOURCES sources', async (t) => {
  const service = await startService(t, limited)
  const { id } = await addSource(service, question)
  await addSource(service, question)
  const refused = [
    409,
    'limit_reached',
    'This organization already has the maximum of 2 sources. Delete a source that is no longer ' +
      'needed.',
  ]
  assert.deepEqual(limitsOf(await service.post('/v1/knowledge', question)), refused)
  assert.deepEqual(limitsOf(await upload<ProblemBody>(service, 'a.txt', 'Text')), refused)
  const page = { kind: 'page', url: 'http://127.0.0.1:1/' }
  assert.deepEqual(limitsOf(await service.post('/v1/knowledge', page)), refused)
  await service.delete(`/v1/knowledge/${id}`)
  assert.equal((await service.post('/v1/knowledge', question)).status, 201)
})

test('an organization with all pages of QPR_LIMIT_KNOWLEDGE_PAGES adds questions only', async (t) => {
  const service = await startService(t, limited)
  const { id } = await addFile(service, 'a.txt', 'The sauna is here.')
  const refused = [
    409,
    'limit_reached',
    'This organization already has the maximum of 1 pages. Delete a source that is no longer needed.',
  ]
  assert.deepEqual(limitsOf(await upload<ProblemBody>(service, 'b.txt', 'Text')), refused)
  const page = { kind: 'page', url: 'http://127.0.0.1:1/' }
  assert.deepEqual(limitsOf(await service.post('/v1/knowledge', page)), refused)
  assert.equal((await service.post('/v1/knowledge', question)).status, 201)
  // Its own pages are free again while a file is read again.
  await service.post(`/v1/knowledge/${id}/refresh`, {})
  const again = await processed(service, id)
  assert.deepEqual([again.status, again.pages], ['ready', 1])
})

test('a plan that includes no more pages gets 402, and a file beyond it fails with a sentence', async (t) => {
  const { service } = await startLimited(t, { free: { knowledge_pages: 2 } })
  const large = await addFile(service, 'a.txt', 'x'.repeat(6001))
  assert.deepEqual(
    [large.status, large.pages, large.reason],
    [
      'failed',
      0,
      'The file has 3 pages, and the organization has room for 2 more. Delete other sources or ' +
        'choose a larger plan, then read the file again.',
    ],
  )
  await addFile(service, 'b.txt', 'x'.repeat(3001))
  const refused = await upload<ProblemBody & { limit: object }>(service, 'c.txt', 'Text')
  assert.deepEqual([refused.status, refused.body.code], [402, 'plan_limit_reached'])
  assert.deepEqual(refused.body.limit, {
    name: 'knowledge_pages',
    maximum: 2,
    used: 2,
    plan: 'free',
    sufficient_plan: 'starter',
  })
})

const pageOf = (text: string) => ({
  status: 200,
  headers: { 'Content-Type': 'text/html' },
  body: `<html><body><p>${text}</p></body></html>`,
})

test('a page has the title of its address until it is read, and is read again by its schedule', async (t) => {
  const clock = fakeClock('2099-02-01T12:00:00Z')
  const service = await startService(t, { clock })
  const site = await startReceiver(t, ({ path }) =>
    path === '/robots.txt' ? 404 : pageOf('The sauna is here.'),
  )
  const host = new URL(site.url).host
  const added = await addSource(service, { kind: 'page', url: `${site.url}/spa#top` })
  assert.deepEqual(
    [added.status, added.title, added.url, added.refresh, added.refreshed_at],
    ['processing', `${host}/spa`, `${site.url}/spa`, 'never', null],
  )
  const read = await processed(service, added.id)
  assert.deepEqual(
    [read.status, read.title, read.pages, read.refreshed_at],
    ['ready', `${host}/spa`, 1, '2099-02-01T12:00:00.000Z'],
  )
  const due = async () => await refreshDueSources(service.internals)
  await service.patch(`/v1/knowledge/${added.id}`, { refresh: 'daily' })
  clock.advance(dayMs - 1)
  assert.equal(await due(), 0)
  // The website is broken: the former text stays in use, and the next day it is read again.
  site.answerWith(({ path }) => (path === '/robots.txt' ? 404 : 500))
  clock.advance(1)
  assert.equal(await due(), 1)
  assert.equal(await due(), 0)
  const failed = await processed(service, added.id)
  assert.deepEqual(
    [failed.status, failed.reason, failed.pages, failed.refreshed_at],
    ['failed', 'The website answered with status 500. Try again later.', 1, read.refreshed_at],
  )
  assert.equal((await search(service, 'sauna')).passages.length, 1)
  assert.equal(await due(), 0)
  site.answerWith(({ path }) => (path === '/robots.txt' ? 404 : pageOf('The pool is here.')))
  clock.advance(dayMs)
  assert.equal(await due(), 1)
  const mended = await processed(service, added.id)
  assert.deepEqual(
    [mended.status, mended.reason, mended.refreshed_at],
    ['ready', null, '2099-02-03T12:00:00.000Z'],
  )
  assert.equal((await search(service, 'sauna')).best, 0)
  await service.patch(`/v1/knowledge/${added.id}`, { refresh: 'never' })
  clock.advance(2 * dayMs)
  assert.equal(await due(), 0)
})
