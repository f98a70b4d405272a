// What is left when a member, a code, an organization or an account goes.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { countRows, createOrganization, membersOf } from '../../../test/harness/data/given.ts'
import { memberOf, switchOn, talkWithPeople, viewOf } from '../../../test/harness/data/people.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { signIn } from '../../../test/harness/service/session.ts'
import { type Service, startOwnService } from '../../../test/harness/service/shared.ts'
import type { Tables } from '../../platform/store/tables.ts'

const consent = 'You may call me.'
const lead_form = {
  title: 'Leave a note',
  fields: [{ key: 'name', label: 'Name', type: 'text', required: true }],
  consent,
}

const tables = [
  'leads',
  'conversation_notes',
  'conversation_states',
  'handoff_notices',
  'handoffs',
  'chat_targets',
  'organization_privacy',
] satisfies (keyof Tables)[]

const left = async (service: Service) =>
  Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await countRows(service, table)])),
  )

/** An organization with everything that hand-offs leave, and a visitor with whom the caller writes. */
const filled = async (t: TestContext) => {
  const service = await startOwnService(t)
  const { id: organization_id } = await createOrganization(service)
  const put = (name: string, body: object) =>
    service.request('PUT', `/v1/organizations/${organization_id}/${name}`, { body })
  await put('handoff', { enabled: true })
  await put('privacy', { lead_days: 30 })
  // Refuses connections, so the notice stays.
  await put('chat-targets', { targets: [{ kind: 'slack', url: 'http://127.0.0.1:9/x' }] })
  const code = (
    await service.post<{ id: string; short_id: string }>('/v1/qpr-codes', {
      name: 'Harbour Hotel',
      prompt: 'Breakfast is at seven.',
      organization_id,
      lead_form,
    })
  ).body
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('When is breakfast?')
  assert.equal((await visitor.post('/handoff')).status, 202)
  const member = memberOf(service)
  await member.note(visitor.conversation_id, 'VIP')
  await visitor.post('/lead', { values: { name: 'Ana' }, consent })
  return { service, organization_id, code, visitor, member }
}

test('with an organization all of it goes', async (t) => {
  const { service, organization_id, visitor } = await filled(t)
  const before = await left(service)
  assert.deepEqual(
    Object.values(before).map((count) => Number(count) > 0),
    tables.map(() => true),
    JSON.stringify(before),
  )
  const stream = await visitor.follow((await visitor.view()).last_event_id ?? '')
  assert.equal((await service.delete(`/v1/organizations/${organization_id}`)).status, 204)
  assert.equal((await stream.next())?.event, 'ended')
  assert.equal((await service.get(visitor.path(), { key: null })).status, 404)
  const gone = Object.fromEntries(tables.map((table) => [table, 0]))
  await eventually(async () => assert.deepEqual(await left(service), gone))
})

test('with a code its leads, notes and waits go, the visitor hears it, and the settings of the organization stay', async (t) => {
  const { service, code, visitor, member } = await filled(t)
  const stream = await visitor.follow((await visitor.view()).last_event_id ?? '')
  assert.equal((await service.delete(`/v1/qpr-codes/${code.id}`)).status, 204)
  assert.equal((await visitor.post('/handoff')).status, 404)
  assert.equal((await visitor.say('Hello?')).status, 404)
  assert.equal((await member.take(visitor.conversation_id)).status, 404)
  assert.equal((await stream.next())?.event, 'ended')
  await eventually(async () => {
    const { leads, conversation_notes, handoff_notices, handoffs } = await left(service)
    assert.deepEqual([leads, conversation_notes, handoff_notices, handoffs], [0, 0, 0, 1])
  })
})

test('a code that moves leaves its visitor to the assistant, and the lead to the former owner', async (t) => {
  const { service, code, visitor, member, organization_id } = await filled(t)
  await member.take(visitor.conversation_id)
  const to = await service.defaultOrganizationId()
  await switchOn(service)
  const moved = await service.patch(`/v1/qpr-codes/${code.id}`, { organization_id: to })
  assert.equal(moved.status, 200, moved.text)
  const view = await viewOf(visitor)
  assert.deepEqual([view.handling, view.person], ['assistant', null])
  assert.equal((await member.write(visitor.conversation_id, 'Hello')).status, 410)
  assert.equal((await visitor.post('/handoff')).status, 410)
  assert.equal((await visitor.post('/lead', { values: { name: 'Eve' }, consent })).status, 410)
  const leadsOf = async (id: string) =>
    (await service.get<{ total: number }>(`/v1/leads?organization_id=${id}`)).body.total
  assert.deepEqual([await leadsOf(organization_id), await leadsOf(to)], [1, 0])
  const waiting = await openTalk(service, code.short_id)
  await waiting.ask('Hello?')
  assert.equal((await waiting.post('/handoff')).status, 202)
})

test('without its account a member has no name, no browser and no conversation', async (t) => {
  const service = await startOwnService(t)
  const organization = await service.defaultOrganizationId()
  const key = await service.keyOf('editor')
  await service.patch('/v1/account', { display_name: 'Ana Silva' }, { key })
  const visitor = await talkWithPeople(service)
  const { conversation_id: id } = visitor
  const member = memberOf(service, key)
  await member.take(id)
  await member.write(id, 'I bring you a key.')
  await member.note(id, 'Room 12')
  const headers = {
    Cookie: await signIn(service, 'editor@example.com'),
    Origin: service.address,
  }
  const subscription = {
    endpoint: 'https://push.example.com/x',
    keys: {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  }
  const added = await service.post('/v1/push-subscriptions', subscription, { key: null, headers })
  assert.equal(added.status, 201, added.text)
  const [, editor] = await membersOf(service, organization)
  assert.equal((await memberOf(service).read(id)).assignee, editor?.id)
  assert.equal((await service.delete('/v1/account', { key: null, headers })).status, 204)
  assert.equal(await countRows(service, 'push_subscriptions'), 0)
  const view = await viewOf(visitor)
  assert.deepEqual([view.handling, view.person], ['assistant', null])
  const { assignee, notes, messages } = await memberOf(service).read(id)
  assert.deepEqual([assignee, notes[0]?.name], [null, null])
  assert.ok(!JSON.stringify([view, notes, messages]).includes('Silva'))
  const replay = await visitor.follow('1-end')
  const taken = await replay.next()
  replay.close()
  assert.ok(!taken?.data.includes('Silva'), taken?.data)
})
