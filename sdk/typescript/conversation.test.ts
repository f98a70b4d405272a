import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerError, type AnswerPart, Qpr } from './src/index.ts'

const citation = {
  number: 1,
  passage_id: 'psg_1',
  source_id: 'src_1',
  title: 'House manual',
  url: null,
  page: 12,
  headings: ['Pool'],
  quote: 'The pool opens at 8',
  text: 'The pool opens at 8.',
}

const block = (id: string, event: string, data: unknown) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const delta = (id: string, text: string) => block(id, 'delta', { message_id: 'msg_1', text })

/** A service that accepts each message and streams these events. */
const answering = (events: string, visit: object = {}) =>
  new Qpr({
    baseUrl: 'http://qpr.test',
    async fetch(url, options) {
      if (options?.method === 'POST') return Response.json({ message_id: 'msg_1' }, { status: 202 })
      return String(url).includes('/events') ? new Response(events) : Response.json(visit)
    },
  })

const partsOf = async (parts: AsyncIterable<AnswerPart>) => {
  const all: AnswerPart[] = []
  for await (const part of parts) all.push(part)
  return all
}

const streamed = delta('1-5', 'Dogs may swim [1].') + delta('1-9', ' It opens at 8 [2].')
const text = 'Dogs may swim. It opens at 8 [1].'

test('the end of an answer has its complete text and its citations', async () => {
  const end = { message_id: 'msg_1', tokens: 9, text, citations: [citation] }
  const qpr = answering(streamed + block('1-end', 'finish', end))
  const parts = await partsOf(qpr.resume('token').say('Pool?'))
  assert.deepEqual(parts.at(-1), {
    type: 'finish',
    text: '',
    answer: text,
    citations: [citation],
    tokens: 9,
    truncated: false,
  })
  // Appending every part still gives what was streamed.
  const appended = parts.map((part) => part.text).join('')
  assert.equal(appended, 'Dogs may swim [1]. It opens at 8 [2].')
})

test('without another text the complete text is the sum of the deltas, also of a resumed answer', async () => {
  const finish = block('1-end', 'finish', { message_id: 'msg_1', tokens: null })
  const visit = {
    messages: [{ message_id: 'msg_1', status: 'running', text: 'Half ' }],
    last_event_id: '1-5',
  }
  const qpr = answering(delta('1-9', 'an answer') + finish, visit)
  const said = (await partsOf(qpr.resume('token').say('Pool?'))).at(-1)
  assert.ok(said?.type === 'finish')
  assert.deepEqual([said.answer, said.citations], ['an answer', []])
  const rest = (await partsOf(qpr.resume('token').rest())).at(-1)
  assert.ok(rest?.type === 'finish')
  assert.equal(rest.answer, 'Half an answer')
})

test('a failed answer has the text that was kept, and its citations', async () => {
  const failed = { message_id: 'msg_1', code: 'model_failed', message: 'No.', retryable: true }
  const failWith = async (more: object) => {
    const qpr = answering(streamed + block('1-end', 'error', { ...failed, ...more }))
    const error = await partsOf(qpr.resume('token').say('Pool?')).catch((caught) => caught)
    assert.ok(error instanceof AnswerError)
    return [error.answer, error.citations.length]
  }
  assert.deepEqual(await failWith({ kept_characters: 13 }), ['Dogs may swim', 0])
  const rewritten = { kept_characters: 37, text, citations: [citation] }
  assert.deepEqual(await failWith(rewritten), [text, 1])
})

test('unknown events and events of other answers are ignored', async () => {
  const unknown = [null, [], 'text', 7, { message_id: 'msg_1', text: '!' }, { handling: 'person' }]
  const events = unknown.map((data, index) => block(`0-${index}`, 'typing', data)).join('')
  const other = block('1-1', 'delta', { message_id: 'msg_0', text: 'owner', role: 'owner' })
  const finish = block('1-end', 'finish', { message_id: 'msg_1', tokens: 1 })
  const parts = await partsOf(
    answering(events + other + delta('1-2', 'Yes.') + finish)
      .resume('token')
      .say('Pool?'),
  )
  assert.deepEqual(
    parts.map((part) => part.text),
    ['Yes.', ''],
  )
})

test('a message to a person ends without an answer, also when a person comes meanwhile', async () => {
  const visit = {
    handling: 'person',
    messages: [{ message_id: 'msg_1', role: 'visitor', status: 'done', text: 'Pool?' }],
  }
  const taken = block('2-end', 'handling', { handling: 'person', name: 'Ana', message: '…' })
  const conversation = answering(taken, visit).resume('token')
  assert.deepEqual(await partsOf(conversation.say('Pool?')), [])
  // Known from now on: the stream would have nothing to tell.
  assert.deepEqual(await partsOf(conversation.say('Pool?')), [])
})

test('an answer after a person has left is streamed as before', async () => {
  const visit = {
    handling: 'assistant',
    messages: [{ message_id: 'msg_1', role: 'assistant', status: 'done', text: 'Yes.' }],
  }
  const changes =
    block('2-end', 'handling', { handling: 'waiting', name: null, message: '…' }) +
    block('4-end', 'handling', { handling: 'assistant', name: null, message: '…' })
  const offer = { message_id: 'msg_1', tokens: 1, offer: 'handoff', notice: 'Nobody was told.' }
  const events = changes + delta('5-4', 'Yes.') + block('5-end', 'finish', offer)
  const end = (await partsOf(answering(events, visit).resume('token').say('Pool?'))).at(-1)
  assert.ok(end?.type === 'finish')
  assert.deepEqual([end.answer, end.offer, end.notice], ['Yes.', 'handoff', 'Nobody was told.'])
})
