import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import {
  idsIn,
  listConversations,
  noon,
  open,
  plantConversation,
  plantConversations,
} from '../../../test/harness/data/conversations.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { asking, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'

const q = (text: string) => `?q=${encodeURIComponent(text)}`

test('q finds text of visitors and of answers', async (t) => {
  const service = await startService(t)
  const [one, two] = await plantConversations(service, await createCode(service), [
    { said: ['Where is the sauna?', 'In the cellar.'], at: noon },
    { said: ['What is there to do?', 'There is a sauna.'], at: noon + 1 },
    { said: ['Hello', 'Good day!'], at: noon + 2 },
  ])
  const page = await listConversations(service, q('sauna'))
  assert.deepEqual([idsIn(page), page.total], [[two, one], 2])
})

test('the outcome of a conversation is the worst of its answers, and selects conversations', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const said = ['a', 'b', 'c', 'd']
  const [known, half, open, none] = await plantConversations(service, code, [
    { said, outcomes: ['answered', 'answered'], at: noon },
    { said, outcomes: ['partly', 'answered'], at: noon + 1 },
    { said, outcomes: ['unknown', 'partly'], at: noon + 2 },
    { said: ['a'], at: noon + 3 },
  ])
  const { conversations } = await listConversations(service)
  assert.deepEqual(
    conversations.map(({ id, outcome }) => [id, outcome]),
    [
      [none, null],
      [open, 'unknown'],
      [half, 'partly'],
      [known, 'answered'],
    ],
  )
  for (const [outcome, id] of Object.entries({ answered: known, partly: half, unknown: open })) {
    const page = await listConversations(service, `?outcome=${outcome}`)
    assert.deepEqual([idsIn(page), page.total], [[id], 1])
    assert.equal((await listConversations(service, `?outcome=${outcome}&q=zzz`)).total, 0)
  }
  const { text } = await service.get('/v1/conversations/export?format=jsonl&outcome=unknown')
  assert.deepEqual(JSON.parse(text).outcome, 'unknown')
  for (const nonsense of ['nonsense', '', 'unknown%00', "unknown'--", 'UNKNOWN']) {
    assertInvalid(await service.get(`/v1/conversations?outcome=${nonsense}`), 'outcome')
  }
})

test('q finds the original text without its accents', async (t) => {
  const provider = await startProvider(t, { tokens: ['Frühstück', ' ab sieben.'] })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  await visitor.ask('Wann gibt es Brötchen?')
  for (const text of ['brotchen', 'FRUHSTUCK AB']) {
    assert.deepEqual(idsIn(await listConversations(service, q(text))), [visitor.conversation_id])
  }
})

test('q ignores case and accents', async (t) => {
  const service = await startService(t)
  const text = 'Frühstück im CAFÉ an der Großen Straße, Ærø, Łódź, ｆｕｌｌ, ガ'
  await plantConversation(service, await createCode(service), { said: [text] })
  for (const found of [
    'Frühstück',
    'FRÜHSTÜCK',
    'fruhstuck',
    'fru\u0308hstu\u0308ck',
    'café',
    'cafe',
    'Cafè',
    'grosse',
    'STRASSE',
    'ærø',
    'łodz',
    'full',
    'ガ',
  ]) {
    assert.equal((await listConversations(service, q(found))).total, 1, found)
  }
  // A mark in another script makes another letter.
  assert.equal((await listConversations(service, q('カ'))).total, 0)
})

test('q is literal text, not a pattern', async (t) => {
  const service = await startService(t)
  const said = [['100 % sure'], ['snake_case'], ['back\\slash'], ["it's"], ['plain']]
  const talks = said.map((texts) => ({ said: texts }))
  const [percent, underscore, backslash, quote] = await plantConversations(
    service,
    await createCode(service),
    talks,
  )
  for (const [text, id] of [
    ['%', percent],
    ['_', underscore],
    ['\\', backslash],
    ["'", quote],
    ['0 % s', percent],
    ['e_c', underscore],
    ['k\\s', backslash],
  ] as const) {
    assert.deepEqual(idsIn(await listConversations(service, q(text))), [id], text)
  }
  for (const text of ['p%n', 'pl_in', '\\%', '%%', '__', '*', '.+']) {
    assert.equal((await listConversations(service, q(text))).total, 0, text)
  }
})

