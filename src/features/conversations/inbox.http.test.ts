import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  type ConversationView,
  idsIn,
  listConversations,
  noon,
  open,
  plantConversation,
  plantConversations,
} from '../../../test/harness/data/conversations.ts'
import { createCode, createKey, createOrganization } from '../../../test/harness/data/given.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'
import { minuteMs } from '../../platform/kit/clock.ts'

const notFound = { status: 404, code: 'conversation_not_found' }

test('a listed conversation has exactly these fields', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const id = await plantConversation(service, code, {
    scan_id: 4711,
    reason: 'timed_out',
    rating: 'up',
    rating_comment: 'It knew the menu.',
    tokens_in: 30,
    tokens_out: 7,
    cost_micros: 1500,
    is_demo: 1,
    language: 'de',
  })
  const { conversations, ...page } = await listConversations(service)
  assert.deepEqual(page, { total: 1, limit: 50, offset: 0 })
  assert.deepEqual(conversations, [
    {
      id,
      qpr_code_id: code.id,
      short_id: code.short_id,
      code_name: code.name,
      first_message: 'Hello',
      scan_id: 4711,
      status: 'ended',
      reason: 'timed_out',
      started_at: '2026-01-31T12:00:00.000Z',
      ended_at: '2026-01-31T12:01:00.000Z',
      last_activity_at: '2026-01-31T12:00:01.000Z',
      messages_count: 2,
      rating: 'up',
      outcome: null,
      tokens_in: 30,
      tokens_out: 7,
      cost: 0.0015,
      demo: true,
      language: 'de',
      handling: 'assistant',
      assignee: null,
      waiting_since: null,
    },
  ])
})

test('unknown values of a conversation are null', async (t) => {
  const service = await startService(t)
  await plantConversation(service, await createCode(service), open)
  const [one] = (await listConversations(service)).conversations
  assert.deepEqual(
    [one?.scan_id, one?.reason, one?.ended_at, one?.rating],
    [null, null, null, null],
  )
})

test('a conversation without a visitor message is not listed', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const unstarted = { ...open, started_at: null, said: [] }
  const id = await plantConversation(service, code, unstarted)
  for (const query of ['', '?status=open', `?qpr_code_id=${code.id}`, '?q=a']) {
    assert.equal((await listConversations(service, query)).total, 0, query)
  }
  assertRefused(await service.get(`/v1/conversations/${id}`), notFound)
  assertRefused(await service.delete(`/v1/conversations/${id}`), notFound)
})

test('conversations are listed newest first, then by id', async (t) => {
  const service = await startService(t)
  const times = [noon, noon + minuteMs, noon - minuteMs, noon, noon]
  const talks = times.map((at) => ({ at }))
  await plantConversations(service, await createCode(service), talks)
  const { conversations } = await listConversations(service)
  assert.deepEqual(
    conversations.map(({ started_at }) => started_at.slice(11, 16)),
    ['12:01', '12:00', '12:00', '12:00', '11:59'],
  )
  const sameInstant = conversations.slice(1, 4).map(({ id }) => id)
  assert.deepEqual(sameInstant, sameInstant.toSorted().reverse())
})

test('the conversations of a code are listed by its id and by its short id', async (t) => {
  const service = await startService(t)
  const [code, other] = [await createCode(service), await createCode(service)]
  const id = await plantConversation(service, code)
  await plantConversation(service, other)
  for (const named of [code.id, code.short_id, code.short_id.toUpperCase()]) {
    const page = await listConversations(service, `?qpr_code_id=${named}`)
    assert.deepEqual([idsIn(page), page.total], [[id], 1])
  }
})

test('the conversations of another organization are listed by its id and by its slug', async (t) => {
  const service = await startService(t)
  const organization = await createOrganization(service)
  const there = await createCode(service, { organization_id: organization.id })
  const id = await plantConversation(service, there)
  await plantConversation(service, await createCode(service))
  for (const named of [organization.id, organization.slug]) {
    const page = await listConversations(service, `?organization_id=${named}`)
    assert.deepEqual([idsIn(page), page.total], [[id], 1])
  }
})

test('the conversations of a code stay in the organization from which it moves', async (t) => {
  const service = await startService(t)
  const { id: organization_id } = await createOrganization(service)
  const code = await createCode(service)
  const id = await plantConversation(service, code)
  await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id })
  const here = await listConversations(service)
  assert.deepEqual([idsIn(here), here.total], [[id], 1])
  const there = await listConversations(service, `?organization_id=${organization_id}`)
  assert.equal(there.total, 0)
  const { body } = await service.get<ConversationView>(`/v1/conversations/${id}`)
  assert.equal(body.organization_id, await service.defaultOrganizationId())
})

