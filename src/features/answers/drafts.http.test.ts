import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import { countRows } from '../../../test/harness/data/given.ts'
import { asking, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { minuteMs } from '../../platform/kit/clock.ts'

const path = '/v1/qpr-codes/preview-answer'
const draft = {
  name: 'Harbour Hotel',
  prompt: 'You are the concierge. Breakfast is from 7 to 10:30.',
  messages: [{ role: 'visitor', text: 'When is breakfast?' }],
}

interface Told {
  id: string
  event: string
  data: Record<string, unknown>
}

const ask = async (service: Service, fields: object = {}, signal?: AbortSignal) =>
  await fetch(service.address + path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...draft, ...fields }),
    ...(signal && { signal }),
  })

/** The whole stream, which ends with the answer. */
const eventsOf = async (service: Service, fields: object = {}): Promise<Told[]> => {
  const answer = await ask(service, fields)
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(answer.headers.get('x-accel-buffering'), 'no')
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id:'))
    .map((block) => {
      const [, id = '', event = '', data = ''] =
        /^id: (\S+)\nevent: (\S+)\ndata: (.*)$/.exec(block) ?? []
      return { id, event, data: JSON.parse(data) }
    })
}

const textOf = (events: Told[]) =>
  events
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.text)
    .join('')

test('an unsaved prompt gets an answer, with events like those of a visitor', async (t) => {
  const service = await startService(t)
  const events = await eventsOf(service)
  assert.match(textOf(events), /^Breakfast is from 7 to 10:30\.$/)
  const end = events.at(-1)
  const { message_id } = end?.data ?? {}
  assert.match(String(message_id), /^msg_[0-9A-Z]{26}$/)
  assert.ok(events.every(({ data }) => data.message_id === message_id))
  assert.deepEqual(end, {
    id: '1-end',
    event: 'finish',
    data: { message_id, tokens: 6, model: 'demo', demo: true },
  })
})

test('a draft sends the model the same request as a conversation', async (t) => {
  const provider = await startProvider(t, { tokens: ['At ', 'seven.'] })
  const settings = { ...asking(provider), QPR_LIMIT_OUTPUT_TOKENS: '77' }
  const service = await startOwnService(t, { settings })
  const { name, prompt } = draft
  const visitor = await talkWithNewCode(service, { name, prompt })
  await visitor.ask('When is breakfast?')
  await visitor.ask('And on Sundays?')
  const messages = [
    ...draft.messages,
    { role: 'assistant', text: 'At seven.' },
    { role: 'visitor', text: 'And on Sundays?' },
  ]
  const events = await eventsOf(service, { messages, language: 'en' })
  assert.equal(textOf(events), 'At seven.')
  const [, real, tried] = await provider.waitFor(3)
  assert.deepEqual(tried?.body, real?.body)
  assert.match(JSON.stringify(tried?.body), /"max_tokens":77\b/)
  assert.deepEqual(events.at(-1)?.data.model, 'compatible:fake')
})

test("the language of the page is the given one, or the browser's", async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { settings: asking(provider) })
  await eventsOf(service, { language: 'de' })
  await service.post(path, draft, { headers: { 'Accept-Language': 'fr' } })
  const [named, asked] = await provider.waitFor(2)
  assert.match(JSON.stringify(named?.body), /Answer in German/)
  assert.match(JSON.stringify(asked?.body), /Answer in French/)
})

test('a draft creates no scan, no conversation, no message, no event and no code', async (t) => {
  const service = await startService(t)
  await eventsOf(service)
  for (const table of ['scans', 'conversations', 'messages', 'events', 'codes'] as const) {
    assert.equal(await countRows(service, table), 0, table)
  }
})

test('the model is stopped when the reader disconnects', async (t) => {
  const provider = await startProvider(t, {
    tokens: ['One', ' two'],
    fault: { after: 1, by: 'stall' },
  })
  const service = await startOwnService(t, { settings: asking(provider) })
  const leave = new AbortController()
  const answer = await ask(service, {}, leave.signal)
  const reader = answer.body?.getReader()
  await reader?.read()
  const [asked] = await provider.waitFor(1)
  leave.abort()
  assert.equal(await asked?.ended, false)
  // The unused part of the reservation is released.
  await eventually(async () => {
    const row = await service.database.db
      .selectFrom('code_days')
      .selectAll()
      .executeTakeFirstOrThrow()
    assert.deepEqual([row.answers, row.tokens_reserved], [1, 0])
  })
})

test('a failing model causes an error event, with the text so far', async (t) => {
  const provider = await startProvider(t, {
    tokens: ['One', ' two'],
    fault: { after: 1, by: 'cut' },
  })
  const service = await startOwnService(t, { settings: asking(provider) })
  const events = await eventsOf(service, { language: 'de' })
  assert.equal(textOf(events), 'One')
  const { event, data } = events.at(-1) as Told
  assert.equal(event, 'error')
  assert.deepEqual([data.code, data.retryable, data.kept_characters], ['model_cut_off', true, 3])
  assert.match(String(data.message), /^Der Assistent konnte nicht antworten/)
})

test('a user can send as many drafts a minute as a visitor messages, then gets 429', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:30Z')
  const settings = { QPR_LIMIT_MESSAGES_PER_MINUTE: '2' }
  const service = await startService(t, { clock, settings })
  for (let tries = 0; tries < 2; tries++) await eventsOf(service)
  const refused = await service.post(path, draft)
  assertRefused(refused, { status: 429, code: 'too_many_messages' })
  assert.equal(refused.headers.get('retry-after'), '30')
  const editor = await service.keyOf('editor')
  const organization_id = await service.defaultOrganizationId()
  const other = await service.post(path, { ...draft, organization_id }, { key: editor })
  assert.equal(other.status, 200)
  clock.advance(minuteMs)
  assert.equal((await service.post(path, draft)).status, 200)
})

test('the drafts of an organization share a daily budget', async (t) => {
  const settings = { QPR_LIMIT_TOKENS_PER_DAY: '1500' }
  const service = await startService(t, { settings })
  assertRefused(await service.post(path, { ...draft, prompt: 'Facts. '.repeat(500) }), {
    status: 429,
    code: 'daily_limit_reached',
  })
  assert.equal((await service.post(path, draft)).status, 200)
})

test('a draft without a question gets 422', async (t) => {
  const service = await startService(t)
  const post = (fields: object) => service.post(path, { ...draft, ...fields })
  const said = { role: 'assistant', text: 'Hello' }
  assertInvalid(await post({ messages: [...draft.messages, said] }), 'messages')
  assertInvalid(await post({ messages: [] }), 'messages')
  assertInvalid(await post({ messages: [{ role: 'system', text: 'x' }] }), 'messages')
  assertInvalid(await post({ prompt: ' ' }), 'prompt')
  assertInvalid(await post({ language: 'xx' }), 'language')
})
