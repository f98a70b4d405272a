// All lists with a cursor: the document names them, and this file checks what paging shows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addJob } from '../src/features/jobs/jobs.ts'
import { runUnaudited } from '../src/platform/change.ts'
import { inlined, jsonMedia, type OpenApiDocument } from '../src/platform/http/openapi/document.ts'
import { operationsOf } from './harness/checks/document.ts'
import { assertInvalid } from './harness/checks/refusals.ts'
import { plantConversation } from './harness/data/conversations.ts'
import { createCode, createKey, createOrganization } from './harness/data/given.ts'
import { addFile } from './harness/data/knowledge.ts'
import { plantLeads } from './harness/data/leads.ts'
import { plantDeliveries } from './harness/data/planted.ts'
import { plantCodes } from './harness/data/planted-codes.ts'
import { plantManyScans } from './harness/data/planted-scans.ts'
import { plantQuestions } from './harness/data/questions.ts'
import { closedPort, registerWebhook } from './harness/receivers/webhooks.ts'
import { type Service, startService } from './harness/service/service.ts'
import { signIn } from './harness/service/session.ts'
import { idOf, type Page, rowsIn, walk } from './lists.ts'

/** Figures and fixed texts, not resources: each is one response, limited by `limit`. */
const notLists = new Set([
  'GET /v1/account',
  'GET /v1/analytics',
  'GET /v1/analytics/answers',
  'GET /v1/analytics/hours',
  'GET /v1/analytics/questions',
  'GET /v1/analytics/codes',
  'GET /v1/conversations/{id}',
  'GET /v1/deliveries/{id}',
  'GET /v1/knowledge/search',
  'GET /v1/knowledge/{id}',
  'GET /v1/plans',
  'GET /v1/qpr-codes/{id}',
  'GET /v1/questions/{id}',
  'GET /v1/qpr-codes/{id}/analytics',
  'GET /v1/qpr-codes/{id}/history/{version}',
  'GET /v1/templates',
  'GET /v1/webhooks/{id}',
  'GET /v1/webhooks/{id}/health',
])

const listsOf = (document: OpenApiDocument) =>
  operationsOf(document).filter(({ name, method, path, operation }) => {
    if (method !== 'GET' || !path.startsWith('/v1') || notLists.has(name)) return false
    const answer = operation.responses?.['200']
    const schema = answer && jsonMedia(inlined(answer).content)?.schema
    const properties = (schema && 'properties' in schema ? schema.properties : {}) ?? {}
    return Object.values(properties).some((one) => 'type' in one && one.type === 'array')
  })

/** At least five of every listed object. */
const fill = async (service: Service) => {
  const organizationId = await service.defaultOrganizationId()
  const codes = []
  for (let i = 0; i < 5; i++) codes.push(await createCode(service, { name: `Table ${i}` }))
  const [code] = codes as [(typeof codes)[number]]
  const tags = ['a', 'b', 'c', 'd', 'e']
  for (const tag of tags) {
    const changes = { prompt: `You are ${tag}.`, ...(tag === 'e' && { tags }) }
    await service.patch(`/v1/qpr-codes/${code.id}`, changes)
  }
  for (let i = 0; i < 5; i++) {
    await createOrganization(service, { name: `House ${i}` })
    await createKey(service, { name: `Key ${i}` })
    await registerWebhook(service, closedPort)
    const saved = { qpr_code_id: code.id, title: `Template ${i}` }
    await service.post(`/v1/organizations/${organizationId}/templates`, saved)
    await service.keyOf('viewer', organizationId, `viewer${i}@example.com`)
    const invitee = { email: `guest${i}@example.com` }
    await service.post(`/v1/organizations/${organizationId}/members`, invitee)
    const question = { kind: 'question', question: `Question ${i}?`, answer: 'Yes.' }
    await service.post('/v1/knowledge', question)
    await plantConversation(service, code)
    await signIn(service, 'owner@localhost')
    await runUnaudited(service.internals, (change) =>
      addJob(change, {
        kind: 'delete_code',
        organizationId,
        subjectId: `qpr_${i}`,
        subjectName: 'Gone',
        userId: null,
        total: 0,
      }),
    )
  }
  const subjects = ['sauna', 'garage', 'library', 'canoe', 'piano']
  await plantQuestions(service, code, subjects)
  await plantLeads(service, 5)
  await plantManyScans(service, code.id, 7)
  const webhook = await registerWebhook(service, closedPort)
  await plantDeliveries(
    service,
    webhook.id,
    [1, 2, 3, 4, 5].map((n) => Date.now() - n * 60_000),
  )
  const chapters = subjects.map((subject) => `# ${subject}\n\n${'One of many words. '.repeat(40)}`)
  const source = await addFile(service, 'Chapters.md', chapters.join('\n\n'))
  return { organizationId, code, webhook, source }
}

