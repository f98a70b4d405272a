import assert from 'node:assert/strict'
import { test } from 'node:test'
import { templates } from '#contract/templates.ts'
import {
  type Code,
  type CodeView,
  countRows,
  createCode,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import { postWithoutTable } from '../../../test/harness/service/fault.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const retrieve = async (service: Service, id: string) =>
  (await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body

test('creating a code answers 200 with exactly the fields of the contract', async (t) => {
  const service = await startService(t, { clock: fakeClock('2026-01-31T12:00:00.007Z') })
  const { status, body } = await service.post<Code>('/v1/qpr-codes', {
    name: 'Harbour Hotel',
    prompt: 'You are the concierge.',
    template: 'hospitality',
    metadata: { table: 12 },
  })
  assert.equal(status, 200)
  assert.match(body.id, /^qpr_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.match(body.short_id, /^[0-9a-hjkmnp-tv-z]{8}$/)
  const baseUrl = service.config.QPR_BASE_URL
  assert.deepEqual(body, {
    id: body.id,
    name: 'Harbour Hotel',
    short_id: body.short_id,
    scan_url: `${baseUrl}/s/${body.short_id}`,
    qr_image_url: `${baseUrl}/qr/${body.short_id}.png`,
    qr_svg_url: `${baseUrl}/qr/${body.short_id}.svg`,
    template: 'hospitality',
    status: 'active',
    scans_total: 0,
    metadata: { table: 12 },
    created_at: '2026-01-31T12:00:00.007Z',
    updated_at: '2026-01-31T12:00:00.007Z',
  })
})

test('without template and metadata a code is a business one with empty metadata', async (t) => {
  const service = await startService(t)
  const { template, metadata } = await createCode(service)
  assert.deepEqual({ template, metadata }, { template: 'business', metadata: {} })
})

test('scan URLs use the scan host, image URLs the base URL', async (t) => {
  const settings = { QPR_BASE_URL: 'https://api.example', QPR_SCAN_HOST: 'https://q.example' }
  const service = await startService(t, { settings })
  const code = await createCode(service)
  assert.equal(code.scan_url, `https://q.example/s/${code.short_id}`)
  assert.equal(code.qr_image_url, `https://api.example/qr/${code.short_id}.png`)
  assert.equal(code.qr_svg_url, `https://api.example/qr/${code.short_id}.svg`)
})

test('every template of the contract is accepted', async (t) => {
  const service = await startService(t)
  const named = 'business rewards events personal hospitality healthcare retail'.split(' ')
  for (const template of named) {
    assert.equal((await createCode(service, { template })).template, template)
  }
})

test('metadata keeps values of every JSON type and every kind of key', async (t) => {
  const service = await startService(t)
  const metadata = {
    text: 'ä "quoted" \\ \u2028 🏨',
    number: -1.5e-7,
    yes: true,
    no: false,
    nothing: null,
    list: [1, ['two', { three: 3 }], null],
    object: { nested: { deeper: [] } },
    '': 'an empty key',
    toString: 'a key that objects inherit',
  }
  const { id, metadata: created } = await createCode(service, { metadata })
  assert.deepEqual(created, metadata)
  assert.deepEqual((await retrieve(service, id)).metadata, metadata)
})

test('text is stored as sent, including white space', async (t) => {
  const service = await startService(t)
  const name = '  Café “Zoë”\t🏨 <b>&amp;\u2028 '
  const { id, name: created } = await createCode(service, { name, prompt: ` ${name}\r\n` })
  assert.equal(created, name)
  assert.equal((await retrieve(service, id)).prompt, ` ${name}\r\n`)
})

test('the detail view adds the prompt and every optional field', async (t) => {
  const service = await startService(t, { settings: { QPR_AI_MODELS: 'ollama:llama3.2' } })
  const optional = {
    prompt: 'You are the concierge. Breakfast is from 7.',
    welcome_message: 'Good evening.',
    suggestions: ['When is breakfast?', 'Where is the pool?', 'Is there a lift?', 'Who are you?'],
    contact: { label: 'Call reception', url: 'tel:+4940123456' },
    style: {
      color: '#0f6b5c',
      background: '#FFFFFF',
      dots: 'rounded',
      eyes: 'circle',
      margin: 4,
      level: 'H',
    },
    model: 'ollama:llama3.2',
    language: 'de',
    title: 'The Harbour Hotel',
    translations: { fr: { title: 'Hôtel du Port', welcome_message: 'Bonsoir.' } },
    tags: ['terrace', 'Season 2026'],
    handoff: {
      enabled: false,
      hours: { time_zone: 'Europe/Berlin', weekly: { mon: [['09:00', '17:30']] }, closed: [] },
      wait_seconds: 60,
      closed_message: 'We are back at nine.',
      member_ids: [],
    },
    lead_form: {
      title: 'Leave a message',
      fields: [{ key: 'email', label: 'E-mail', type: 'email', required: true }],
      consent: 'You may contact me.',
    },
  }
  const code = await createCode(service, optional)
  assert.deepEqual(await retrieve(service, code.id), {
    ...code,
    ...optional,
    organization_id: await service.defaultOrganizationId(),
    has_logo: false,
    embed_origins: [],
  })
})

test('omitted fields are empty in the detail view', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const { suggestions, contact, style, model } = await retrieve(service, id)
  assert.deepEqual(
    { suggestions, contact, style, model },
    {
      suggestions: [],
      contact: null,
      style: null,
      model: null,
    },
  )
})

test('the default welcome message fits the template and names the code', async (t) => {
  const service = await startService(t)
  const greetings = new Set<string>()
  for (const template of templates) {
    const { id } = await createCode(service, { template, name: 'Harbour Hotel' })
    const { welcome_message } = await retrieve(service, id)
    assert.match(welcome_message, /Harbour Hotel/)
    greetings.add(welcome_message)
  }
  assert.equal(greetings.size, templates.length)
})

test('unknown fields are ignored, also within contact and style', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, {
    id: 'qpr_mine',
    scans_total: 7,
    colour: 'red',
    contact: { label: 'Call', url: 'tel:+49401', icon: 'phone' },
    style: { color: '#000000', size: 12 },
  })
  const code = await retrieve(service, id)
  assert.notEqual(id, 'qpr_mine')
  assert.equal(code.scans_total, 0)
  assert.deepEqual(code.contact, { label: 'Call', url: 'tel:+49401' })
  assert.deepEqual(code.style, { color: '#000000' })
})

