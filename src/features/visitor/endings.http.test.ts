import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { listScans, scan } from '../../../test/harness/data/scans.ts'
import { asking, openTalk, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { type Provider, startProvider } from '../../../test/harness/providers/provider.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { sentencesIn } from '../conversations/sentences.ts'

interface Completed {
  conversation_id: string
  qpr_code_id: string
  short_id: string
  scan_id: number | null
  started_at: string
  ended_at: string
  reason: string
  messages_count: number
  rating: string | null
  metadata: object
}

const completed = async (service: Service): Promise<Completed[]> => {
  const rows = await service.database.db
    .selectFrom('events')
    .select('body')
    .where('type', '=', 'conversation.completed')
    .execute()
  return rows.map(({ body }): Completed => JSON.parse(body).data)
}

const start = async (t: TestContext, more: object = {}) => {
  const provider = await startProvider(t, { tokens: ['Yes', '.'] })
  const settings = { ...asking(provider), ...more }
  return { provider, service: await startService(t, { settings }) }
}

test('parallel closes end a conversation once, with one event', async (t) => {
  const { service } = await start(t)
  const code = await createCode(service, { metadata: { table: 12 } })
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('Open?')
  await visitor.post('/rating', { rating: 'up' })
  const closes = await Promise.all(Array.from({ length: 20 }, () => visitor.post('/close')))
  assert.deepEqual([...new Set(closes.map(({ status }) => status))], [204])
  const [event, ...others] = await completed(service)
  assert.deepEqual(others, [])
  assert.ok(event)
  const { started_at, ended_at, ...rest } = event
  assert.ok(Date.parse(started_at) <= Date.parse(ended_at))
  assert.deepEqual(rest, {
    conversation_id: visitor.conversation_id,
    qpr_code_id: code.id,
    short_id: code.short_id,
    scan_id: null,
    reason: 'closed',
    messages_count: 2,
    rating: 'up',
    metadata: { table: 12 },
  })
  const { status, reason } = await visitor.view()
  assert.deepEqual([status, reason], ['ended', 'closed'])
})

test('a message to an ended conversation gets 410', async (t) => {
  const { service } = await start(t)
  const visitor = await talkWithNewCode(service)
  await visitor.ask('Open?')
  await visitor.post('/close')
  const { status, body } = await visitor.say('Still there?')
  assert.equal(status, 410)
  assert.equal(body.code, 'conversation_ended')
})

test('an idle conversation ends automatically, counted from the end of the last answer', async (t) => {
  const { service, provider } = await start(t, { QPR_CONVERSATION_IDLE_SECONDS: '1' })
  provider.answerWith({ tokens: ['Yes', '.'], delayMs: 500 })
  const visitor = await talkWithNewCode(service)
  const askedAt = Date.now()
  await visitor.ask('Open?')
  const [event] = await eventually(async () => {
    const events = await completed(service)
    assert.equal(events.length, 1)
    return events
  })
  assert.equal(event?.reason, 'timed_out')
  const afterMs = Date.parse(event.ended_at) - askedAt
  assert.ok(afterMs > 1450, `${afterMs} ms`)
})

test('an answer that takes longer than the idle time is not interrupted', async (t) => {
  const { service, provider } = await start(t, { QPR_CONVERSATION_IDLE_SECONDS: '1' })
  provider.answerWith({ tokens: ['Slow', ' but', ' sure'], delayMs: 800 })
  const visitor = await talkWithNewCode(service)
  assert.equal((await visitor.ask('Take your time.')).text, 'Slow but sure')
})

test('a conversation without a visitor message ends without an event', async (t) => {
  const { service } = await start(t, { QPR_CONVERSATION_IDLE_SECONDS: '1' })
  const [silent, closed] = [await talkWithNewCode(service), await talkWithNewCode(service)]
  await closed.post('/close')
  assert.equal((await service.get(closed.path(), { key: null })).status, 404)
  await eventually(async () => {
    assert.equal((await service.get(silent.path(), { key: null })).status, 404)
  })
  assert.deepEqual(await completed(service), [])
})

test('the last allowed message ends a conversation, with the reason limit', async (t) => {
  const { service } = await start(t, { QPR_LIMIT_MESSAGES: '3' })
  const visitor = await talkWithNewCode(service)
  for (let n = 0; n < 3; n++) await visitor.ask(`Question ${n}`)
  assert.equal((await visitor.say('One more')).status, 410)
  const [event, ...others] = await completed(service)
  assert.deepEqual(others, [])
  assert.deepEqual([event?.reason, event?.messages_count], ['limit', 6])
})

test('closing during an answer keeps its text, and ends the conversation', async (t) => {
  const { service, provider } = await start(t)
  provider.answerWith({ tokens: ['Half', ' an'], fault: { after: 2, by: 'stall' } })
  const visitor = await talkWithNewCode(service)
  await visitor.say('Go on')
  const stream = await visitor.follow()
  let seen = ''
  while (seen !== 'Half an') seen += JSON.parse((await stream.next())?.data ?? '').text
  assert.equal((await visitor.post('/close')).status, 204)
  assert.equal((await stream.next())?.event, 'finish')
  const ended = await stream.next()
  assert.deepEqual([ended?.event, JSON.parse(ended?.data ?? '')], ['ended', { reason: 'closed' }])
  assert.equal(await stream.next(), null, 'there is nothing more to follow')
  const { messages } = await visitor.view()
  assert.deepEqual([messages[1]?.text, messages[1]?.status], ['Half an', 'stopped'])
  assert.equal((await completed(service))[0]?.messages_count, 2)
})

test('the cookie of the page links a conversation to its scan, which is counted', async (t) => {
  const { service } = await start(t)
  const code = await createCode(service)
  const page = await fetch(`${service.address}/s/${code.short_id}`)
  await page.text()
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await scan(service, code)
  const visitor = await openTalk(service, code.short_id, { cookie })
  await visitor.ask('Open?')
  const again = await openTalk(service, code.short_id, { cookie })
  await again.ask('And now?')
  const { scans } = await listScans(service)
  const counted = scans.map(({ conversation_started, conversation_messages }) => ({
    conversation_started,
    conversation_messages,
  }))
  assert.deepEqual(counted, [
    { conversation_started: false, conversation_messages: 0 },
    { conversation_started: true, conversation_messages: 4 },
  ])
  const { body } = await service.get<Record<string, number>>(`/v1/qpr-codes/${code.id}/analytics`)
  assert.equal(body.conversation_rate, 0.5)
  assert.equal(body.avg_messages_per_conversation, 2)
  await visitor.post('/close')
  assert.equal((await completed(service))[0]?.scan_id, scans[1]?.id)
})

test('a cookie of another code, or a forged one, links nothing', async (t) => {
  const { service } = await start(t)
  const [code, other] = [await createCode(service), await createCode(service)]
  const page = await fetch(`${service.address}/s/${other.short_id}`)
  await page.text()
  const [cookie = ''] = page.headers.getSetCookie().filter((one) => one.startsWith('qpr_scan='))
  const [value = ''] = cookie.split(';')
  for (const forged of [value, value.replace(/\d+\./, '1.'), 'qpr_scan=1', 'qpr_scan=x.y']) {
    const visitor = await openTalk(service, code.short_id, { cookie: forged })
    await visitor.ask('Open?')
    await visitor.post('/close')
  }
  const events = await completed(service)
  assert.deepEqual([...new Set(events.map(({ scan_id }) => scan_id))], [null])
})

const failing: [string, Parameters<Provider['answerWith']>[0], boolean][] = [
  ['refuses the key', { status: 401 }, false],
  ['is busy', { status: 429, headers: { 'Retry-After': '1' } }, true],
  ['is broken', { status: 500 }, true],
  ['cuts the stream', { tokens: ['Half', ' an'], fault: { after: 2, by: 'cut' } }, true],
]

for (const [what, script, retryable] of failing) {
  test(`a model that ${what} causes an error event with a sentence, and no text is lost`, async (t) => {
    const { service, provider } = await start(t)
    provider.answerWith(script)
    const visitor = await talkWithNewCode(service)
    const { text, end } = await visitor.ask('Hello?')
    assert.equal(end.event, 'error')
    const error = JSON.parse(end.data)
    assert.equal(error.retryable, retryable)
    const { modelFailed, cannotAnswer } = sentencesIn('en')
    assert.equal(error.message, retryable ? modelFailed : cannotAnswer)
    // An id may have any digits.
    assert.doesNotMatch(JSON.stringify({ ...error, message_id: '' }), /401|127\.0\.0\.1/)
    assert.equal(error.kept_characters, text.length)
    const { messages } = await visitor.view()
    assert.deepEqual([messages[1]?.status, messages[1]?.text], ['failed', text])
  })
}

test('a failed answer is retried as a new turn', async (t) => {
  const { service, provider } = await start(t)
  provider.answerWith((_asked, number) => (number === 1 ? { status: 500 } : { tokens: ['Here.'] }))
  const visitor = await talkWithNewCode(service)
  assert.equal((await visitor.ask('Hello?')).end.event, 'error')
  const stream = await visitor.follow('1-end')
  const { status, body } = await visitor.post('/retry')
  assert.equal(status, 202)
  const delta = await stream.next()
  assert.deepEqual(JSON.parse(delta?.data ?? ''), { message_id: body.message_id, text: 'Here.' })
  assert.equal((await stream.next())?.event, 'finish')
  stream.close()
  assert.equal((await visitor.post('/retry')).status, 409)
})
