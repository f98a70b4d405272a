import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { createCode, membersOf } from '../../../test/harness/data/given.ts'
import { memberOf, switchOn, talkWithPeople, viewOf } from '../../../test/harness/data/people.ts'
import { asking, openTalk, type Visitor } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { type EventBody, eventTexts } from '../../../test/harness/receivers/events.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const eventsOf = async (service: Service, type: string) =>
  (await eventTexts(service))
    .map((text) => JSON.parse(text) as EventBody)
    .filter(({ event }) => event === type)

const handoff = (visitor: Pick<Visitor, 'path'>, service: Service) =>
  service.post<{ handling: string; code: string; detail: string; opens_at: string | null }>(
    visitor.path('/handoff'),
    undefined,
    { key: null },
  )

const nameCaller = (service: Service, display_name: string) =>
  service.patch('/v1/account', { display_name })

test('a message of a member without a display name has one in the visitor’s language', async (t) => {
  const service = await startOwnService(t)
  const visitor = await talkWithPeople(service, { headers: { 'Accept-Language': 'de' } })
  const member = memberOf(service)
  await member.take(visitor.conversation_id)
  const { last_event_id } = await visitor.view()
  const written = await member.write(visitor.conversation_id, 'Guten Abend.')
  assert.equal(written.body.name, 'a member of the team')
  const stream = await visitor.follow(last_event_id ?? '')
  for (const event of ['delta', 'finish']) {
    const block = await stream.next()
    const { role, name } = JSON.parse(block?.data ?? '{}')
    assert.deepEqual([block?.event, role, name], [event, 'owner', 'ein Mitglied des Teams'])
  }
  stream.close()
})

test('a visitor asks for a person, a member takes it, writes, and gives it back', async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { settings: asking(provider) })
  await nameCaller(service, 'Ana')
  const visitor = await talkWithPeople(service)
  const { conversation_id: id } = visitor
  const asked = provider.requests.length
  const { last_event_id } = await visitor.view()
  const stream = await visitor.follow(last_event_id ?? '')
  const next = async () => {
    const block = await stream.next()
    return { event: block?.event, id: block?.id, ...JSON.parse(block?.data ?? '{}') }
  }

  assert.deepEqual((await handoff(visitor, service)).body, { handling: 'waiting' })
  const { message: waiting, ...began } = await next()
  assert.deepEqual(began, { event: 'handling', id: '2-end', handling: 'waiting', name: null })
  assert.match(waiting, /asked to join/)
  // Again: nothing changes.
  assert.deepEqual((await handoff(visitor, service)).body, { handling: 'waiting' })
  const said = await visitor.say('Is anybody there?')
  assert.equal(said.status, 202)
  assert.equal((await viewOf(visitor)).handling, 'waiting')

  const member = memberOf(service)
  const taken = await member.take(id)
  assert.deepEqual([taken.status, taken.body.handling], [200, 'person'])
  const joined = await next()
  assert.deepEqual(
    [joined.event, joined.id, joined.handling, joined.name],
    ['handling', '4-end', 'person', 'Ana'],
  )
  assert.deepEqual((await viewOf(visitor)).person, { name: 'Ana' })
  await member.typing(id)
  assert.deepEqual(await next(), { event: 'typing', id: '4-end' })
  const written = await member.write(id, 'Yes, I am here.')
  assert.deepEqual(
    [written.status, written.body.name, (written.body as { role?: string }).role],
    [201, 'Ana', 'owner'],
  )
  const delta = await next()
  assert.deepEqual(
    [delta.event, delta.text, delta.role, delta.name],
    ['delta', 'Yes, I am here.', 'owner', 'Ana'],
  )
  const finish = await next()
  assert.deepEqual(
    [finish.event, finish.id, finish.role, finish.name],
    ['finish', '5-end', 'owner', 'Ana'],
  )
  assert.equal((await visitor.say('Thank you!')).status, 202)
  assert.equal(provider.requests.length, asked, 'no model is asked')

  assert.equal((await member.release(id)).body.handling, 'assistant')
  const released = await next()
  assert.deepEqual(
    [released.event, released.handling, released.name],
    ['handling', 'assistant', null],
  )
  stream.close()
  assert.equal((await visitor.ask('And lunch?')).end.event, 'finish')
  assert.equal(provider.requests.length, asked + 1)
  // The assistant knows what the person and the visitor wrote.
  const request = JSON.stringify(provider.requests.at(-1)?.body)
  for (const text of ['Is anybody there?', 'Yes, I am here.', 'Thank you!'])
    assert.ok(request.includes(text), text)

  const conversation = await member.read(id)
  assert.deepEqual(
    conversation.messages.map(({ role }) => role),
    ['visitor', 'assistant', 'visitor', 'owner', 'visitor', 'visitor', 'assistant'],
  )
  assert.equal(conversation.messages_count, 7, JSON.stringify(conversation.messages))
  const [me] = await membersOf(service, await service.defaultOrganizationId())
  assert.equal(conversation.assignee, me?.id)
  const ofCode = {
    conversation_id: id,
    qpr_code_id: visitor.code.id,
    short_id: visitor.code.short_id,
  }
  assert.deepEqual(
    (await eventsOf(service, 'conversation.handoff')).map(({ data }) => data),
    [ofCode],
  )
  assert.deepEqual(
    (await eventsOf(service, 'conversation.taken')).map(({ data }) => data),
    [{ ...ofCode, member_id: me?.id, name: 'Ana' }],
  )
  // A reader that begins anew gets everything once, in order.
  const replay = await visitor.follow('1-end')
  const ids: (string | undefined)[] = []
  for (let i = 0; i < 7; i++) ids.push((await replay.next())?.id)
  assert.deepEqual(ids, ['2-end', '4-end', '5-15', '5-end', '7-end', ids[5], '8-end'])
  replay.close()
})

