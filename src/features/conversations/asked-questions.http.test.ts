import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { plantConversation, plantConversations } from '../../../test/harness/data/conversations.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { asking, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import type { AnswerSums, TopQuestions } from './asked-questions.ts'

const now = Date.parse('2026-01-31T12:00:00Z')

const topOf = async (service: Service, query = '') => {
  const path = `/v1/analytics/questions?${query}`
  const { status, body, text } = await service.get<Static<typeof TopQuestions>>(path)
  assert.equal(status, 200, text)
  return body
}

const answersOf = async (service: Service, query = '') => {
  const path = `/v1/analytics/answers?${query}`
  const { status, body, text } = await service.get<Static<typeof AnswerSums>>(path)
  assert.equal(status, 200, text)
  return body
}

const start = async (t: Parameters<typeof startService>[0]) =>
  await startService(t, { clock: fakeClock('2026-01-31T12:30:00Z') })

test('the most frequent questions come first, ignoring case, accents and punctuation', async (t) => {
  const service = await start(t)
  const code = await createCode(service)
  const [, , last] = await plantConversations(service, code, [
    { said: ['Wo ist das Café?', 'Dort.'], at: now - 3000 },
    { said: ['wo ist das cafe', 'Dort.', 'Danke!', 'Gern.'], at: now - 2000 },
    { said: ['Wo ist das Café??', 'Dort.', 'Wo ist das Café', 'Dort.'], at: now },
    { said: ['danke', 'Gern.', '?!', 'Ja?'], at: now - 1000 },
    { said: ['Gibt es WLAN?', 'Ja.'], at: now - 4000 },
  ])
  const top = await topOf(service)
  assert.equal(top.messages_read, 8)
  assert.deepEqual(
    top.questions.map(({ question, conversations }) => [question, conversations]),
    [
      ['Wo ist das Café', 3],
      ['Danke!', 2],
      ['Gibt es WLAN?', 1],
    ],
  )
  const [first] = top.questions
  assert.deepEqual(
    [first?.conversation_id, first?.last_asked_at],
    [last, '2026-01-31T12:00:02.000Z'],
  )
  assert.equal((await topOf(service, 'limit=1')).questions.length, 1)
})

test('questions are limited to a code, a period or an organization', async (t) => {
  const service = await start(t)
  const code = await createCode(service)
  const other = await createCode(service)
  const elsewhere = await createOrganization(service)
  const foreign = await createCode(service, { organization_id: elsewhere.id })
  await plantConversation(service, code, { said: ['new'], at: now })
  await plantConversation(service, code, { said: ['old'], at: now - 40 * dayMs })
  await plantConversation(service, other, { said: ['other'], at: now - 1000 })
  await plantConversation(service, foreign, { said: ['foreign'], at: now })
  const asked = async (query: string) =>
    (await topOf(service, query)).questions.map(({ question }) => question)
  assert.deepEqual(await asked(''), ['new', 'other'])
  assert.deepEqual(await asked('period=all'), ['new', 'other', 'old'])
  assert.deepEqual(await asked(`qpr_code_id=${code.short_id}`), ['new'])
  assert.deepEqual(await asked(`organization_id=${elsewhere.slug}`), ['foreign'])
})

test('of very many messages the newest 5,000 are read', async (t) => {
  const service = await start(t)
  const talks = Array.from({ length: 5010 }, (_, index) => ({
    said: [index < 10 ? 'old' : 'new'],
    at: now - 6000 * 1000 + index * 1000,
  }))
  await plantConversations(service, await createCode(service), talks)
  const { messages_read, questions } = await topOf(service, 'period=all')
  assert.equal(messages_read, 5000)
  assert.deepEqual(
    questions.map(({ question, conversations }) => [question, conversations]),
    [['new', 5000]],
  )
})

test('tokens and cost are those of the answers, with an entry for every day', async (t) => {
  const provider = await startProvider(t, { usage: { input: 1000, output: 500 } })
  const clock = fakeClock('2026-01-29T12:00:00Z')
  const settings = { ...asking(provider), QPR_AI_PRICES: 'compatible:fake=2/10' }
  const service = await startService(t, { clock, settings })
  const { code, ask } = await talkWithNewCode(service)
  await ask('Hello')
  clock.advance(2 * dayMs)
  const other = await talkWithNewCode(service)
  await other.ask('Hello')
  await other.ask('Hello again')

  const all = await answersOf(service, 'period=7d')
  assert.deepEqual([all.answers, all.tokens, all.cost], [3, 4500, 0.021])
  assert.equal(all.timeseries.length, 7)
  assert.deepEqual(all.timeseries.slice(-3), [
    { date: '2026-01-29', answers: 1, tokens: 1500, cost: 0.007 },
    { date: '2026-01-30', answers: 0, tokens: 0, cost: 0 },
    { date: '2026-01-31', answers: 2, tokens: 3000, cost: 0.014 },
  ])
  const ofCode = await answersOf(service, `period=all&qpr_code_id=${code.id}`)
  assert.deepEqual([ofCode.answers, ofCode.timeseries.length], [1, 3])
  const elsewhere = await createOrganization(service)
  const none = await answersOf(service, `period=all&organization_id=${elsewhere.id}`)
  assert.deepEqual([none.answers, none.timeseries.length], [0, 1])
})

test('answers are counted by their outcome', async (t) => {
  const service = await startService(t)
  const { code, ask } = await talkWithNewCode(service, { prompt: 'Breakfast is at seven.' })
  await ask('When is breakfast?')
  await ask('Zxqv plmk wrtz?')
  await ask('Wrtz zxqv plmk?')
  const counted = { answered: 1, partly: 0, unknown: 2 }
  assert.deepEqual((await answersOf(service)).outcomes, counted)
  assert.deepEqual((await answersOf(service, `qpr_code_id=${code.id}`)).outcomes, counted)
  const elsewhere = await createOrganization(service)
  const none = await answersOf(service, `organization_id=${elsewhere.id}`)
  assert.deepEqual(none.outcomes, { answered: 0, partly: 0, unknown: 0 })
})

test('drafts are not counted', async (t) => {
  const service = await startService(t)
  await service.post('/v1/qpr-codes/preview-answer', {
    name: 'a',
    prompt: 'b',
    messages: [{ role: 'visitor', text: 'c' }],
  })
  assert.equal((await answersOf(service)).answers, 0)
  assert.deepEqual((await topOf(service)).questions, [])
})
