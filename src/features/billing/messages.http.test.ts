import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { countRows, createCode } from '../../../test/harness/data/given.ts'
import { chooseNotifications } from '../../../test/harness/data/notifications.ts'
import { asking, openTalk, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import {
  choosePlan,
  mailsWritten,
  startLimited,
  usageOf,
} from '../../../test/harness/providers/billing.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { startService } from '../../../test/harness/service/service.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { checkLimits } from './notices.ts'

const owner = 'owner@localhost'

const start = async (t: TestContext, limits: object, settings = {}) => {
  const provider = await startProvider(t, { tokens: ['Yes.'] })
  const limited = await startLimited(t, limits, { ...asking(provider), ...settings })
  return { ...limited, provider }
}

const messages = (maximum: number) => ({ free: { messages_per_month: maximum } })

test('40 parallel messages cannot exceed the monthly limit', async (t) => {
  const { service, provider } = await start(t, messages(10))
  await chooseNotifications(service, { plan_limit: true })
  const code = await createCode(service)
  const visitors = await Promise.all(
    Array.from({ length: 40 }, () => openTalk(service, code.short_id)),
  )
  const said = await Promise.all(visitors.map((visitor) => visitor.say('Hello')))
  const statuses = said.map(({ status }) => status)
  const count = (status: number) => statuses.filter((one) => one === status).length
  assert.deepEqual([count(202), count(402)], [10, 30])
  assert.deepEqual((await usageOf(service)).messages_per_month, { used: 10, maximum: 10 })
  await provider.waitFor(10)
  assert.equal(provider.requests.length, 10)
  assert.deepEqual(await mailsWritten(service), [`limitNear ${owner}`, `limitReached ${owner}`])
})

test('beyond the limit a visitor gets 402 with a sentence, nothing is stored and no model is asked', async (t) => {
  const { service, provider } = await start(t, messages(1))
  const code = await createCode(service)
  await (await openTalk(service, code.short_id)).ask('Hello')
  const visitor = await openTalk(service, code.short_id, { 'Accept-Language': 'de' })
  const rows = await countRows(service, 'messages')
  const refused = await visitor.say('Wann gibt es Frühstück?')
  assert.equal(refused.status, 402)
  const { request_id: _, ...problem } = refused.body as typeof refused.body & {
    request_id: string
  }
  assert.deepEqual(problem, {
    type: 'urn:qpr:problem:plan_limit_reached',
    title: 'Plan limit reached',
    status: 402,
    detail:
      'In diesem Monat können hier keine Fragen mehr beantwortet werden. Bitte kommen Sie nächsten Monat wieder.',
    code: 'plan_limit_reached',
  })
  assert.equal(await countRows(service, 'messages'), rows)
  assert.deepEqual((await visitor.view()).messages, [])
  assert.equal(provider.requests.length, 1)
})

test('the sentence exists in each of the eleven languages, and does not mention plans', async (t) => {
  const { service } = await start(t, messages(0))
  const code = await createCode(service)
  const languages = ['en', 'de', 'es', 'fr', 'pt', 'it', 'pl', 'tr', 'ar', 'zh', 'ja']
  const sentences = new Set<string>()
  for (const language of languages) {
    const visitor = await openTalk(service, code.short_id, { 'Accept-Language': language })
    const { detail } = (await visitor.say('Hello')).body
    assert.doesNotMatch(detail, /plan|piano|forfait|limit|套餐|プラン|خطة/i)
    sentences.add(detail)
  }
  assert.equal(sentences.size, languages.length)
})

test('without JavaScript the page shows the sentence and keeps the text', async (t) => {
  const { service } = await start(t, messages(0))
  const { short_id } = await createCode(service)
  const answer = await service.post(`/s/${short_id}/chat`, undefined, {
    key: null,
    rawBody: new URLSearchParams({ text: 'When is breakfast?' }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
  })
  assert.equal(answer.status, 402)
  assert.match(answer.text, /No more questions can be answered here this month\./)
  assert.match(answer.text, /When is breakfast\?/)
})

test('a resent message is counted once, and recognized beyond the limit too', async (t) => {
  const { service } = await start(t, messages(1))
  const visitor = await talkWithNewCode(service)
  const first = await visitor.say('Hello', { client_id: 'a-1' })
  const again = await visitor.say('Hello', { client_id: 'a-1' })
  assert.deepEqual([again.status, again.body], [202, first.body])
  assert.equal((await usageOf(service)).messages_per_month.used, 1)
})

test('a retry of a failed answer does not count as a message', async (t) => {
  const { service, provider } = await start(t, messages(1))
  provider.answerWith((_, number) => (number === 1 ? { status: 400 } : { tokens: ['Yes.'] }))
  const visitor = await talkWithNewCode(service)
  assert.equal((await visitor.ask('Hello')).end.event, 'error')
  assert.equal((await visitor.post('/retry')).status, 202)
  assert.equal((await usageOf(service)).messages_per_month.used, 1)
})

test('a message that another limit refuses is not counted', async (t) => {
  const { service } = await start(t, messages(5), { QPR_LIMIT_TOKENS_PER_DAY: '10' })
  assert.equal((await (await talkWithNewCode(service)).say('Hello')).status, 429)
  assert.equal((await usageOf(service)).messages_per_month.used, 0)
})

test('members who chose it are notified at 80 %, all owners at 100 %, once each', async (t) => {
  const { service } = await start(t, messages(10))
  await service.keyOf('owner', undefined, 'lena@example.com')
  await service.keyOf('admin', undefined, 'adam@example.com')
  await chooseNotifications(service, { plan_limit: true })
  const visitor = await talkWithNewCode(service)
  for (let n = 1; n <= 7; n++) await visitor.ask('Hello')
  assert.deepEqual(await mailsWritten(service), [])
  await visitor.ask('The eighth')
  const near = [`limitNear ${owner}`]
  assert.deepEqual((await mailsWritten(service)).toSorted(), near.toSorted())
  await visitor.ask('The ninth')
  assert.equal((await mailsWritten(service)).length, 1)
  await visitor.ask('The tenth')
  assert.equal((await visitor.say('The eleventh')).status, 402)
  const reached = [`limitReached ${owner}`, 'limitReached lena@example.com']
  assert.deepEqual((await mailsWritten(service)).toSorted(), [...near, ...reached].toSorted())
})

test('when 80 % and 100 % are the same message, owners get one mail', async (t) => {
  const { service } = await start(t, messages(2))
  const visitor = await talkWithNewCode(service)
  await visitor.ask('One')
  await visitor.ask('Two')
  assert.deepEqual(await mailsWritten(service), [`limitReached ${owner}`])
})

test('the count starts again with the next UTC month, with its own mails', async (t) => {
  const { service, clock } = await start(t, messages(1))
  const code = await createCode(service)
  const say = async () => (await (await openTalk(service, code.short_id)).say('Hello')).status
  assert.deepEqual([await say(), await say()], [202, 402])
  // The last moment of June.
  clock.advance(Date.parse('2099-07-01T00:00:00Z') - clock.now() - 1)
  assert.equal(await say(), 402)
  clock.advance(1)
  assert.equal((await usageOf(service)).messages_per_month.used, 0)
  assert.deepEqual([await say(), await say()], [202, 402])
  assert.deepEqual(await mailsWritten(service), [`limitReached ${owner}`, `limitReached ${owner}`])
})

test('a larger plan takes effect at once, with notices about its own limits', async (t) => {
  const { service } = await start(t, {
    free: { messages_per_month: 1 },
    starter: { messages_per_month: 2 },
  })
  const visitor = await talkWithNewCode(service)
  await visitor.ask('One')
  assert.equal((await visitor.say('Two')).status, 402)
  await choosePlan(service, 'starter')
  await visitor.ask('Two')
  assert.equal((await visitor.say('Three')).status, 402)
  assert.deepEqual(await mailsWritten(service), [
    `limitReached ${owner}`,
    `planChanged ${owner}`,
    `limitReached ${owner}`,
  ])
})

test('a plan without messages refuses all of them, and no mail is sent about it', async (t) => {
  const { service } = await start(t, messages(0))
  const visitor = await talkWithNewCode(service)
  assert.equal((await visitor.say('Hello')).status, 402)
  await checkLimits(service.internals)
  assert.deepEqual(await mailsWritten(service), [])
})

test('without a limit messages are counted, and no notice is sent', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithNewCode(service)
  await visitor.ask('Hello')
  await visitor.ask('Hello again')
  assert.deepEqual((await usageOf(service)).messages_per_month, { used: 2, maximum: null })
  assert.deepEqual(await mailsWritten(service), [])
})

test('owners are notified when a downgrade puts the use above the limit', async (t) => {
  const { service, clock } = await start(t, messages(2))
  await choosePlan(service, 'professional')
  const visitor = await talkWithNewCode(service)
  for (const text of ['One', 'Two', 'Three']) await visitor.ask(text)
  await choosePlan(service, 'free')
  assert.equal((await visitor.say('Four')).status, 402)
  for (let round = 0; round < 3; round++) await checkLimits(service.internals)
  const told = (await mailsWritten(service)).filter((mail) => mail.startsWith('limit'))
  assert.deepEqual(told, [`limitReached ${owner}`])
  clock.advance(20 * dayMs)
  await checkLimits(service.internals)
  assert.equal((await mailsWritten(service)).length, 3)
})