test('q is combined with the other filters', async (t) => {
  const service = await startService(t)
  const [code, other] = [await createCode(service), await createCode(service)]
  const said = ['Sauna?', 'Yes.']
  const [one, two, three] = await plantConversations(service, code, [
    { said, at: noon },
    { said, at: noon + 1 },
    { ...open, said, at: noon + 2 },
    { at: noon + 3 },
  ])
  const elsewhere = await plantConversation(service, other, { said, at: noon + 4 })
  for (const [more, expected] of [
    ['', [elsewhere, three, two, one]],
    [`&qpr_code_id=${code.id}`, [three, two, one]],
    ['&status=open', [three]],
    [`&status=open&qpr_code_id=${other.id}`, []],
    ['&status=ended', [elsewhere, two, one]],
    ['&since=2026-01-31T12:00:00.001Z&until=2026-01-31T12:00:00.003Z', [three, two]],
  ] as const) {
    const page = await listConversations(service, `${q('sauna')}${more}`)
    assert.deepEqual([idsIn(page), page.total], [expected, expected.length], more)
  }
})

test('q only searches the requested organization', async (t) => {
  const service = await startService(t)
  const { id: organization_id } = await createOrganization(service)
  const [here, there] = [await createCode(service), await createCode(service, { organization_id })]
  const [one, two] = [
    await plantConversation(service, here, { said: ['Sauna'] }),
    await plantConversation(service, there, { said: ['Sauna'] }),
  ]
  assert.deepEqual(idsIn(await listConversations(service, q('sauna'))), [one])
  const elsewhere = await listConversations(
    service,
    `${q('sauna')}&organization_id=${organization_id}`,
  )
  assert.deepEqual(idsIn(elsewhere), [two])
})

test('the pages of a search among 1,200 conversations contain each match once, newest first', async (t) => {
  const service = await startService(t)
  // Several have the same time, and there are more than one step reads.
  const talks = Array.from({ length: 1200 }, (_, index) => ({
    at: noon + Math.floor(index / 7),
    said: [index % 3 === 0 ? 'Sauna' : 'Pool'],
  }))
  const ids = await plantConversations(service, await createCode(service), talks)
  const seen: string[] = []
  for (const offset of [0, 150, 300, 450]) {
    const page = await listConversations(service, `${q('sauna')}&limit=150&offset=${offset}`)
    assert.equal(page.total, 400)
    seen.push(...idsIn(page))
  }
  const newestFirst = ids
    .map((id, index) => ({ id, at: talks[index]?.at ?? 0, fits: index % 3 === 0 }))
    .filter(({ fits }) => fits)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  assert.deepEqual(
    seen,
    newestFirst.map(({ id }) => id),
  )
})

test('rating finds conversations with that rating, with and without a comment', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const planted = Array.from({ length: 300 }, (_, index) => ({
    said: [index % 2 ? 'Where is the sauna?' : 'Hello', 'In the cellar.'],
    at: noon + index,
    ...(index < 4 && { rating: 'down' as const }),
    ...(index === 4 && { rating: 'up' as const }),
  }))
  const ids = await plantConversations(service, code, planted)
  const down = await listConversations(service, '?rating=down&limit=3')
  assert.deepEqual([idsIn(down), down.total], [[ids[3], ids[2], ids[1]], 4])
  const rest = await listConversations(service, '?rating=down&limit=3&offset=3')
  assert.deepEqual(idsIn(rest), [ids[0]])
  const said = await listConversations(service, `${q('sauna')}&rating=down`)
  assert.deepEqual(idsIn(said), [ids[3], ids[1]])
  const ofCode = await listConversations(service, `?rating=up&qpr_code_id=${code.id}`)
  assert.deepEqual(idsIn(ofCode), [ids[4]])
  const { text } = await service.get('/v1/conversations/export?rating=up&format=jsonl')
  assert.equal(JSON.parse(text).id, ids[4])
  assert.equal((await service.get('/v1/conversations?rating=none')).status, 422)
})
