import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { asking, openTalk, readTurn, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'

const words = ['Breakfast', ' is', ' from', ' seven', ' to', ' ten', '. ', '☕', ' 早餐']
const sentence = words.join('')

test('opening a conversation answers 201 with its token, the welcome message and whether it is the demo', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { welcome_message: 'Hello!' })
  const path = `/s/${code.short_id.toUpperCase()}/conversations`
  const { status, body } = await service.post<Record<string, unknown>>(path, undefined, {
    key: null,
  })
  assert.equal(status, 201)
  const { conversation_id, token, ...rest } = body
  assert.match(String(conversation_id), /^conv_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.match(String(token), /^[\w-]{22}$/, '128 bits')
  assert.deepEqual(rest, { welcome_message: 'Hello!', demo: true })
})

test('an archived or unknown code cannot open a conversation', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await service.patch(`/v1/qpr-codes/${code.id}`, { status: 'archived' })
  const open = async (shortId: string) =>
    (await service.post(`/s/${shortId}/conversations`, undefined, { key: null })).status
  assert.equal(await open(code.short_id), 410)
  assert.equal(await open('nosuchid'), 404)
})

test('a message is answered by events: deltas to append, then finish with the tokens', async (t) => {
  const provider = await startProvider(t, { tokens: words, usage: { input: 40, output: 9 } })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  const { status, body } = await visitor.say('When is breakfast?')
  assert.equal(status, 202)
  assert.match(body.message_id, /^msg_/)
  const { text, end, deltas } = await readTurn(await visitor.follow(), body.message_id)
  assert.equal(text, sentence)
  assert.equal(end.event, 'finish')
  assert.deepEqual(JSON.parse(end.data), { message_id: body.message_id, tokens: 9 })
  for (const { id } of [...deltas, end]) assert.match(id, /^1-(\d+|end)$/)
})

test('the visitor sees the messages of the conversation in order', async (t) => {
  const provider = await startProvider(t, { tokens: words })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service, { name: 'Harbour Hotel' })
  await visitor.ask('When is breakfast?')
  const { messages, ...view } = await visitor.view()
  assert.deepEqual(
    messages.map(({ role, text, status }) => ({ role, text, status })),
    [
      { role: 'visitor', text: 'When is breakfast?', status: 'done' },
      { role: 'assistant', text: sentence, status: 'done' },
    ],
  )
  assert.equal(view.name, 'Harbour Hotel')
  assert.equal(view.status, 'open')
  assert.equal(view.demo, false)
  assert.equal(view.last_event_id, '1-end')
})

test('the model gets the prompt in its frame and the earlier messages', async (t) => {
  const provider = await startProvider(t, { tokens: ['Yes.'] })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service, { prompt: 'You run a lighthouse.' })
  await visitor.ask('Is it open?')
  await visitor.ask('And tomorrow?')
  const [, second] = provider.requests
  assert.ok(second)
  const { messages } = second.body as { messages: { role: string; content: string }[] }
  const [system, ...rest] = messages
  assert.equal(system?.role, 'system')
  assert.ok(system.content.includes('You run a lighthouse.'))
  assert.deepEqual(
    rest.map(({ role, content }) => [role, JSON.stringify(content).includes('tomorrow')]),
    [
      ['user', false],
      ['assistant', false],
      ['user', true],
    ],
  )
})

test('a resumed stream loses and repeats nothing, with one model call', async (t) => {
  const many = Array.from({ length: 60 }, (_, n) => `${n} `)
  const provider = await startProvider(t, { tokens: many, delayMs: 10 })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  const { body } = await visitor.say('Count.')
  let seen = ''
  let last: string | undefined
  for (let cut = 0; cut < 5; cut++) {
    const stream = await visitor.follow(last)
    for (let n = 0; n < 3; n++) {
      const block = await stream.next()
      assert.ok(block)
      if (block.event !== 'delta') break
      seen += JSON.parse(block.data).text
      last = block.id
    }
    stream.close()
  }
  const rest = await readTurn(await visitor.follow(last), body.message_id)
  assert.equal(seen + rest.text, many.join(''))
  assert.equal(provider.requests.length, 1)
})

test('a stream stays open for the next turn', async (t) => {
  const provider = await startProvider(t, { tokens: ['One', ' two'] })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  const stream = await visitor.follow()
  for (const turn of [1, 2]) {
    await visitor.say('Go on.')
    let text = ''
    for (;;) {
      const block = await stream.next()
      assert.ok(block)
      assert.ok(block.id.startsWith(`${turn}-`))
      if (block.event === 'finish') break
      text += JSON.parse(block.data).text
    }
    assert.equal(text, 'One two')
  }
  stream.close()
})

