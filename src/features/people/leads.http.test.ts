import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { openTalk, type Visitor } from '../../../test/harness/data/talk.ts'
import { type EventBody, eventTexts } from '../../../test/harness/receivers/events.ts'
import type { ProblemBody } from '../../../test/harness/service/client.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const consent = 'You may contact me about my request.'
const lead_form = {
  title: 'Leave us a message',
  fields: [
    { key: 'name', label: 'Your name', type: 'text', required: true },
    { key: 'email', label: 'E-mail', type: 'email', required: false },
    { key: 'phone', label: 'Telephone', type: 'tel', required: false },
    { key: 'nights', label: 'Nights', type: 'choice', required: false, choices: ['One', 'Two'] },
    { key: 'news', label: 'News?', type: 'yes_no', required: false },
  ],
  consent,
}
const translations = {
  de: {
    lead_form: {
      consent: 'Sie dürfen mich zu meiner Anfrage kontaktieren.',
      fields: { nights: { choices: ['Eine', 'Zwei'] } },
    },
  },
}

interface Lead {
  id: string
  conversation_id: string
  has_messages: boolean
  fields: { key: string; label: string; type: string; value: unknown }[]
  consent: string
}
interface Leads {
  leads: Lead[]
  total: number
}

interface Erased {
  status: number
  body: ProblemBody & { deleted: number }
}

const send = (
  service: Service,
  visitor: Pick<Visitor, 'path'>,
  values: object,
  sentence = consent,
) =>
  service.post<ProblemBody & { lead_id: string }>(
    visitor.path('/lead'),
    { values, consent: sentence },
    { key: null },
  )

const visitorOf = async (service: Service, headers = {}) => {
  const code = await createCode(service, { lead_form, translations })
  return { code, ...(await openTalk(service, code.short_id, headers)) }
}

const leadsOf = async (service: Service, query = '', key = service.key) =>
  (await service.get<Leads>(`/v1/leads${query}`, { key })).body

test('a lead has the values, and the consent as it was shown', async (t) => {
  const service = await startOwnService(t)
  const visitor = await visitorOf(service, { 'Accept-Language': 'de' })
  const german = 'Sie dürfen mich zu meiner Anfrage kontaktieren.'
  const values = {
    name: ' Ana ',
    email: 'Ana@Example.com',
    phone: '+49 (40) 123-456',
    nights: 'Zwei',
    news: false,
    unknown: 'x',
  }
  const { status, body, text } = await send(service, visitor, values, german)
  assert.equal(status, 201, text)
  const { leads, total } = await leadsOf(service)
  assert.equal(total, 1)
  const [lead] = leads
  assert.equal(lead?.id, body.lead_id)
  assert.equal(lead?.consent, german)
  assert.deepEqual(
    lead?.fields.map(({ key, value }) => [key, value]),
    [
      ['name', 'Ana'],
      ['email', 'Ana@Example.com'],
      ['phone', '+49 (40) 123-456'],
      ['nights', 'Two'],
      ['news', false],
    ],
  )
  const events = (await eventTexts(service)).map((one) => JSON.parse(one) as EventBody)
  assert.deepEqual(
    events.filter(({ event }) => event === 'lead.created').map(({ data }) => data),
    [
      {
        lead_id: lead?.id,
        conversation_id: visitor.conversation_id,
        qpr_code_id: visitor.code.id,
        short_id: visitor.code.short_id,
      },
    ],
  )
  // Nothing of it is stored in plain text, in any table.
  const rows = await service.database.db.selectFrom('leads').selectAll().execute()
  const dump = JSON.stringify([rows, await eventTexts(service)]).toLowerCase()
  for (const word of ['example.com', '49', 'ana ', 'anfrage']) {
    if (word !== '49') assert.ok(!dump.includes(word), word)
  }
})

test('every wrong field is named, in the language of the visitor', async (t) => {
  const service = await startService(t)
  const visitor = await visitorOf(service, { 'Accept-Language': 'fr' })
  const wrong = await send(
    service,
    visitor,
    { email: 'ana@', phone: '12', nights: 'Three' },
    'Something else',
  )
  assert.equal(wrong.status, 422)
  assert.deepEqual(
    wrong.body.errors?.map(({ pointer, code }) => [pointer, code]),
    [
      ['/values/name', 'required'],
      ['/values/email', 'invalid'],
      ['/values/phone', 'invalid'],
      ['/values/nights', 'invalid'],
      ['/consent', 'outdated'],
    ],
  )
  assert.equal(wrong.body.errors?.[0]?.message, 'Veuillez remplir ce champ.')
  // Names of the prototype are only names, and the last of two equal keys counts.
  for (const values of [
    '{"name":"__proto__"}',
    '{"__proto__":"y","constructor":"z","name":"a","name":"x"}',
  ]) {
    const rawBody = `{"consent":"${consent}","values":${values}}`
    const { status } = await service.post(visitor.path('/lead'), undefined, { key: null, rawBody })
    assert.equal(status, 201)
  }
  const long = await send(service, visitor, { name: 'x'.repeat(1001) })
  assert.deepEqual(
    long.body.errors?.map(({ pointer }) => pointer),
    ['/values/name'],
  )
  assert.equal((await leadsOf(service)).total, 2)
})

