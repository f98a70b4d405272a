import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertInvalid } from '../../../test/harness/checks/refusals.ts'
import {
  type ConversationView,
  noon,
  open,
  plantConversation,
  plantConversations,
} from '../../../test/harness/data/conversations.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { type Service, startService } from '../../../test/harness/service/shared.ts'

const header =
  'id,qpr_code_id,short_id,scan_id,status,reason,started_at,ended_at,rating,rating_comment,demo,' +
  'language,message_id,role,text,message_status,model,tokens_in,tokens_out,cost,error,created_at,' +
  'finished_at,truncated,message_rating,message_rating_comment,outcome,citations'

const exported = async (service: Service, query = '') => {
  const answer = await service.get(`/v1/conversations/export${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

const retrieve = async (service: Service, id: string) =>
  (await service.get<ConversationView>(`/v1/conversations/${id}`)).body

const parsed = (lines: string): ConversationView[] =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('CSV has a header line and a row for each message, with the columns of its conversation', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const id = await plantConversation(service, code, { scan_id: 7, rating: 'up', language: 'de' })
  const { text, headers } = await exported(service)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="conversations.csv"')
  const [visitors, answer] = (await retrieve(service, id)).messages
  const start = '2026-01-31T12:00:00.000Z'
  const end = '2026-01-31T12:01:00.000Z'
  const talk = `${id},${code.id},${code.short_id},7,ended,closed,${start},${end},up,,false,de`
  const at = '2026-01-31T12:00:01.000Z'
  const rows = [
    `${talk},${visitors?.id},visitor,Hello,done,,,,,,${start},${start},false,,,,`,
    `${talk},${answer?.id},assistant,Good day!,done,openai:test,30,7,0.0015,,${at},${at},false,up,,,`,
  ]
  assert.equal(text, `${header}\r\n${rows.join('\r\n')}\r\n`)
})

test('JSON Lines has one conversation per line, in the format of the detail view', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const ids = await plantConversations(service, code, [
    { said: ['two\nlines', '"quoted"'], at: noon },
    { ...open, said: ['more'], at: noon + 1, rating: 'down', rating_comment: 'No, "no".' },
  ])
  const { text, headers } = await exported(service, '?format=jsonl')
  assert.equal(headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="conversations.jsonl"')
  assert.deepEqual(parsed(text), await Promise.all(ids.map((id) => retrieve(service, id))))
})

test('CSV quotes cells with a comma, a quote or a line break', async (t) => {
  const service = await startService(t)
  const said = ['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines']
  await plantConversation(service, await createCode(service), { said })
  const { text } = await exported(service)
  for (const cell of ['"a,b"', '"say ""hi"""', '"two\nlines"', '"two\r\nlines"']) {
    assert.ok(text.includes(`,${cell},done,`), cell)
  }
})

test('no CSV cell is a formula, for text of visitors and of models', async (t) => {
  const service = await startService(t)
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\tcmd', '\rcmd', '=HYPERLINK("http://x","y")']
  const rating_comment = '=1+2'
  await plantConversation(service, await createCode(service), { said: formulas, rating_comment })
  const { text } = await exported(service)
  for (const cell of ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\tcmd", '"\'\rcmd"']) {
    assert.ok(text.includes(`,${cell},done,`), cell)
  }
  assert.ok(text.includes(`,"'=HYPERLINK(""http://x"",""y"")",done,`))
  assert.ok(text.includes(`,'=1+2,false,`))
  assert.doesNotMatch(text, /(^|,)"?[=+\-@\t\r]\w/m)
  // JSON keeps the original text, because no spreadsheet reads it.
  const [line] = parsed((await exported(service, '?format=jsonl')).text)
  assert.deepEqual(
    line?.messages.map((message) => message.text),
    formulas,
  )
})

test('an export of 2,000 conversations streams all of them, oldest first, in one format', async (t) => {
  const service = await startService(t)
  // Groups of seven have the same time, across the steps of reading; some are long.
  const talks = Array.from({ length: 2000 }, (_, index) => ({
    at: noon + Math.floor(index / 7),
    said: Array.from({ length: index % 100 === 0 ? 120 : 2 }, (_, turn) => `${index}.${turn}`),
  }))
  const ids = await plantConversations(service, await createCode(service), talks)
  const oldestFirst = ids
    .map((id, index) => ({ id, index, at: talks[index]?.at ?? 0 }))
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const { chunks, text } = await readInChunks(service, '/v1/conversations/export?format=jsonl')
  assert.ok(chunks > 4, `${chunks} chunks`)
  const lines = parsed(text)
  const shape = Object.keys(lines[0] ?? {})
  for (const [place, line] of lines.entries()) {
    const { id, index } = oldestFirst[place] ?? assert.fail()
    assert.equal(line.id, id)
    assert.deepEqual(Object.keys(line), shape)
    assert.deepEqual(
      line.messages.map((message) => message.text),
      talks[index]?.said,
    )
  }
  assert.equal(lines.length, 2000)
  const rows = (await exported(service, '?format=csv')).text.trimEnd().split('\r\n')
  assert.equal(rows.length, 1 + talks.reduce((sum, { said }) => sum + said.length, 0))
  for (const row of rows) assert.equal(row.split(',').length, header.split(',').length)
})

/** The number of chunks, and the whole text. */
const readInChunks = async ({ address, key }: Service, path: string) => {
  const response = await fetch(address + path, { headers: { Authorization: `Bearer ${key}` } })
  assert.equal(response.headers.get('content-length'), null)
  const decoder = new TextDecoder()
  let chunks = 0
  let text = ''
  for await (const chunk of response.body ?? []) {
    chunks += 1
    text += decoder.decode(chunk, { stream: true })
  }
  return { chunks, text }
}

test('an export accepts the filters of the list', async (t) => {
  const service = await startService(t)
  const [code, other] = [await createCode(service), await createCode(service)]
  const said = ['Sauna?', 'Yes.']
  const [one, two, three] = await plantConversations(service, code, [
    { said, at: noon },
    { said, at: noon + 1 },
    { ...open, said, at: noon + 2 },
    { at: noon + 3 },
  ])
  await plantConversation(service, other, { said, at: noon + 1 })
  for (const [more, expected] of [
    [`q=SAUNA&qpr_code_id=${code.short_id}`, [one, two, three]],
    ['status=open', [three]],
    [`q=sauna&status=ended&qpr_code_id=${code.id}`, [one, two]],
    ['q=sauna&since=2026-01-31T12:00:00.002Z', [three]],
    ['until=2026-01-31T12:00:00.001Z', [one]],
  ] as const) {
    const { text } = await exported(service, `?format=jsonl&${more}`)
    assert.deepEqual(
      parsed(text).map(({ id }) => id),
      expected,
      more,
    )
  }
})

test('repeating an export gives the same result', async (t) => {
  const service = await startService(t)
  const talks = [1, 2, 3].map((minute) => ({ at: noon + minute }))
  await plantConversations(service, await createCode(service), talks)
  for (const query of ['', '?format=jsonl']) {
    assert.equal((await exported(service, query)).text, (await exported(service, query)).text)
  }
})

test('an empty export is a header line, or empty', async (t) => {
  const service = await startService(t)
  assert.equal((await exported(service)).text, `${header}\r\n`)
  assert.equal((await exported(service, '?format=jsonl')).text, '')
  await plantConversation(service, await createCode(service))
  assert.equal((await exported(service, '?q=nowhere')).text, `${header}\r\n`)
})

test('an unknown format gets 422', async (t) => {
  const service = await startService(t)
  assertInvalid(await service.get('/v1/conversations/export?format=xlsx'), 'format')
})