test('every list of the document accepts a cursor, and its pages show what the list without one shows', async (t) => {
  const service = await startService(t)
  const { organizationId, code, webhook, source } = await fill(service)
  const ids = { webhooks: webhook.id, codes: code.id, knowledge: source.id }
  const idIn = (path: string) =>
    Object.entries(ids).find(([name]) => path.includes(name))?.[1] ?? organizationId
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json', { key: null })
  const lists = listsOf(document)
  assert.ok(lists.length >= 12, lists.map(({ name }) => name).join())
  for (const { name, path, parameters } of lists) {
    assert.ok(
      parameters.some((parameter) => parameter.name === 'cursor'),
      `${name} takes no cursor`,
    )
    const real = path.replace('{id}', idIn(path))
    const { body: whole } = await service.get<Page>(real)
    assert.equal(whole.next_cursor, undefined, name)
    assert.ok(rowsIn(whole).length >= 5, `${name} has too little to walk through`)
    const { ids, cursors } = await walk(service, real)
    assert.deepEqual(ids, rowsIn(whole).map(idOf), name)
    const [cursor = ''] = cursors
    for (const bad of ['x', cursor.slice(0, -1), cursor.slice(1), `${cursor}0`, 'W10.0', '.']) {
      assertInvalid(await service.get(`${real}?cursor=${bad}`), 'cursor')
    }
  }
})

test('a cursor of another list, filter, order or organization gets 422', async (t) => {
  const service = await startService(t)
  for (let i = 0; i < 3; i++) await createCode(service, { name: `Table ${i}` })
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const { cursors } = await walk(service, '/v1/qpr-codes')
  const [cursor] = cursors
  for (const other of [
    '/v1/scans?x=1',
    '/v1/jobs?x=1',
    '/v1/qpr-codes?sort=oldest',
    '/v1/qpr-codes?status=archived',
    '/v1/qpr-codes?q=table',
    `/v1/qpr-codes?organization_id=${elsewhere.id}`,
  ]) {
    assertInvalid(await service.get(`${other}&cursor=${cursor}`), 'cursor')
  }
  const both = await service.get(`/v1/qpr-codes?cursor=${cursor}&offset=1`)
  assertInvalid(both, 'offset')
})

test('in every order and with the name filter, the pages of codes show each once while others are added and deleted', async (t) => {
  const service = await startService(t)
  await plantCodes(service, 60, (number) => `Table ${number % 7} ß ${number % 2 ? '𝕫' : 'ﬀ'}`)
  const queries = [
    'sort=newest',
    'sort=oldest',
    'sort=name',
    'sort=changed',
    'sort=scans',
    'sort=name&q=table%203',
    'sort=scans&q=table',
  ]
  for (const query of queries) {
    const path = `/v1/qpr-codes?${query}`
    const { body } = await service.get<{ codes: { id: string }[] }>(`${path}&limit=100`)
    const before = body.codes.map(({ id }) => id)
    const { ids } = await walk(service, path, 7, async () => {
      const { id } = await createCode(service, { name: 'Comes and goes' })
      await service.delete(`/v1/qpr-codes/${id}`)
      await createCode(service, { name: 'table 3 new' })
    })
    assert.equal(new Set(ids).size, ids.length, query)
    const seen = new Set(ids)
    const known = before.filter((id) => seen.has(id))
    assert.deepEqual(known, before, query)
    assert.deepEqual(
      ids.filter((id) => before.includes(id as string)),
      before,
      query,
    )
  }
})