test('one of two members who press at once takes it, and the other learns the name', async (t) => {
  const service = await startService(t)
  await nameCaller(service, 'Ana')
  const visitor = await talkWithPeople(service)
  await handoff(visitor, service)
  const { conversation_id: id } = visitor
  const other = memberOf(service, await service.keyOf('editor'))
  const me = memberOf(service)
  const both = await Promise.all([me.take(id), other.take(id), me.take(id), other.take(id)])
  const winner = both[0]?.status === 200 ? 0 : 1
  assert.deepEqual(
    both.map(({ status }) => status),
    [0, 1, 2, 3].map((at) => (at % 2 === winner ? 200 : 409)),
  )
  const refused = both[1 - winner]
  assert.equal(refused?.body.code, 'already_taken')
  assert.equal(refused?.body.name, winner === 0 ? 'Ana' : 'a member of the team')
  const [loser, holder] = winner === 0 ? [other, me] : [me, other]
  assertRefused(await loser.write(id, 'Hello'), { status: 409, code: 'not_taken' })
  assert.equal((await holder.write(id, 'Hello')).status, 201)
  assert.equal((await loser.take(id, { force: true })).status, 200)
  assertRefused(await holder.write(id, 'Hello?'), { status: 409, code: 'not_taken' })
  assert.equal((await loser.write(id, 'Now me.')).status, 201)
})

test('the visitor hears within the time that nobody came', async (t) => {
  const clock = fakeClock('2026-01-05T12:00:00Z')
  const service = await startOwnService(t, { clock })
  const visitor = await talkWithPeople(service, {
    handoff: { wait_seconds: 30 },
    headers: { 'Accept-Language': 'de' },
  })
  await handoff(visitor, service)
  const { last_event_id } = await visitor.view()
  const stream = await visitor.follow(last_event_id ?? '')
  clock.advance(29_000)
  await visitor.say('Hallo?')
  assert.equal((await viewOf(visitor)).handling, 'waiting')
  clock.advance(2_000)
  const block = await stream.next()
  const { handling, message } = JSON.parse(block?.data ?? '{}')
  assert.deepEqual([block?.event, handling], ['handling', 'assistant'])
  assert.match(message, /^Leider konnte niemand rechtzeitig kommen/)
  stream.close()
  const view = await viewOf(visitor)
  assert.deepEqual([view.handling, view.notice], ['assistant', message])
  // The assistant answers again.
  await visitor.ask('Wann gibt es Frühstück?')
  assert.equal((await viewOf(visitor)).notice, null)
})

