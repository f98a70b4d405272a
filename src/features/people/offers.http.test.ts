import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { switchOn, viewOf } from '../../../test/harness/data/people.ts'
import { asking, openTalk } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { connectTo } from '../../../test/harness/service/assistant.ts'
import { startOwnService } from '../../../test/harness/service/shared.ts'
import { claimsByLanguage } from '../answers/claims.fixture.ts'
import { peopleSentencesIn } from '../conversations/people.sentences.ts'

interface Answered {
  answer: string
  conversation: string
  handling: string
}

const unknown = ['I do not know.', '<answer-report>{"outcome":"unknown"}</answer-report>']
const known = ['At seven.', '<answer-report>{"outcome":"answered"}</answer-report>']

const start = async (t: TestContext, { isOn = true } = {}) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, {
    settings: { ...asking(provider), QPR_LIMIT_MESSAGES_PER_MINUTE: '1000' },
  })
  if (isOn) await switchOn(service)
  const code = await createCode(service)
  const open = (language: string) =>
    openTalk(service, code.short_id, { 'Accept-Language': language })
  return { provider, service, code, open }
}

const endOf = async (turn: Promise<{ end: { event: string; data: string } }>) => {
  const { end } = await turn
  const { offer = null, notice = null } = JSON.parse(end.data)
  return { event: end.event, offer, notice }
}

test('a claim of the model is corrected at the end of the answer, in every language', async (t) => {
  const { provider, open } = await start(t)
  for (const [language, claims] of Object.entries(claimsByLanguage)) {
    const visitor = await open(language)
    for (const claim of claims) {
      provider.answerWith({ tokens: [...(claim.match(/.{1,7}/gsu) ?? []), known[1] ?? ''] })
      const end = await endOf(visitor.ask('?'))
      const notice = peopleSentencesIn(language).notTold
      assert.deepEqual(end, { event: 'finish', offer: 'handoff', notice }, claim)
    }
    const view = await viewOf(visitor)
    assert.equal(view.messages.at(-1)?.note, peopleSentencesIn(language).notTold)
    assert.deepEqual([view.handling, view.offer], ['assistant', 'handoff'])
  }
})

test('with hand-off off a claim gets the truth and no offer', async (t) => {
  const { provider, open } = await start(t, { isOn: false })
  const visitor = await open('en')
  provider.answerWith({ tokens: ['I have informed a colleague.'] })
  const end = await endOf(visitor.ask('Help!'))
  assert.deepEqual([end.offer, end.notice], [null, 'Nobody has been told yet.'])
})

test('two answers that did not know it offer a person, and one does not', async (t) => {
  const { provider, open } = await start(t)
  const visitor = await open('en')
  provider.answerWith({ tokens: unknown })
  assert.equal((await endOf(visitor.ask('Sauna?'))).offer, null)
  assert.equal((await viewOf(visitor)).offer, null)
  assert.equal((await endOf(visitor.ask('Pool?'))).offer, 'handoff')
  assert.equal((await viewOf(visitor)).offer, 'handoff')
  provider.answerWith({ tokens: known })
  assert.equal((await endOf(visitor.ask('Breakfast?'))).offer, null)
  assert.equal((await viewOf(visitor)).offer, null)
})

test('a thumbs-down offers a person at once, and on the next finish', async (t) => {
  const { provider, open } = await start(t)
  const visitor = await open('en')
  provider.answerWith({ tokens: known })
  await visitor.ask('Breakfast?')
  await visitor.post('/rating', { rating: 'down' })
  assert.equal((await viewOf(visitor)).offer, 'handoff')
  await visitor.post('/rating', { rating: 'up' })
  assert.equal((await viewOf(visitor)).offer, null)
  await visitor.post('/rating', { rating: 'down' })
  assert.equal((await endOf(visitor.ask('Lunch?'))).offer, 'handoff')
  assert.equal((await endOf(visitor.ask('Dinner?'))).offer, null)
})

test('a visitor who asks for a person gets the offer with the answer', async (t) => {
  const { provider, open } = await start(t)
  provider.answerWith({ tokens: known })
  for (const [language, text] of [
    ['en', 'Can I talk to a human?'],
    ['ar', 'أريد التحدث مع شخص'],
    ['ja', '担当者につないでください'],
  ] as const) {
    const visitor = await open(language)
    assert.equal((await endOf(visitor.ask(text))).offer, 'handoff', text)
  }
})

test('the assistant of a visitor learns that a person answers, instead of waiting', async (t) => {
  const { provider, service, code } = await start(t)
  provider.answerWith({ tokens: known })
  const { ask } = await connectTo(t, `${service.address}/s/${code.short_id}/mcp`, null)
  const first = await ask<Answered>('ask', { question: 'Breakfast?' })
  const { conversation } = first
  await service.post(`/c/${conversation}/handoff`, undefined, { key: null })
  const asked = provider.requests.length
  const second = await ask<Answered>('ask', { question: 'Are you there?', conversation })
  assert.equal(second.handling, 'waiting')
  assert.match(second.answer, /asked to join/)
  assert.equal(provider.requests.length, asked)
})

test('an assistant whose message to a person is the last of a conversation learns that it has ended', async (t) => {
  const service = await startOwnService(t, { settings: { QPR_LIMIT_MESSAGES: '3' } })
  await switchOn(service)
  const code = await createCode(service)
  const { ask } = await connectTo(t, `${service.address}/s/${code.short_id}/mcp`, null)
  const { conversation } = await ask<Answered>('ask', { question: 'Breakfast?' })
  await service.post(`/c/${conversation}/handoff`, undefined, { key: null })
  const last = await ask<Answered & { ended: boolean }>('ask', { question: 'Hello?', conversation })
  assert.deepEqual([last.ended, last.handling], [true, 'assistant'])
  assert.match(last.answer, /ended/)
})
