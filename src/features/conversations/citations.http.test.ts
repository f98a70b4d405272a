import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { addFile, addSource } from '../../../test/harness/data/knowledge.ts'
import { asking, openTalk, readTurn } from '../../../test/harness/data/talk.ts'
import { type Asked, startProvider } from '../../../test/harness/providers/provider.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { reportTags } from '../answers/reading.ts'
import type { Citation } from './citations.ts'

const manual = `# Wellness

## Pool

The pool opens at 8 o’clock and closes at 20. Towels are at the desk.
`

interface Sent {
  messages: { role: string; content: string }[]
}

/** The passages that a provider got, and the number of the one with these words. */
const sentTo = ({ body }: Asked) => {
  const [system, ...said] = (body as unknown as Sent).messages
  const documents = said.flatMap(({ content }) =>
    content.split('\n').filter((line) => line.startsWith('{"number"')),
  )
  return {
    system: system?.content ?? '',
    said,
    documents: documents.map((line) => JSON.parse(line) as { number: number; text: string }),
  }
}

const numberOf = (asked: Asked, words: string): number =>
  sentTo(asked).documents.find(({ text }) => text.includes(words))?.number ?? 0

const report = (outcome: string, quotes: object = {}) =>
  `\n${reportTags.begin}${JSON.stringify({ outcome, quotes })}${reportTags.end}`

const start = async (t: TestContext, settings: Record<string, string> = {}) => {
  const provider = await startProvider(t)
  const service = await startService(t, { settings: { ...asking(provider), ...settings } })
  const code = await createCode(service, { prompt: 'Be brief.' })
  const know = (question: string, answer: string) =>
    addSource(service, { kind: 'question', question, answer })
  const source = await know('Is there a pool?', 'The pool opens at 8 o’clock and closes at 20.')
  await know('Are dogs allowed?', 'Dogs are welcome in the garden, but not in the pool.')
  return { provider, service, code, source, know }
}

interface OwnersMessage {
  text: string
  outcome: string | null
  citations: Citation[]
}

test('an answer cites its passages, and a citation without its quote is dropped everywhere', async (t) => {
  const { provider, service, code, source } = await start(t)
  provider.answerWith((asked) => {
    const [pool, dogs] = [numberOf(asked, 'opens at 8'), numberOf(asked, 'Dogs are')]
    const quotes = { [pool]: "the pool opens at 8 o'clock", [dogs]: 'Dogs may swim' }
    const answer = `Dogs may swim [${dogs}]. The pool opens at 8 [${pool}].${report('partly', quotes)}`
    return { tokens: answer.match(/.{1,5}/gs) ?? [], bytewise: true }
  })
  const visitor = await openTalk(service, code.short_id)
  const { text, end, deltas } = await visitor.ask('When does the pool open?')
  const final = 'Dogs may swim. The pool opens at 8 [1].'
  assert.equal(text, 'Dogs may swim [1]. The pool opens at 8 [2].')
  const finish = JSON.parse(end.data)
  assert.deepEqual(Object.keys(finish), ['message_id', 'tokens', 'text', 'citations'])
  assert.equal(finish.text, final)
  const [citation] = finish.citations as Citation[]
  assert.ok(citation)
  const { number, source_id, title, quote, page, url } = citation
  assert.deepEqual([number, source_id, title, page, url], [1, source.id, source.title, null, null])
  assert.equal(quote, 'The pool opens at 8 o’clock')
  assert.ok(citation.text.includes(quote) && citation.headings.includes('Is there a pool?'))

  // A reader that was away continues in the text that it has, and gets the final one at the end.
  const middle = deltas[Math.floor(deltas.length / 2)]
  const rest = await readTurn(await visitor.follow(middle?.id), finish.message_id)
  const seen = deltas.slice(0, deltas.indexOf(middle as never) + 1)
  const before = seen.map((delta) => JSON.parse(delta.data).text).join('')
  assert.equal(before + rest.text, text)
  assert.deepEqual(JSON.parse(rest.end.data), finish)

  const [, viewed] = (await visitor.view()).messages
  assert.deepEqual(
    [viewed?.text, viewed?.outcome, viewed?.citations],
    [final, 'partly', finish.citations],
  )
  const path = `/v1/conversations/${visitor.conversation_id}`
  const owned = (await service.get<{ messages: OwnersMessage[] }>(path)).body.messages[1]
  assert.deepEqual(
    [owned?.text, owned?.outcome, owned?.citations],
    [final, 'partly', finish.citations],
  )
  const { text: csv } = await service.get('/v1/conversations/export')
  assert.match(csv, /,partly,1: Is there a pool\?\r\n/)
  assert.ok(!csv.includes('answer-report'))
})

test('each answer has an outcome: reported, estimated, corrected by a rating', async (t) => {
  const scene = await start(t)
  await ratings(scene)
  await estimates(scene)
  await limits(scene)
})

type Scene = Awaited<ReturnType<typeof start>>

/** A thumbs-down makes the outcome unknown until it is taken back. */
const ratings = async ({ provider, service, code }: Scene) => {
  provider.answerWith({ tokens: ['Yes.', report('answered')] })
  const visitor = await openTalk(service, code.short_id)
  const outcome = async () => (await visitor.view()).messages[1]?.outcome
  assert.equal((await visitor.ask('Is there a pool?')).text, 'Yes.')
  assert.equal(await outcome(), 'answered')
  await visitor.post('/rating', { rating: 'down' })
  assert.equal(await outcome(), 'unknown')
  await visitor.post('/rating', { rating: 'up' })
  assert.equal(await outcome(), 'answered')
}

/**
 * Without a report the outcome is the coverage of the question by the sources; an incomplete answer
 * has none.
 */