test('a waiting conversation does not time out, and one with a person does after the last message', async (t) => {
  const clock = fakeClock('2026-01-05T12:00:00Z')
  const service = await startOwnService(t, {
    clock,
    settings: { QPR_CONVERSATION_IDLE_SECONDS: '60' },
  })
  const visitor = await talkWithPeople(service, { handoff: { wait_seconds: 3600 } })
  await handoff(visitor, service)
  clock.advance(1_800_000)
  const member = memberOf(service)
  assert.equal((await member.take(visitor.conversation_id)).status, 200)
  clock.advance(50_000)
  assert.equal((await member.write(visitor.conversation_id, 'Hello')).status, 201)
  clock.advance(50_000)
  assert.equal((await visitor.say('Hi')).status, 202)
  clock.advance(61_000)
  await eventually(async () => assert.equal((await visitor.view()).reason, 'timed_out'))
  assert.equal((await member.read(visitor.conversation_id)).handling, 'assistant')
})

test('outside the hours the visitor hears at once when it opens', async (t) => {
  const clock = fakeClock('2026-01-05T20:00:00Z')
  const service = await startService(t, { clock })
  const hours = { time_zone: 'Europe/Berlin', weekly: { tue: [['09:00', '17:30']] } }
  const visitor = await talkWithPeople(service, {
    handoff: { hours, closed_message: 'Back at nine.' },
  })
  const refused = await handoff(visitor, service)
  assert.equal(refused.status, 409)
  const { code, detail, opens_at } = refused.body
  assert.deepEqual(
    [code, detail, opens_at],
    ['handoff_unavailable', 'Back at nine.', '2026-01-06T08:00:00.000Z'],
  )
  assert.equal((await viewOf(visitor)).handling, 'assistant')
  clock.advance(13 * 3600_000)
  assert.equal((await handoff(visitor, service)).status, 202)
})

test('it is off by default, and before the first message nobody can be asked', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const visitor = await openTalk(service, code.short_id, { 'Accept-Language': 'fr' })
  const off = await handoff(visitor, service)
  assert.deepEqual(
    [off.status, off.body.opens_at, off.body.detail],
    [409, null, 'Personne n’est disponible pour le moment.'],
  )
  await switchOn(service)
  const early = await handoff(visitor, service)
  assert.deepEqual([early.status, early.body.code], [409, 'handoff_unavailable'])
  assert.match(early.body.detail, /d’abord/)
})

test('a code can have its own hand-off, and null means that of the organization', async (t) => {
  const service = await startService(t)
  await switchOn(service)
  const closed = await createCode(service, { handoff: { enabled: false } })
  const visitor = await openTalk(service, closed.short_id)
  await visitor.ask('Open?')
  assert.equal((await handoff(visitor, service)).status, 409)
  const { body } = await service.patch<{ handoff: unknown }>(`/v1/qpr-codes/${closed.id}`, {
    handoff: null,
  })
  assert.equal(body.handoff, null)
  assert.equal((await handoff(visitor, service)).status, 202)
})

test('members who have gone drop out, and without any left it is off', async (t) => {
  const service = await startService(t)
  const organization = await service.defaultOrganizationId()
  await service.keyOf('editor')
  const [, editor] = await membersOf(service, organization)
  assert.ok(editor)
  const settings = (await switchOn(service, {
    member_ids: [editor.id, 'mem_unknown'],
  })) as unknown as { enabled: boolean; member_ids: string[]; inactive_reason?: string }
  assert.deepEqual([settings.enabled, settings.member_ids], [true, [editor.id]])
  assert.equal(settings.inactive_reason, undefined)
  const visitor = await talkWithPeople(service, { handoff: { member_ids: [editor.id] } })
  await service.delete(`/v1/organizations/${organization}/members/${editor.id}`)
  const { body } = await service.get<typeof settings>(`/v1/organizations/${organization}/handoff`)
  assert.deepEqual([body.enabled, body.member_ids, body.inactive_reason], [false, [], 'no_member'])
  assert.equal((await handoff(visitor, service)).status, 409)
})