test('a value of another kind, and a form without any value, are refused', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, {
    lead_form: {
      ...lead_form,
      fields: lead_form.fields.map((field) => ({ ...field, required: false })),
    },
  })
  const visitor = await openTalk(service, code.short_id)
  const wrong: [field: string, value: unknown][] = [
    ['name', true],
    ['name', ' '],
    ['name', 'a\0'],
    ['name', '\ud800'],
    ['email', 'ana@example.com\nBcc: eve@example.com'],
    ['phone', 'call 040 123456 after 5'],
    ['phone', '1234'],
    ['nights', '__proto__'],
    ['news', 'perhaps'],
  ]
  for (const [field, value] of wrong) {
    const { status, body } = await send(service, visitor, { [field]: value })
    const [error] = body.errors ?? []
    assert.deepEqual([status, error?.pointer], [422, `/values/${field}`])
  }
  const none = await send(service, visitor, {})
  assert.deepEqual([none.status, none.body.errors?.[0]?.code], [422, 'required'])
  assert.equal((await leadsOf(service)).total, 0)
  assert.equal((await send(service, visitor, { news: 'no' })).status, 201)
})

test('telephone numbers in other digits are taken and found', async (t) => {
  const service = await startService(t)
  const visitor = await visitorOf(service)
  for (const phone of ['٠٠٤٩٤٠١٢٣٤٥٦', '＋４９（４０）１２３４５６', '+۴۹ ۴۰ ۱۲۳۴۵۶']) {
    assert.equal((await send(service, visitor, { name: phone, phone })).status, 201, phone)
  }
  assert.equal((await leadsOf(service, '?phone=%2B4940123456')).total, 3)
})

test('a cell of the export is no formula', async (t) => {
  const service = await startService(t)
  const visitor = await visitorOf(service)
  await send(service, visitor, { name: '=1+1', email: '=cmd@example.com', phone: '+49 40 123456' })
  const { text } = await service.get('/v1/leads/export')
  assert.match(text, /,'=cmd@example\.com,'\+49 40 123456,/)
  assert.doesNotMatch(text, /(?:^|,)"?[=+\-@]/m)
})

test('one search finds every lead of an address, whatever its spelling, and only that', async (t) => {
  const service = await startService(t)
  const visitor = await visitorOf(service)
  await send(service, visitor, { name: 'a', email: 'Ana@Example.com', phone: '0049 40 123456' })
  await send(service, visitor, { name: 'b', email: 'ana@example.com' })
  await send(service, visitor, { name: 'c', email: 'anna@example.com', phone: '+4940 123456' })
  const names = async (query: string) =>
    (await leadsOf(service, query)).leads.map(({ fields }) => fields[0]?.value)
  assert.deepEqual(await names('?email=ANA%40example.com'), ['b', 'a'])
  assert.deepEqual(await names('?phone=%2B49%2040%2F123456'), ['c', 'a'])
  assert.deepEqual(await names('?email=example.com'), [])
  const csv = (await service.get('/v1/leads/export?email=ana%40example.com')).text
  assert.equal(csv.trim().split('\n').length, 3, csv)
  const lines = (await service.get('/v1/leads/export?format=jsonl')).text.trim().split('\n')
  assert.equal(lines.length, 3)
  const erase = async (query: string) => (await service.delete(`/v1/leads${query}`)) as Erased
  const refused = await erase('')
  assert.deepEqual([refused.status, refused.body.errors?.[0]?.pointer], [422, '/email'])
  assert.equal((await erase('?email=example.com')).body.deleted, 0)
  assert.equal((await erase('?email=ANA%40example.com')).body.deleted, 2)
  assert.deepEqual(await names(''), ['c'])
})

test('ten thousand leads of one address are listed, exported and erased in bounded requests', async (t) => {
  const service = await startOwnService(t)
  const visitor = await visitorOf(service)
  await send(service, visitor, { name: 'a', email: 'ana@example.com' })
  await service.database.transaction(async ({ db }) => {
    const row = await db.selectFrom('leads').selectAll().executeTakeFirstOrThrow()
    for (let from = 0; from < 10_000; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, n) => ({ ...row, id: `lead_${from + n}` }))
      await db.insertInto('leads').values(rows).execute()
    }
  })
  const page = await leadsOf(service, '?email=ana%40example.com&limit=200')
  assert.deepEqual([page.leads.length, page.total], [200, 10_001])
  const { text } = await service.get('/v1/leads/export?format=jsonl')
  assert.equal(text.trim().split('\n').length, 10_001)
  const deleted: number[] = []
  while (deleted.at(-1) !== 0) {
    const { body } = (await service.delete('/v1/leads?email=ana%40example.com')) as Erased
    deleted.push(body.deleted)
  }
  assert.deepEqual(deleted, [...Array(10).fill(1000), 1, 0])
  // It is open, so it stays.
  assert.equal((await visitor.view()).status, 'open')
})

