import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import { plantConversation } from '../../../test/harness/data/conversations.ts'
import { type Code, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { connectTo, newestRevision } from '../../../test/harness/service/assistant.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'
import { apiTools } from './tools.ts'

test('an assistant creates, finds, reads, changes and deletes a code', async (t) => {
  const service = await startService(t)
  const { client, call, ask } = await connectTo(t, `${service.address}/mcp`, service.key)
  assert.equal(client.getNegotiatedProtocolVersion(), newestRevision)
  assert.match(client.getInstructions() ?? '', /QR codes that talk/)
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    apiTools.map(({ name }) => name),
  )

  const prompt = 'You are the concierge. Breakfast is from 7 to 10:30.'
  const code = await ask<Code>('create_code', { name: 'Harbour Hotel', prompt, tags: ['lobby'] })
  assert.equal(code.scan_url, `${service.config.QPR_SCAN_HOST}/s/${code.short_id}`)
  const found = await ask<{ codes: Code[] }>('find_codes', { q: 'harbour', tag: ['lobby'] })
  assert.deepEqual(
    found.codes.map(({ id }) => id),
    [code.id],
  )
  await ask('change_code', { id: code.short_id, title: 'The Harbour' })
  const read = await ask<{ title: string; prompt: string }>('read_code', { id: code.id })
  assert.deepEqual([read.title, read.prompt], ['The Harbour', prompt])
  assert.deepEqual(await ask('delete_code', { id: code.id }), { done: true })
  const gone = await call('read_code', { id: code.id })
  assert.deepEqual([gone.isError, gone.data?.code], [true, 'code_not_found'])

  const { body } = await service.get<{ entries: { action: string; via: string }[] }>(
    `/v1/organizations/${await service.defaultOrganizationId()}/audit`,
  )
  assert.deepEqual(
    body.entries.map(({ action }) => action),
    ['deleteCode', 'updateCode', 'createCode'],
  )
})

test('an assistant reads insight, questions and conversations, and adds to the knowledge', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const conversation = await plantConversation(service, code, {
    said: ['When is breakfast?', 'At seven.'],
  })
  await service.get(`/s/${code.short_id}`, { key: null })
  const { ask } = await connectTo(t, `${service.address}/mcp`, service.key)
  const all = await ask<{ scans_total: number }>('read_insight')
  const one = await ask<{ scans_total: number; qpr_code_id: string }>('read_insight', {
    id: code.short_id,
    period: '7d',
  })
  assert.deepEqual([all.scans_total, one.scans_total, one.qpr_code_id], [1, 1, code.id])
  const { codes } = await ask<{ codes: { qpr_code_id: string }[] }>('top_codes')
  assert.equal(codes[0]?.qpr_code_id, code.id)
  const { questions } = await ask<{ questions: { question: string }[] }>('top_questions', {
    period: 'all',
  })
  assert.equal(questions[0]?.question, 'When is breakfast?')
  const listed = await ask<{ conversations: { id: string }[] }>('list_conversations')
  assert.equal(listed.conversations[0]?.id, conversation)
  const read = await ask<{ messages: { text: string }[] }>('read_conversation', {
    id: conversation,
  })
  assert.deepEqual(
    read.messages.map(({ text }) => text),
    ['When is breakfast?', 'At seven.'],
  )
  await ask('add_answer', { question: 'Is there a sauna?', answer: 'Yes, from 4 to 9 pm.' })
  const { sources } = await ask<{ sources: { kind: string }[] }>('list_knowledge')
  assert.deepEqual(
    sources.map(({ kind }) => kind),
    ['question'],
  )
  const { passages } = await ask<{ passages: { text: string }[] }>('search_knowledge', {
    q: 'sauna',
    qpr_code_id: code.short_id,
  })
  assert.match(passages[0]?.text ?? '', /from 4 to 9 pm/)
  const unanswered = await ask<{ questions: object[] }>('unanswered_questions')
  assert.deepEqual(unanswered.questions, [])
  const { organizations } = await ask<{ organizations: object[] }>('list_organizations')
  assert.equal(organizations.length, 1)
})

test('errors of the API are errors of the tool, with the sentences', async (t) => {
  const service = await startService(t)
  const { call } = await connectTo(t, `${service.address}/mcp`, service.key)
  const invalid = await call('create_code', { name: ' ' })
  assert.ok(invalid.isError)
  assert.match(invalid.text, /prompt is required\./)
  assert.match(invalid.text, /name must not be blank/)
  const missing = await call('read_code')
  assert.deepEqual([missing.isError, missing.text], [true, 'id is required.'])
  const unknown = await call('answer_question', { id: 'unknown', answer: 'At seven.' })
  assert.deepEqual([unknown.isError, unknown.data?.status], [true, 404])
  // An id cannot leave its place in the path.
  const climbing = await call('read_code', { id: '../api-keys' })
  assert.deepEqual([climbing.isError, climbing.data?.code], [true, 'code_not_found'])
})

test('each tool needs the role of its operation', async (t) => {
  const service = await startOwnService(t)
  const { id } = await createOrganization(service)
  const code = await createCode(service, { organization_id: id })
  const as = async (role: 'viewer' | 'editor') =>
    await connectTo(t, `${service.address}/mcp`, await service.keyOf(role, id))
  const viewer = await as('viewer')
  const editor = await as('editor')
  assert.equal((await viewer.call('read_code', { id: code.id })).isError, false)
  for (const [assistant, name] of [
    [viewer, 'change_code'],
    [viewer, 'delete_code'],
    [editor, 'delete_code'],
  ] as const) {
    const { isError, data } = await assistant.call(name, { id: code.id, name: 'Mine' })
    assert.deepEqual([isError, data?.status], [true, 403], name)
  }
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const outsider = await connectTo(
    t,
    `${service.address}/mcp`,
    await service.keyOf('owner', elsewhere.id),
  )
  for (const name of ['read_code', 'change_code', 'delete_code', 'read_insight']) {
    const { isError, data } = await outsider.call(name, { id: code.id })
    assert.deepEqual([isError, data?.status], [true, 404], name)
  }
})

test('an assistant with the protocol of 2025 gets the same tools', async (t) => {
  const service = await startService(t)
  const { client, ask } = await connectTo(t, `${service.address}/mcp`, service.key, 'legacy')
  assert.notEqual(client.getNegotiatedProtocolVersion(), newestRevision)
  assert.equal((await client.listTools()).tools.length, apiTools.length)
  const { total } = await ask<{ total: number }>('find_codes')
  assert.equal(total, 0)
})

test('without a key, with an unknown key, and with a session alone, /mcp answers 401', async (t) => {
  const service = await startService(t)
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  assertProblem(await service.post('/mcp', body, { key: null }), 401, 'missing_key')
  assertProblem(await service.post('/mcp', body, { key: 'unknown' }), 401, 'unknown_key')
  const headers = { Cookie: 'qpr_session=a', Origin: service.address }
  assertProblem(await service.post('/mcp', body, { key: null, headers }), 401, 'missing_key')
  assertProblem(await service.post('/mcp', [body]), 400, 'body_not_an_object')
  assertProblem(await service.get('/mcp'), 405, 'method_not_allowed')
})