test('a conversation of a member who is removed goes back to the assistant', async (t) => {
  const service = await startService(t)
  const organization = await service.defaultOrganizationId()
  const key = await service.keyOf('editor')
  const [, editor] = await membersOf(service, organization)
  const visitor = await talkWithPeople(service)
  await memberOf(service, key).take(visitor.conversation_id)
  assert.equal((await viewOf(visitor)).handling, 'person')
  await service.patch(`/v1/organizations/${organization}/members/${editor?.id}`, { role: 'viewer' })
  const view = await viewOf(visitor)
  assert.deepEqual([view.handling, view.person], ['assistant', null])
  await service.delete(`/v1/organizations/${organization}/members/${editor?.id}`)
  assert.equal((await memberOf(service).read(visitor.conversation_id)).assignee, null)
})

test('an answer that runs is stopped at a hand-off, with its words', async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithPeople(service)
  provider.answerWith({ tokens: ['Wait', ' a moment'], fault: { after: 1, by: 'stall' } })
  await visitor.say('And a pool?')
  const stream = await visitor.follow('1-end')
  assert.equal((await stream.next())?.event, 'delta')
  assert.equal((await handoff(visitor, service)).status, 202)
  const finish = await stream.next()
  const waiting = await stream.next()
  assert.deepEqual([finish?.event, waiting?.event, waiting?.id], ['finish', 'handling', '3-end'])
  stream.close()
  const last = (await visitor.view()).messages.at(-1)
  assert.deepEqual([last?.role, last?.status, last?.text], ['assistant', 'stopped', 'Wait'])
})

test('an archived code, an end and a deletion leave no visitor waiting', async (t) => {
  const service = await startOwnService(t)
  const archived = await talkWithPeople(service)
  await handoff(archived, service)
  await service.patch(`/v1/qpr-codes/${archived.code.id}`, { status: 'archived' })
  assert.equal((await viewOf(archived)).handling, 'assistant')
  assertRefused(await memberOf(service).take(archived.conversation_id), {
    status: 410,
    code: 'code_archived',
  })
  assert.equal((await handoff(archived, service)).status, 410)

  const ended = await talkWithPeople(service)
  await handoff(ended, service)
  assert.equal((await memberOf(service).end(ended.conversation_id)).status, 204)
  const view = await viewOf(ended)
  assert.deepEqual([view.handling, view.status, view.reason], ['assistant', 'ended', 'closed'])
  assertRefused(await memberOf(service).take(ended.conversation_id), {
    status: 410,
    code: 'conversation_ended',
  })
  assert.equal((await eventsOf(service, 'conversation.completed')).length, 1)

  const deleted = await talkWithPeople(service)
  await handoff(deleted, service)
  await deleted.forget()
  const left = await service.database.db.selectFrom('conversation_states').selectAll().execute()
  assert.deepEqual(
    left.filter(({ conversation_id }) => conversation_id === deleted.conversation_id),
    [],
  )
})

test('the list filters by handling and assignee', async (t) => {
  const service = await startService(t)
  const waiting = await talkWithPeople(service)
  await handoff(waiting, service)
  const taken = await talkWithPeople(service)
  await memberOf(service).take(taken.conversation_id)
  const [me] = await membersOf(service, await service.defaultOrganizationId())
  interface Listed {
    conversations: { id: string; waiting_since: string | null }[]
    total: number
  }
  const ids = async (query: string) =>
    (await service.get<Listed>(`/v1/conversations?${query}`)).body
  const waits = await ids('handling=waiting')
  assert.deepEqual(
    [waits.conversations.map(({ id }) => id), waits.total],
    [[waiting.conversation_id], 1],
  )
  // A message while the visitor waits does not begin the wait anew.
  const since = waits.conversations[0]?.waiting_since
  assert.ok(Math.abs(Date.parse(since ?? '') - Date.now()) < 600_000, String(since))
  await waiting.say('Hello?')
  assert.equal((await ids('handling=waiting')).conversations[0]?.waiting_since, since)
  for (const who of [me?.id, 'me']) {
    const mine = await ids(`assignee=${who}`)
    assert.deepEqual(
      mine.conversations.map((one) => [one.id, one.waiting_since]),
      [[taken.conversation_id, null]],
    )
  }
  const unassigned = await ids('assignee=none')
  assert.deepEqual(
    [unassigned.conversations.map(({ id }) => id), unassigned.total],
    [[waiting.conversation_id], 1],
  )
  assert.equal((await ids('handling=assistant')).total, 0)
})