test('many tabs on one conversation see the same answer, with one model call', async (t) => {
  const many = Array.from({ length: 40 }, (_, n) => `word${n} `)
  const provider = await startProvider(t, { tokens: many, delayMs: 5 })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  const tabs = await Promise.all(Array.from({ length: 20 }, () => visitor.follow()))
  const { body } = await visitor.say('Hello?')
  const turns = await Promise.all(tabs.map((tab) => readTurn(tab, body.message_id)))
  assert.deepEqual([...new Set(turns.map(({ text }) => text))], [many.join('')])
  assert.equal(provider.requests.length, 1)
})

test('a message during an answer gets 409; stop keeps the text so far and ends with finish', async (t) => {
  const provider = await startProvider(t, {
    tokens: ['Once', ' upon', ' a', ' time'],
    fault: { after: 2, by: 'stall' },
  })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  const { body } = await visitor.say('Tell me a story.')
  const stream = await visitor.follow()
  let seen = ''
  while (seen !== 'Once upon') seen += JSON.parse((await stream.next())?.data ?? '').text
  const second = await visitor.say('Hello?')
  assert.equal(second.status, 409)
  assert.equal(second.body.code, 'answer_running')
  assert.equal((await visitor.post('/stop')).status, 204)
  const end = await stream.next()
  assert.equal(end?.event, 'finish')
  assert.equal(JSON.parse(end.data).message_id, body.message_id)
  stream.close()
  const { messages } = await visitor.view()
  assert.deepEqual([messages[1]?.text, messages[1]?.status], ['Once upon', 'stopped'])
  assert.equal((await visitor.post('/stop')).status, 204, 'with nothing to stop')
})

test('a message must have 1 to 4,000 characters', async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  for (const text of ['', '   ', 'x'.repeat(4001)]) {
    assert.equal((await visitor.say(text)).status, 422, text.slice(0, 5))
  }
  assert.deepEqual((await visitor.view()).messages, [])
  assert.equal((await visitor.say('☕'.repeat(4000))).status, 202)
})

test('a resent message with the same id is answered once', async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => visitor.say('Hello', { client_id: 'a1' })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [202])
  assert.equal(new Set(answers.map(({ body }) => body.message_id)).size, 1)
  assert.equal((await visitor.view()).messages.length, 2)
})

test('a forged token gets no access', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithNewCode(service)
  const forged = `${visitor.token.slice(0, -1)}${visitor.token.endsWith('A') ? 'B' : 'A'}`
  for (const token of [forged, 'x', '..%2f', visitor.conversation_id]) {
    const path = `/c/${token}`
    assert.equal((await service.get(path, { key: null })).status, 404)
    assert.equal(
      (await service.post(`${path}/messages`, { text: 'Hi' }, { key: null })).status,
      404,
    )
    assert.equal((await service.delete(path, { key: null })).status, 404)
  }
})

test('a deleted conversation leaves no trace and no event', async (t) => {
  const provider = await startProvider(t, {
    tokens: ['Never', ' ending'],
    fault: { after: 1, by: 'stall' },
  })
  const service = await startOwnService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  await visitor.say('Something private')
  await provider.waitFor(1)
  assert.equal((await visitor.forget()).status, 204)
  assert.equal((await service.get(visitor.path(), { key: null })).status, 404)
  assert.equal(await provider.requests[0]?.ended, false, 'the model is no longer asked')
  for (const table of ['conversations', 'messages'] as const) {
    assert.deepEqual(await service.database.db.selectFrom(table).selectAll().execute(), [])
  }
  const types = await service.database.db.selectFrom('events').select('type').execute()
  assert.deepEqual(types, [{ type: 'qpr_code.created' }])
})

test('an answer is only visible in its own conversation', async (t) => {
  const provider = await startProvider(t, (asked) => ({
    tokens: [JSON.stringify(asked.body).includes('secret of A') ? 'A' : 'B'],
  }))
  const service = await startOwnService(t, { settings: asking(provider) })
  const code = await createCode(service)
  const [a, b] = [await openTalk(service, code.short_id), await openTalk(service, code.short_id)]
  const [ofA, ofB] = await Promise.all([a.ask('secret of A'), b.ask('What did the other say?')])
  assert.deepEqual([ofA.text, ofB.text], ['A', 'B'])
})
