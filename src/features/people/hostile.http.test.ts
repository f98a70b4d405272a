import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { memberOf, switchOn, talkWithPeople, viewOf } from '../../../test/harness/data/people.ts'
import { mailsWritten, startLimited, usageOf } from '../../../test/harness/providers/billing.ts'
import { startReceiver } from '../../../test/harness/receivers/receiver.ts'
import { registerWebhook } from '../../../test/harness/receivers/webhooks.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import { collectLogs } from '../../../test/harness/service/logs.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const put = async (service: Service, name: string, body: object | string) => {
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/${name}`
  return await service.request<ProblemBody>('PUT', path, {
    ...(typeof body === 'string' ? { rawBody: body } : { body }),
  })
}

const refusedFields = async (service: Service, name: string, body: object | string) => {
  const answer = await put(service, name, body)
  assert.equal(answer.status, 422, `${JSON.stringify(body).slice(0, 200)} ${answer.text}`)
  return answer.body.errors?.map(({ pointer }) => pointer).join()
}

test('hours and waits that cannot be are refused, by their field', async (t) => {
  const service = await startService(t)
  const weekly = (...spans: unknown[]) => ({
    enabled: true,
    hours: { time_zone: 'UTC', weekly: { mon: spans } },
  })
  const zone = (time_zone: string) => ({ enabled: true, hours: { time_zone, weekly: {} } })
  const closed = (...dates: string[]) => ({
    enabled: true,
    hours: { time_zone: 'UTC', weekly: {}, closed: dates },
  })
  const wrong: [pointer: string, body: object | string][] = [
    ['/hours/weekly/mon/0', weekly(['09:00', '09:00'])],
    ['/hours/weekly/mon/0', weekly(['24:00', '24:00'])],
    ['/hours/weekly/mon/1', weekly(['09:00', '10:00'], ['22:00', '02:00'])],
    ['/hours/weekly/mon/0/1', weekly(['09:00', '24:01'])],
    ['/hours/weekly/mon/0', weekly(['09:00'])],
    ['/hours/weekly/mon', weekly(...Array(10_000).fill(['09:00', '10:00']))],
    ['/hours/time_zone', zone('Etc/GMT+14')],
    ['/hours/time_zone', zone('../..')],
    ['/hours/time_zone', zone('Europe/Berlin\0')],
    ['/hours/closed/1', closed('2028-02-29', '2026-02-29')],
    ['/hours/closed', closed(...Array(10_000).fill('2026-12-25'))],
    ['/wait_seconds', { enabled: true, wait_seconds: 29 }],
    ['/wait_seconds', { enabled: true, wait_seconds: 3601 }],
    ['/wait_seconds', '{"enabled":true,"wait_seconds":1e308}'],
    ['/closed_message', { enabled: true, closed_message: 'a\0b' }],
    ['/closed_message', '{"enabled":true,"closed_message":"\\ud800"}'],
    ['/member_ids', { enabled: true, member_ids: Array(101).fill('mem_x') }],
    ['/enabled', {}],
  ]
  for (const [pointer, body] of wrong)
    assert.equal(await refusedFields(service, 'handoff', body), pointer)
  // Spans may overlap; unknown days, also names of the prototype, are left out.
  const strange = await put(
    service,
    'handoff',
    '{"enabled":true,"hours":{"time_zone":"UTC","weekly":{"__proto__":5,"constructor":5,"mon":[["09:00","24:00"],["08:00","10:00"]]}}}',
  )
  assert.equal(strange.status, 200, strange.text)
  const { hours, ...rest } = strange.body as unknown as { hours: { weekly: object } }
  assert.deepEqual(Object.keys(hours.weekly), ['mon'])
  assert.deepEqual(rest, {
    enabled: true,
    wait_seconds: 180,
    closed_message: null,
    member_ids: [],
  })
})

test('a visitor who presses the button again and again tells the members a few times only', async (t) => {
  const clock = fakeClock('2026-01-05T12:00:00Z')
  const service = await startOwnService(t, { clock })
  const visitor = await talkWithPeople(service, { handoff: { wait_seconds: 30 } })
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) {
    const answer = await visitor.post('/handoff')
    statuses.push(answer.status)
    // Pressed while the visitor waits, it changes nothing.
    await Promise.all(Array.from({ length: 10 }, () => visitor.post('/handoff')))
    await memberOf(service).release(visitor.conversation_id)
  }
  assert.deepEqual(statuses, [202, 202, 202, 202, 202, 202, 429, 429])
  const mails = (await mailsWritten(service)).filter((mail) => mail.startsWith('visitorWaits'))
  assert.equal(mails.length, 6)
})

test('messages to a person are not counted by the plan, and the limit of a minute holds', async (t) => {
  const { service } = await startLimited(t, { free: { messages_per_month: 1 } })
  const visitor = await talkWithPeople(service)
  assert.equal((await visitor.post('/handoff')).status, 202)
  const statuses: number[] = []
  for (let n = 0; n < 20; n++) statuses.push((await visitor.say(`Hello ${n}`)).status)
  assert.deepEqual(statuses, [...Array(19).fill(202), 429])
  assert.equal((await usageOf(service)).messages_per_month.used, 1)
})

test('typing is said once in three seconds, and never to a later reader', async (t) => {
  const clock = fakeClock('2026-01-05T12:00:00Z')
  const service = await startService(t, { clock })
  const visitor = await talkWithPeople(service)
  const member = memberOf(service)
  const { conversation_id: id } = visitor
  // Without effect: the caller does not have the conversation.
  await member.typing(id)
  await member.take(id)
  const { last_event_id } = await visitor.view()
  const reader = await visitor.follow(last_event_id ?? '')
  for (const ms of [0, 2_900, 100]) {
    clock.advance(ms)
    await member.typing(id)
    // Read by the stream before the next one.
    await member.write(id, `after ${ms}`)
  }
  const later = await visitor.follow('1-end')
  const eventsOf = async (stream: typeof reader, last: string) => {
    const events: string[] = []
    while (events.at(-1) !== last) {
      const block = await stream.next()
      const { text } = JSON.parse(block?.data ?? '{}')
      if (block?.event === 'delta') events.push(text)
      if (block?.event === 'typing') events.push('typing')
    }
    stream.close()
    return events
  }
  assert.deepEqual(await eventsOf(reader, 'after 100'), [
    'typing',
    'after 0',
    'after 2900',
    'typing',
    'after 100',
  ])
  assert.deepEqual(await eventsOf(later, 'after 100'), ['after 0', 'after 2900', 'after 100'])
})

test('a member without a name is called so in the language of the visitor, never by the address', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithPeople(service, { headers: { 'Accept-Language': 'ar' } })
  await memberOf(service).take(visitor.conversation_id)
  await memberOf(service).write(visitor.conversation_id, 'Hello')
  const view = await viewOf(visitor)
  assert.deepEqual(view.person, { name: 'أحد أفراد الفريق' })
  assert.ok(!JSON.stringify(view).includes('@'), JSON.stringify(view))
})

test('the closed message is the sentence also when it is off', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithPeople(service)
  await switchOn(service, { enabled: false, closed_message: 'Ring the bell.' })
  const { status, body } = await visitor.post('/handoff')
  const { detail, code } = body as unknown as ProblemBody
  assert.deepEqual([status, code, detail], [409, 'handoff_unavailable', 'Ring the bell.'])
})

test('chat tools are not reached at private addresses, by a redirect, or in the log', async (t) => {
  const inward = await startReceiver(t)
  const tool = await startReceiver(t, { status: 302, headers: { Location: inward.url } })
  const { log, texts } = collectLogs()
  const service = await startOwnService(t, { log })
  const url = `${tool.url}/services/secret-token`
  const saved = await put(service, 'chat-targets', {
    targets: [{ kind: 'telegram', url, chat_id: 'secret-chat' }],
  })
  assert.equal(saved.status, 200, saved.text)
  const visitor = await talkWithPeople(service)
  await visitor.post('/handoff')
  await tool.waitFor(1)
  await eventually(async () => assert.ok(texts.some((text) => text.includes('a notice of a'))))
  assert.equal(inward.requests.length, 0)
  const audit = await service.get(
    `/v1/organizations/${await service.defaultOrganizationId()}/audit`,
  )
  assert.match(audit.text, /chat-targets|putChatTargets/)
  for (const text of [...texts, audit.text]) {
    assert.ok(!/secret-token|secret-chat/.test(text), text)
  }
  const strict = await startOwnService(t, { settings: { QPR_WEBHOOK_PRIVATE_TARGETS: 'deny' } })
  for (const address of ['http://127.0.0.1:9/x', 'http://[::ffff:10.0.0.1]/x', 'http://0x7f.1/x']) {
    const targets = [{ kind: 'slack', url: address }]
    assert.equal(await refusedFields(strict, 'chat-targets', { targets }), '/targets/0/url')
  }
})

test('webhooks that do not name the new events never get them', async (t) => {
  const receiver = await startReceiver(t)
  const service = await startOwnService(t)
  await registerWebhook(service, `${receiver.url}/all`)
  const events = ['conversation.handoff', 'conversation.taken', 'lead.created']
  await registerWebhook(service, `${receiver.url}/named`, { events })
  const consent = 'You may call me.'
  const fields = [{ key: 'name', label: 'Name', type: 'text', required: true }]
  const visitor = await talkWithPeople(service, {
    code: { lead_form: { title: 'Leave a note', fields, consent } },
  })
  await visitor.post('/handoff')
  await memberOf(service).take(visitor.conversation_id)
  await visitor.post('/lead', { values: { name: 'Ana' }, consent })
  await visitor.post('/close')
  const sent = (path: string) =>
    receiver.requests.filter((one) => one.path === path).map(({ body }) => JSON.parse(body).event)
  await eventually(async () => assert.deepEqual(sent('/named').toSorted(), events.toSorted()))
  await eventually(async () => assert.ok(sent('/all').includes('conversation.completed')))
  assert.deepEqual(
    sent('/all').filter((event) => events.includes(event)),
    [],
  )
})