test('a lead before the first message stays when the conversation ends, and goes with it', async (t) => {
  const clock = fakeClock('2026-01-05T12:00:00Z')
  const service = await startOwnService(t, {
    clock,
    settings: { QPR_CONVERSATION_IDLE_SECONDS: '60' },
  })
  const visitor = await visitorOf(service)
  assert.equal((await send(service, visitor, { name: 'Ana' })).status, 201)
  await visitor.post('/close')
  const [lead] = (await leadsOf(service)).leads
  const conversation = await service.get(`/v1/conversations/${lead?.conversation_id}`)
  assert.deepEqual([lead?.has_messages, conversation.status], [false, 404])
  assert.equal(
    (await eventTexts(service)).filter((one) => one.includes('conversation.completed')).length,
    0,
  )
  // Also after the end a visitor can leave a message.
  assert.equal((await send(service, visitor, { name: 'Ana' })).status, 201)
  assert.equal((await visitor.forget()).status, 204)
  assert.equal((await leadsOf(service)).total, 0)
})

test('deleting the last lead of an empty conversation deletes the conversation', async (t) => {
  const service = await startOwnService(t)
  const visitor = await visitorOf(service)
  const { body } = await send(service, visitor, { name: 'Ana' })
  await visitor.post('/close')
  await service.delete(`/v1/leads/${body.lead_id}`)
  const left = await service.database.db.selectFrom('conversations').select('id').execute()
  assert.deepEqual(left, [])
})

test('a code without a form, an archived code and a full conversation refuse leads', async (t) => {
  const service = await startService(t)
  const plain = await createCode(service)
  const stranger = await openTalk(service, plain.short_id)
  assertRefused(await send(service, stranger, { name: 'Ana' }), {
    status: 409,
    code: 'no_lead_form',
  })
  const visitor = await visitorOf(service)
  for (const status of [201, 201, 201, 201, 201, 409]) {
    assert.equal((await send(service, visitor, { name: 'Ana' })).status, status)
  }
  await service.patch(`/v1/qpr-codes/${visitor.code.id}`, { status: 'archived' })
  assertRefused(await send(service, visitor, { name: 'Ana' }), {
    status: 410,
    code: 'code_archived',
  })
})

test('a field whose key every object has is a field like others', async (t) => {
  const service = await startService(t)
  const fields = [{ key: 'constructor', label: 'Name', type: 'text', required: true }]
  const code = await createCode(service, { lead_form: { ...lead_form, fields } })
  const { text } = await service.get(`/s/${code.short_id}/lead`, { key: null })
  assert.match(text, /name="values.constructor"[^>]*><\/textarea>/)
  const visitor = await openTalk(service, code.short_id)
  assertRefused(await send(service, visitor, {}), { status: 422, code: 'invalid_input' })
  assert.equal((await send(service, visitor, { constructor: 'Ana' })).status, 201)
})

test('roles and other organizations', async (t) => {
  const service = await startService(t)
  const visitor = await visitorOf(service)
  const { body } = await send(service, visitor, { name: 'Ana', email: 'ana@example.com' })
  const path = `/v1/leads/${body.lead_id}`
  const asRole = async (role: 'admin' | 'editor' | 'viewer') => {
    const key = await service.keyOf(role)
    const query = `?organization_id=${await service.defaultOrganizationId()}`
    return [
      (await service.get(`/v1/leads${query}`, { key })).status,
      (await service.get(`/v1/leads/export${query}`, { key })).status,
      role === 'admin' ? 204 : (await service.delete(path, { key })).status,
    ]
  }
  assert.deepEqual(await asRole('viewer'), [403, 403, 403])
  assert.deepEqual(await asRole('editor'), [200, 403, 403])
  assert.deepEqual(await asRole('admin'), [200, 200, 204])
  const other = await startService(t)
  assert.equal((await leadsOf(other, '?email=ana%40example.com')).total, 0)
  assert.equal((await other.delete(path)).status, 404)
  assert.equal((await other.get(`/v1/leads?qpr_code_id=${visitor.code.id}`)).status, 404)
})

test('a form with a mistake is refused, by its field', async (t) => {
  const service = await startService(t)
  const field = { key: 'a', label: 'A', type: 'text', required: true }
  const wrong: [fields: object[], pointer: string][] = [
    [[field, field], '/lead_form/fields/1/key'],
    [[{ ...field, type: 'choice' }], '/lead_form/fields/0/choices'],
    [[{ ...field, choices: ['x', 'y'] }], '/lead_form/fields/0/choices'],
    [
      [
        { ...field, type: 'email' },
        { ...field, key: 'b', type: 'email' },
      ],
      '/lead_form/fields/1/type',
    ],
  ]
  for (const [fields, pointer] of wrong) {
    const answer = await service.post<{ errors: { pointer: string }[] }>('/v1/qpr-codes', {
      name: 'x',
      prompt: 'y',
      lead_form: { ...lead_form, fields },
    })
    assert.equal(answer.status, 422)
    assert.equal(answer.body.errors[0]?.pointer, pointer)
  }
})
