import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { asking, openTalk, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { fakeClock, startService } from '../../../test/harness/service/service.ts'
import { minuteMs } from '../../platform/kit/clock.ts'

test('a conversation accepts 20 messages a minute; the next gets 429 with a sentence and Retry-After', async (t) => {
  const provider = await startProvider(t, { tokens: ['Ja.'] })
  const clock = fakeClock('2099-01-01T00:00:00Z')
  const service = await startService(t, { clock, settings: asking(provider) })
  const code = await createCode(service)
  const visitor = await openTalk(service, code.short_id, { 'Accept-Language': 'de' })
  for (let n = 0; n < 20; n++) await visitor.ask(`Frage ${n}`)
  const refused = await visitor.say('Noch eine')
  assert.equal(refused.status, 429)
  assert.equal(refused.body.code, 'too_many_messages')
  assert.match(refused.body.detail, /^Das ging schnell\./)
  assert.equal(refused.headers.get('retry-after'), '60')
  clock.advance(minuteMs)
  assert.equal((await visitor.say('Noch eine')).status, 202)
})

test('an address can open a limited number of conversations a minute, also with 100 in parallel', async (t) => {
  const settings = { QPR_LIMIT_OPENINGS_PER_MINUTE: '30' }
  const service = await startService(t, { settings, clock: fakeClock('2099-01-01T00:00:00Z') })
  const code = await createCode(service)
  const open = () => service.post(`/s/${code.short_id}/conversations`, undefined, { key: null })
  const answers = await Promise.all(Array.from({ length: 100 }, open))
  const opened = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status === 429)
  assert.deepEqual([opened.length, refused.length], [30, 70])
  assert.equal(refused[0]?.body.code, 'too_many_openings')
  const rows = await service.database.db.selectFrom('rate_windows').select('id').execute()
  assert.ok(!JSON.stringify(rows).includes('127.0.0.1'), 'no address is stored')
})

test('100 parallel requests cannot exceed the daily token budget', async (t) => {
  const provider = await startProvider(t, { tokens: ['Yes.'], usage: { input: 100, output: 1000 } })
  const settings = { ...asking(provider), QPR_LIMIT_TOKENS_PER_DAY: '20000' }
  const service = await startService(t, { settings })
  const code = await createCode(service)
  const visitors = await Promise.all(
    Array.from({ length: 100 }, () => openTalk(service, code.short_id)),
  )
  const answers = await Promise.all(visitors.map((visitor) => visitor.say('Hello')))
  const taken = answers.filter(({ status }) => status === 202).length
  const refused = answers.filter(({ status }) => status === 429)
  assert.equal(taken + refused.length, 100)
  // Each uses 1,000 tokens for its answer and some for the question.
  assert.ok(taken >= 8 && taken < 20, `${taken} were taken`)
  assert.equal(refused[0]?.body.code, 'daily_limit_reached')
  assert.match(refused[0].body.detail, /Please come back tomorrow\.$/)
})

test('the unused part of a reservation is available for the next answer', async (t) => {
  const provider = await startProvider(t, { tokens: ['Yes.'], usage: { input: 100, output: 100 } })
  const settings = { ...asking(provider), QPR_LIMIT_TOKENS_PER_DAY: '3000' }
  const service = await startService(t, { settings })
  const visitor = await talkWithNewCode(service)
  for (let n = 0; n < 5; n++) assert.equal((await visitor.ask('Hello')).end.event, 'finish')
  const day = await service.database.db
    .selectFrom('code_days')
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([day.tokens_used, day.tokens_reserved, day.answers], [1000, 0, 5])
})

test('a conversation that is deleted during an answer is charged the whole reservation', async (t) => {
  const provider = await startProvider(t, { fault: { after: 'request', by: 'stall' } })
  const service = await startService(t, { settings: asking(provider) })
  const visitor = await talkWithNewCode(service)
  await visitor.say('Hello')
  await provider.waitFor(1)
  await visitor.forget()
  const day = await service.database.db
    .selectFrom('code_days')
    .select(['tokens_reserved', 'tokens_used', 'answers'])
    .executeTakeFirstOrThrow()
  assert.deepEqual([day.tokens_reserved, day.answers], [0, 1])
  assert.ok(day.tokens_used > 1000, `${day.tokens_used} were charged`)
})

test('an answer has a maximum number of tokens', async (t) => {
  const provider = await startProvider(t)
  const settings = { ...asking(provider), QPR_LIMIT_OUTPUT_TOKENS: '77' }
  const service = await startService(t, { settings })
  await (await talkWithNewCode(service)).ask('Hello')
  assert.equal(provider.requests[0]?.body.max_tokens, 77)
})

test('while the database is unreachable no conversation is opened', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  t.mock.method(service.database, 'transaction', () => Promise.reject(away))
  const path = `/s/${code.short_id}/conversations`
  assert.equal((await service.post(path, undefined, { key: null })).status, 503)
})
