import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertInvalid,
  assertRefused,
  badMetadata,
  badTexts,
  bodyWith,
  deepArray,
  deepObject,
  largestMetadata,
} from '../../../test/harness/checks/refusals.ts'
import {
  type Code,
  type CodeView,
  countRows,
  createCode,
} from '../../../test/harness/data/given.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

/** Name of the case → the value as JSON text. */
type Cases = Record<string, string>

const json = JSON.stringify
const notAnObject: Cases = { 'a text': '"a"', 'a number': '1', 'a list': '[]', deep: deepArray }
const badUrls = [
  'http://example.com',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  '//example.com',
  'example.com',
  'https://',
  'mailto:',
  '',
  ' https://example.com',
  'https://exa mple.com',
  'https://example.com/\n',
  'https://example.com/\0',
  'https://example.com/\ud800',
  `https://example.com/${'a'.repeat(2000)}`,
]
const contactWith = (url: string) => json({ label: 'Call', url })

const badFields: Record<string, Cases> = {
  name: badTexts(200),
  prompt: badTexts(32_000),
  welcome_message: badTexts(2000),
  template: { ...badTexts(200), unknown: '"hotel"', 'in capitals': '"BUSINESS"' },
  metadata: badMetadata,
  suggestions: {
    null: 'null',
    'a text': '"When?"',
    'an object': '{}',
    'five of them': json(['1?', '2?', '3?', '4?', '5?']),
    deep: deepArray,
    ...Object.fromEntries(
      Object.entries(badTexts(200)).map(([name, it]) => [`one that is ${name}`, `["When?",${it}]`]),
    ),
  },
  contact: {
    ...notAnObject,
    'without a label': '{"url":"tel:+49401"}',
    'without a url': '{"label":"Call"}',
    'a blank label': '{"label":" ","url":"tel:+49401"}',
    'a NUL in the label': '{"label":"\\u0000","url":"tel:+49401"}',
    ...Object.fromEntries(
      badUrls.map((url) => [`the url ${json(url).slice(0, 30)}`, contactWith(url)]),
    ),
  },
  style: {
    ...notAnObject,
    'a color by name': '{"color":"red"}',
    'a short color': '{"color":"#fff"}',
    'a color that is null': '{"color":null}',
    'a color that is too light': '{"color":"#8a8a8a"}',
    'a background that is too dark': '{"background":"#404040"}',
    'light on dark': '{"color":"#ffffff","background":"#000000"}',
    'unknown dots': '{"dots":"stars"}',
    'unknown eyes': '{"eyes":"dots"}',
    'an unknown level': '{"level":"X"}',
    'a margin of 3': '{"margin":3}',
    'a margin of 17': '{"margin":17}',
    'a margin of 4.5': '{"margin":4.5}',
    'a margin as text': '{"margin":"4"}',
  },
  model: {
    'a number': '1',
    empty: '""',
    blank: '" "',
    'no provider': '":llama"',
    'no model': '"ollama:"',
    'too long': json(`ollama:${'a'.repeat(200)}`),
    'a NUL': '"ollama:a\\u0000"',
    'a lone surrogate': '"ollama:\\ud800"',
    deep: deepObject,
  },
}

const goodFields: Record<string, Cases> = {
  name: { '200 emoji': json('🏨'.repeat(200)) },
  prompt: { '32,000 emoji': json('🏨'.repeat(32_000)) },
  welcome_message: { '2,000 emoji': json('🏨'.repeat(2000)) },
  metadata: largestMetadata,
  suggestions: { 'four of 200 emoji': json(Array(4).fill('🏨'.repeat(200))) },
  contact: {
    https: contactWith('https://example.com/contact?a=b#c'),
    mailto: contactWith('mailto:ana@example.com'),
    tel: contactWith('tel:+4940123456'),
  },
  style: { 'just enough contrast': '{"color":"#7f7f7f"}', empty: '{}' },
}

const valid = { name: 'Harbour Hotel', prompt: 'You are the concierge.' }
const create = (service: Service, rawBody: string) =>
  service.post('/v1/qpr-codes', undefined, { rawBody })

const rowsOf = async (service: Service) =>
  await Promise.all(
    (['codes', 'code_contents', 'events'] as const).map((table) => countRows(service, table)),
  )