test('organization_id creates a code in another organization, by id or slug', async (t) => {
  const service = await startService(t)
  const { id, slug } = await createOrganization(service)
  for (const organization_id of [id, slug]) {
    const code = await createCode(service, { organization_id })
    assert.equal((await retrieve(service, code.id)).organization_id, id)
  }
})

test('a code is found by its short id in upper and lower case', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const byId = await retrieve(service, code.id)
  assert.equal(byId.id, code.id)
  assert.deepEqual(await retrieve(service, code.short_id), byId)
  assert.deepEqual(await retrieve(service, code.short_id.toUpperCase()), byId)
})

test('an unknown code gets 404, in any format of its id', async (t) => {
  const service = await startService(t)
  const ids = [
    'qpr_01JB0000000000000000000000',
    'zzzzzzzz',
    '%00',
    'qpr_%00',
    'a'.repeat(200),
    '%F0%9F%8F%A8',
  ]
  for (const id of ids) {
    assert.equal((await service.get(`/v1/qpr-codes/${id}`)).status, 404, id)
  }
})

test('creating a code writes qpr_code.created with the response as its data', async (t) => {
  const service = await startOwnService(t, { clock: fakeClock('2026-01-31T12:00:00Z') })
  const code = await createCode(service, { name: '🏨 "Harbour"', metadata: { a: [1, null] } })
  const events = await service.database.db.selectFrom('events').selectAll().execute()
  assert.equal(events.length, 1)
  const [event] = events
  assert.ok(event)
  assert.match(event.id, /^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.equal(event.type, 'qpr_code.created')
  assert.equal(event.organization_id, await service.defaultOrganizationId())
  const body = JSON.parse(event.body)
  assert.deepEqual(Object.keys(body), ['event', 'id', 'created_at', 'data'])
  assert.deepEqual(body, {
    event: 'qpr_code.created',
    id: event.id,
    created_at: code.created_at,
    data: code,
  })
})

test('a code is not created when its event cannot be written', async (t) => {
  const service = await startOwnService(t)
  const input = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
  assert.equal(await postWithoutTable(service, 'events', '/v1/qpr-codes', input), 500)
  assert.equal(await countRows(service, 'codes'), 0)
  assert.equal(await countRows(service, 'code_contents'), 0)
  const { body } = await service.get<{ total: number }>('/v1/qpr-codes')
  assert.equal(body.total, 0)
})