test('status selects open or ended conversations, for an organization and for a code', async (t) => {
  const service = await startService(t)
  const [code, other] = [await createCode(service), await createCode(service)]
  const [one = '', two = '', three = ''] = await plantConversations(service, code, [
    { ...open, at: noon },
    { at: noon + 1 },
    { at: noon + 2 },
  ])
  const elsewhere = await plantConversation(service, other, { ...open, at: noon + 3 })
  for (const [query, expected] of [
    ['?status=open', [elsewhere, one]],
    ['?status=ended', [three, two]],
    [`?status=open&qpr_code_id=${code.id}`, [one]],
    [`?status=ended&qpr_code_id=${code.id}`, [three, two]],
    [`?status=ended&qpr_code_id=${other.id}`, []],
    ['?status=open&until=2026-01-31T12:00:00.001Z', [one]],
    ['?status=ended&since=2026-01-31T12:00:00.002Z', [three]],
  ] as const) {
    const page = await listConversations(service, query)
    assert.deepEqual([idsIn(page), page.total], [expected, expected.length], query)
  }
})

test('since is inclusive, until is exclusive; both apply to the first message', async (t) => {
  const service = await startService(t)
  const talks = [0, 1, 2, 3, 4].map((minute) => ({
    at: noon - 60 * minuteMs,
    started_at: noon + minute * minuteMs,
    ended_at: noon + 60 * minuteMs,
  }))
  const ids = await plantConversations(service, await createCode(service), talks)
  const span = '?since=2026-01-31T12:01:00Z&until=2026-01-31T12:03:00Z'
  const page = await listConversations(service, span)
  assert.deepEqual([idsIn(page), page.total], [[ids[2], ids[1]], 2])
})

test('limit and offset page through all conversations, each once', async (t) => {
  const service = await startService(t)
  // Many have the same time, so their ids must decide the order.
  const talks = Array.from({ length: 25 }, (_, index) => ({ at: noon + (index % 3) }))
  const ids = await plantConversations(service, await createCode(service), talks)
  const seen: string[] = []
  for (const offset of [0, 10, 20, 30]) {
    const page = await listConversations(service, `?limit=10&offset=${offset}`)
    assert.deepEqual([page.total, page.limit, page.offset], [25, 10, offset])
    seen.push(...idsIn(page))
  }
  assert.deepEqual(seen.toSorted(), ids.toSorted())
})

test('a page has 50 conversations by default, and at most 200', async (t) => {
  const service = await startService(t)
  await plantConversations(service, await createCode(service), Array(201).fill({}))
  assert.equal((await listConversations(service)).conversations.length, 50)
  const page = await listConversations(service, '?limit=200')
  assert.deepEqual([page.conversations.length, page.total], [200, 201])
})

test('an invalid query gets 422', async (t) => {
  const service = await startService(t)
  const bad: Record<string, string[]> = {
    limit: ['0', '201', 'many'],
    offset: ['-1'],
    status: ['closed', ''],
    since: ['yesterday'],
    until: ['2026-13-01T00:00:00Z'],
    q: ['', '%20', 'a'.repeat(201)],
  }
  for (const [field, values] of Object.entries(bad)) {
    for (const value of values) {
      assertInvalid(await service.get(`/v1/conversations?${field}=${value}`), field)
    }
  }
})

test('an unknown code or organization gets 404', async (t) => {
  const service = await startService(t)
  for (const query of ['qpr_code_id=qpr_01JB0000000000000000000000', 'organization_id=nowhere']) {
    for (const path of ['/v1/conversations', '/v1/conversations/export']) {
      assert.equal((await service.get(`${path}?${query}`)).status, 404, query)
    }
  }
})

test('conversations of other organizations get 404', async (t) => {
  const service = await startOwnService(t)
  const id = await plantConversation(service, await createCode(service), { said: ['Secret'] })
  const elsewhere = await createOrganization(service, { name: 'Elsewhere' })
  const outsider = await service.keyOf('owner', elsewhere.id)
  const { key: narrowed } = await createKey(service, { organization_id: elsewhere.id })
  for (const key of [outsider, narrowed]) {
    for (const query of ['', '?q=secret', '?status=ended']) {
      const { conversations, total } = await listConversations(service, query, key)
      assert.deepEqual([conversations, total], [[], 0])
    }
    assertRefused(await service.get(`/v1/conversations/${id}`, { key }), notFound)
    assertRefused(await service.delete(`/v1/conversations/${id}`, { key }), notFound)
    const exported = await service.get('/v1/conversations/export?format=jsonl', { key })
    assert.equal(exported.text, '')
  }
  assert.equal((await listConversations(service, '?q=secret')).total, 1)
})