test('an invalid field gets 422 on creation and on change, and nothing is written', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const before = (await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body
  const rows = await rowsOf(service)
  for (const [field, cases] of Object.entries(badFields)) {
    for (const [name, value] of Object.entries(cases)) {
      await t.test(`${field}: ${name}`, async () => {
        assertInvalid(await create(service, bodyWith(field, value, valid)), field)
        const rawBody = bodyWith(field, value)
        assertInvalid(await service.patch(`/v1/qpr-codes/${id}`, undefined, { rawBody }), field)
      })
    }
  }
  assert.deepEqual(await rowsOf(service), rows)
  assert.deepEqual((await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body, before)
})

test('the largest values are accepted and stored: characters are counted, not bytes', async (t) => {
  const service = await startService(t)
  for (const [field, cases] of Object.entries(goodFields)) {
    for (const [name, value] of Object.entries(cases)) {
      await t.test(`${field}: ${name}`, async () => {
        const rawBody = bodyWith(field, value, valid)
        const { status, body } = await service.post<Code>('/v1/qpr-codes', undefined, { rawBody })
        assert.equal(status, 200)
        const kept = (await service.get<CodeView>(`/v1/qpr-codes/${body.id}`)).body
        assert.deepEqual(kept[field as keyof CodeView], JSON.parse(value))
      })
    }
  }
})

test('name and prompt are required, and each missing field is named', async (t) => {
  const service = await startOwnService(t)
  assertInvalid(await create(service, '{"prompt":"You are the concierge."}'), 'name')
  assertInvalid(await create(service, '{"name":"Harbour Hotel"}'), 'prompt')
  // A prototype must not stand in for a field.
  assertInvalid(await create(service, '{"__proto__":{"name":"x"},"prompt":"y"}'), 'name')
  const { body } = await create(service, '{}')
  assert.deepEqual(
    body.errors?.map(({ pointer, code }) => [pointer, code]),
    [
      ['/name', 'required'],
      ['/prompt', 'required'],
    ],
  )
  assert.equal(await countRows(service, 'codes'), 0)
})

test('an unknown field is ignored at any depth and position', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const places = {
    'in the body': `"unknown":${deepObject}`,
    'named __proto__': `"__proto__":${deepArray}`,
    'in the contact': `"contact":{"label":"Call","url":"tel:+49401","unknown":${deepObject}}`,
    'in the style': `"style":{"unknown":${deepArray}}`,
  }
  for (const [place, field] of Object.entries(places)) {
    await t.test(place, async () => {
      assert.equal((await create(service, `{"name":"a","prompt":"b",${field}}`)).status, 200)
      const rawBody = `{${field}}`
      assert.equal((await service.patch(`/v1/qpr-codes/${id}`, undefined, { rawBody })).status, 200)
    })
  }
})

test('an unknown status gets 422', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  for (const status of [null, 1, '', 'deleted', 'ARCHIVED', ['archived'], 'archived\0']) {
    assertInvalid(await service.patch(`/v1/qpr-codes/${id}`, { status }), 'status')
  }
  assert.equal((await service.get<CodeView>(`/v1/qpr-codes/${id}`)).body.status, 'active')
})

test('an invalid organization_id gets 422, an unknown one 404, and nothing is written', async (t) => {
  const service = await startOwnService(t)
  for (const [name, value] of Object.entries(badTexts(100))) {
    await t.test(name, async () => {
      assertInvalid(
        await create(service, bodyWith('organization_id', value, valid)),
        'organization_id',
      )
    })
  }
  for (const organization_id of ['org_01JB0000000000000000000000', 'nowhere', '🏨', "'"]) {
    const answer = await service.post('/v1/qpr-codes', { ...valid, organization_id })
    assertRefused(answer, { status: 404, code: 'organization_not_found' })
  }
  assert.deepEqual(await rowsOf(service), [0, 0, 0])
})

test('a body that is not a JSON object gets 400', async (t) => {
  const service = await startOwnService(t)
  for (const rawBody of [
    '',
    ' ',
    '{',
    '{"name":',
    "{'name':'a'}",
    'null',
    '[]',
    '"a"',
    '1',
    '\ufeff{}',
  ]) {
    assert.equal((await create(service, rawBody)).status, 400, rawBody)
  }
  const latin1 = Buffer.from('{"name":"Caf\xe9","prompt":"a"}', 'latin1')
  assert.equal((await service.post('/v1/qpr-codes', undefined, { rawBody: latin1 })).status, 400)
  assert.equal(await countRows(service, 'codes'), 0)
})
