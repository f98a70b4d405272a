import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ConversationView,
  listConversations,
  plantConversation,
} from '../../../test/harness/data/conversations.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { from, iPad, listScans, scan as scanCode } from '../../../test/harness/data/scans.ts'
import { startService } from '../../../test/harness/service/shared.ts'

test('a conversation is retrieved with its messages, in order', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const said = ['When is breakfast?', 'From seven.', 'And lunch?', 'At noon.']
  const id = await plantConversation(service, code, { said, rating: 'down', rating_comment: 'No' })
  const { status, body } = await service.get<ConversationView>(`/v1/conversations/${id}`)
  assert.equal(status, 200)
  const { messages, notes, organization_id, scan, rating_comment, ...listed } = body
  assert.deepEqual([listed], (await listConversations(service)).conversations)
  assert.equal(organization_id, await service.defaultOrganizationId())
  assert.equal(rating_comment, 'No')
  assert.equal(scan, null)
  assert.deepEqual(notes, [])
  assert.deepEqual(
    messages.map(({ role, text }) => `${role}: ${text}`),
    [
      'visitor: When is breakfast?',
      'assistant: From seven.',
      'visitor: And lunch?',
      'assistant: At noon.',
    ],
  )
})

test('a conversation is retrieved with its scan', async (t) => {
  const service = await startService(t, { settings: { QPR_TRUST_PROXY: '127.0.0.1' } })
  const code = await createCode(service)
  await scanCode(service, code, { 'User-Agent': iPad, ...from('8.8.8.8') })
  const [scan] = (await listScans(service)).scans
  const id = await plantConversation(service, code, { scan_id: scan?.id ?? null })
  const { body } = await service.get<ConversationView>(`/v1/conversations/${id}`)
  assert.deepEqual(body.scan, { scanned_at: scan?.scanned_at, country: 'US', device: 'tablet' })
})

test('a message has exactly these fields', async (t) => {
  const service = await startService(t)
  const id = await plantConversation(service, await createCode(service))
  await service.database.transaction(({ db }) =>
    db
      .updateTable('messages')
      .set({ status: 'failed', error_code: 'model_stalled', is_retryable: 1 })
      .where('role', '=', 'assistant')
      .execute(),
  )
  const { body } = await service.get<ConversationView>(`/v1/conversations/${id}`)
  const [visitors, answer] = body.messages
  assert.deepEqual(visitors, {
    id: visitors?.id,
    role: 'visitor',
    name: null,
    text: 'Hello',
    status: 'done',
    model: null,
    tokens_in: null,
    tokens_out: null,
    cost: null,
    error: null,
    rating: null,
    rating_comment: null,
    truncated: false,
    outcome: null,
    citations: [],
    created_at: '2026-01-31T12:00:00.000Z',
    finished_at: '2026-01-31T12:00:00.000Z',
  })
  assert.match(visitors?.id ?? '', /^msg_[0-9A-Z]{26}$/)
  const {
    id: _,
    role,
    name,
    text,
    status,
    created_at,
    finished_at,
    ...used
  } = answer ?? assert.fail()
  assert.deepEqual([role, name, text, status], ['assistant', null, 'Good day!', 'failed'])
  assert.equal(created_at, finished_at)
  const expected = { model: 'openai:test', tokens_in: 30, tokens_out: 7, cost: 0.0015 }
  const unrated = { rating: null, rating_comment: null }
  const unknown = { outcome: null, citations: [] }
  const failed = { error: 'model_stalled', truncated: false }
  assert.deepEqual(used, { ...expected, ...failed, ...unknown, ...unrated })
})