test('members leave notes, which no visitor sees and which stop no answer', async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithPeople(service)
  const member = memberOf(service)
  provider.answerWith({ tokens: ['Wait'], fault: { after: 1, by: 'stall' } })
  await visitor.say('And a pool?')
  const { status, body } = await member.note(visitor.conversation_id, 'VIP guest')
  assert.equal(status, 201)
  const { notes } = await member.read(visitor.conversation_id)
  assert.deepEqual(notes, [body])
  const view = await visitor.view()
  assert.ok(!JSON.stringify(view).includes('VIP'))
  assert.equal(view.messages.at(-1)?.status, 'running')
})

test('an assigned member has it while a person answers, and only members who may answer can be named', async (t) => {
  const service = await startService(t)
  const organization = await service.defaultOrganizationId()
  const key = await service.keyOf('editor')
  await service.keyOf('viewer')
  const [, editor, viewer] = await membersOf(service, organization)
  const visitor = await talkWithPeople(service)
  const { conversation_id: id } = visitor
  const member = memberOf(service)
  assert.equal((await member.assign(id, editor?.id ?? '')).body.assignee, editor?.id)
  assert.equal((await member.read(id)).handling, 'assistant')
  for (const wrong of [viewer?.id ?? '', 'mem_unknown']) {
    assertRefused(await member.assign(id, wrong), { status: 422, code: 'invalid_input' })
  }
  assert.equal((await member.assign(id, null)).body.assignee, null)
  await member.take(id)
  await member.assign(id, editor?.id ?? '')
  assertRefused(await member.write(id, 'Hello'), { status: 409, code: 'not_taken' })
  assert.equal((await memberOf(service, key).write(id, 'Hello')).status, 201)
})

test('viewers and outsiders cannot answer, and stop nothing', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithPeople(service)
  const { conversation_id: id } = visitor
  const viewer = memberOf(service, await service.keyOf('viewer'))
  const outsider = memberOf(await startService(t))
  for (const [caller, status] of [
    [viewer, 403],
    [outsider, 404],
  ] as const) {
    const answers = [
      await caller.take(id),
      await caller.write(id, 'Hello'),
      await caller.typing(id),
      await caller.release(id),
      await caller.end(id),
      await caller.note(id, 'x'),
      await caller.assign(id, null),
    ]
    assert.deepEqual(
      answers.map((answer) => answer.status),
      Array(7).fill(status),
    )
  }
  assert.equal((await viewOf(visitor)).handling, 'assistant')
})

test('hand-offs from one address are limited with a sentence, and a refusal stops no answer', async (t) => {
  const provider = await startProvider(t)
  const settings = { QPR_LIMIT_HANDOFFS_PER_HOUR: '2,300', ...asking(provider) }
  const service = await startOwnService(t, { settings })
  for (const status of [202, 202]) {
    assert.equal((await handoff(await talkWithPeople(service), service)).status, status)
  }
  const visitor = await talkWithPeople(service)
  provider.answerWith({ tokens: ['Wait', ' a moment'], fault: { after: 1, by: 'stall' } })
  await visitor.say('And a pool?')
  const refused = await handoff(visitor, service)
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_handoffs'])
  assert.equal((await visitor.view()).messages.at(-1)?.status, 'running')
  await visitor.post('/stop')
})