const estimates = async ({ provider, service, code }: Scene) => {
  const visitor = await openTalk(service, code.short_id)
  provider.answerWith({ tokens: ['At 8.'] })
  await visitor.ask('When does the pool open?')
  await visitor.ask('Do you sell helicopters?')
  await visitor.ask('Who cleans the pool?')
  provider.answerWith({ tokens: ['At', ' 8', report('answered')], fault: { after: 1, by: 'end' } })
  await visitor.ask('When does the pool open?')
  provider.answerWith({ tokens: [report('unknown')] })
  const { end } = await visitor.ask('And now?')
  assert.equal(JSON.parse(end.data).code, 'model_empty')
  const answers = (await visitor.view()).messages.filter(({ role }) => role === 'assistant')
  assert.deepEqual(
    answers.map(({ status, outcome, text }) => [status, outcome, text]),
    [
      ['done', 'answered', 'At 8.'],
      ['done', 'unknown', 'At 8.'],
      ['done', 'partly', 'At 8.'],
      ['failed', null, 'At'],
      ['failed', null, ''],
    ],
  )
}

test('without sources and without a report an answer has no outcome', async (t) => {
  const provider = await startProvider(t)
  const service = await startService(t, { settings: asking(provider) })
  const code = await createCode(service, { prompt: 'Breakfast is at 7.' })
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('When is breakfast?')
  assert.deepEqual(
    (await visitor.view()).messages.map(({ status, outcome }) => [status, outcome]).at(-1),
    ['done', null],
  )
})

/** A limit inside the report does not make the answer incomplete. */
const limits = async ({ provider, service, code }: Scene) => {
  const visitor = await openTalk(service, code.short_id)
  provider.answerWith({ tokens: ['At 8.', report('partly').slice(0, 40)], finish: 'length' })
  assert.deepEqual(Object.keys(JSON.parse((await visitor.ask('When?')).end.data)), [
    'message_id',
    'tokens',
  ])
  provider.answerWith({ tokens: ['At 8, and', report('partly').slice(0, 5)], finish: 'length' })
  assert.equal(JSON.parse((await visitor.ask('When?')).end.data).truncated, true)
  const answers = (await visitor.view()).messages.filter(({ role }) => role === 'assistant')
  assert.deepEqual(
    answers.map(({ text, truncated }) => [text, truncated]),
    [
      ['At 8.', false],
      ['At 8, and', true],
    ],
  )
}

test('passages count against the daily budget, and numbers of earlier marks are not sent again', async (t) => {
  const { provider, service, code, know } = await start(t, {
    QPR_LIMIT_OUTPUT_TOKENS: '100',
    QPR_LIMIT_TOKENS_PER_DAY: '4000',
  })
  provider.answerWith((asked) => {
    const pool = numberOf(asked, 'opens at 8')
    const quotes = { [pool]: 'The pool opens at 8' }
    return { tokens: [`At 8 [${pool}].`, report('answered', quotes)], usage: null }
  })
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('When does the pool open?')
  const row = await service.database.db
    .selectFrom('messages')
    .select(['tokens_reserved', 'tokens_in'])
    .where('role', '=', 'assistant')
    .executeTakeFirstOrThrow()
  const [first] = provider.requests
  assert.ok(first)
  const bytes = Buffer.byteLength(
    sentTo(first)
      .said.map(({ content }) => content)
      .join(''),
  )
  assert.ok(bytes > 300 && row.tokens_reserved > bytes / 3 + 100)
  await visitor.ask('And on Sunday?')
  const [, second] = provider.requests
  assert.ok(second)
  assert.deepEqual(
    sentTo(second).said.map(({ role, content }) => [role, content.split('\n').at(-1)]),
    [
      ['user', 'When does the pool open?'],
      ['assistant', 'At 8.'],
      ['user', 'And on Sunday?'],
    ],
  )
  // Everything that the code knows stands before the first message, in the same bytes.
  assert.equal(sentTo(second).said[0]?.content, sentTo(first).said[0]?.content)
  assert.equal(sentTo(second).system, sentTo(first).system)

  // A budget that is enough for the question, but not for what the code knows about it.
  await know('How deep is the pool?', 'The pool is deep. '.repeat(400))
  const { end } = await visitor.ask('How deep is the pool?')
  const { code: error, retryable, message } = JSON.parse(end.data)
  assert.deepEqual([error, retryable], ['daily_limit_reached', false])
  assert.match(message, /come back tomorrow/)
  assert.equal(provider.requests.length, 2)
})

test('the demo answers from the passages, cites them, and says when it does not know', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { prompt: 'You are the concierge. Breakfast is at 7.' })
  await addFile(service, 'manual.md', manual)
  await addSource(service, {
    kind: 'question',
    question: 'Where can I park?',
    answer: 'Behind the house, for 12 euros a day.',
  })
  const visitor = await openTalk(service, code.short_id)
  const ask = async (text: string) => {
    await visitor.ask(text)
    const answer = (await visitor.view()).messages.at(-1)
    return [answer?.text, answer?.outcome, answer?.citations.map(({ quote }) => quote)]
  }
  const pool = 'The pool opens at 8 o’clock and closes at 20.'
  assert.deepEqual(await ask('When does the pool open?'), [`${pool} [1]`, 'answered', [pool]])
  const parking = 'Behind the house, for 12 euros a day.'
  assert.deepEqual(await ask('Where can I park?'), [`${parking} [1]`, 'answered', [parking]])
  assert.deepEqual(await ask('When is breakfast?'), ['Breakfast is at 7.', 'answered', []])
  assert.deepEqual((await ask('Who painted the helicopter?')).slice(1), ['unknown', []])
  assert.deepEqual((await ask('Thank you!')).slice(1), ['answered', []])
})
