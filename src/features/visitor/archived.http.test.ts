import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { scanLanguages } from '#contract/languages.ts'
import { assertProblem } from '../../../test/harness/checks/problems.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { firstQuestion } from '../../../test/harness/data/questions.ts'
import { asking, openTalk, readTurn, talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { sentencesIn } from '../conversations/sentences.ts'

const start = async (t: TestContext) => {
  const provider = await startProvider(t, { tokens: ['Yes', '.'] })
  return { provider, service: await startService(t, { settings: asking(provider) }) }
}

const setStatus = (service: Service, id: string, status: 'active' | 'archived') =>
  service.patch(`/v1/qpr-codes/${id}`, { status })

const conversationRow = (service: Service, id: string) =>
  service.database.db
    .selectFrom('conversations')
    .select(['idle_at', 'messages_count', 'turns'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

test('an archived code answers nothing in its open conversations, and renews none', async (t) => {
  const { service, provider } = await start(t)
  const visitor = await talkWithNewCode(service)
  await visitor.ask('Open?')
  provider.answerWith({ status: 500 })
  await visitor.ask('Fails?')
  const silent = await openTalk(service, visitor.code.short_id)
  const asked = provider.requests.length
  const before = await conversationRow(service, visitor.conversation_id)
  await setStatus(service, visitor.code.id, 'archived')

  assertProblem(await visitor.say('Still there?'), 410, 'code_archived')
  assertProblem(await visitor.post('/retry'), 410, 'code_archived')
  assertProblem(await silent.say('A first message'), 410, 'code_archived')
  assert.equal(provider.requests.length, asked)
  assert.deepEqual(await conversationRow(service, visitor.conversation_id), before)

  // The conversation goes on when the owner activates the code again.
  await setStatus(service, visitor.code.id, 'active')
  provider.answerWith({ tokens: ['Again.'] })
  assert.equal((await visitor.ask('And now?')).text, 'Again.')
})

test('a conversation of an archived code can be read, followed, rated, closed and deleted', async (t) => {
  const { service } = await start(t)
  const visitor = await talkWithNewCode(service)
  await visitor.ask('Open?')
  const other = await openTalk(service, visitor.code.short_id)
  await other.ask('Open?')
  await setStatus(service, visitor.code.id, 'archived')
  assert.equal((await visitor.view()).messages.length, 2)
  const stream = await visitor.follow()
  assert.equal((await stream.next())?.event, 'delta')
  stream.close()
  assert.equal((await visitor.post('/rating', { rating: 'down' })).status, 204)
  assert.equal((await visitor.post('/stop')).status, 204)
  assert.equal((await visitor.post('/close')).status, 204)
  assert.equal((await visitor.view()).status, 'ended')
  assertProblem(await visitor.say('Hello?'), 410, 'conversation_ended')
  assert.equal((await other.forget()).status, 204)
  assert.equal((await service.get(other.path(), { key: null })).status, 404)
})

test('an answer that runs while its code is archived ends, and the next message is refused', async (t) => {
  const { service, provider } = await start(t)
  provider.answerWith({ tokens: ['One', ' two'], delayMs: 300 })
  const visitor = await talkWithNewCode(service)
  const said = await visitor.say('Count')
  await setStatus(service, visitor.code.id, 'archived')
  assertProblem(await visitor.say('And three?'), 410, 'code_archived')
  const { text, end } = await readTurn(await visitor.follow(), said.body.message_id)
  assert.deepEqual([text, end.event], ['One two', 'finish'])
  assertProblem(await visitor.say('And three?'), 410, 'code_archived')
})

test('a message that was accepted before its code was archived can be repeated', async (t) => {
  const { service } = await start(t)
  const visitor = await talkWithNewCode(service)
  const client_id = '00000000-0000-4000-8000-000000000001'
  const first = await visitor.say('Open?', { client_id })
  await readTurn(await visitor.follow(), first.body.message_id)
  await setStatus(service, visitor.code.id, 'archived')
  const again = await visitor.say('Open?', { client_id })
  assert.deepEqual([again.status, again.body.message_id], [202, first.body.message_id])
})

test('the visitor reads in each language that the code is no longer in use', async (t) => {
  const { service } = await start(t)
  const code = await createCode(service)
  const visitors = await Promise.all(
    scanLanguages.map((language) =>
      openTalk(service, code.short_id, { 'Accept-Language': language }),
    ),
  )
  await setStatus(service, code.id, 'archived')
  const sentences = new Set<string>()
  for (const [index, language] of scanLanguages.entries()) {
    const { archived } = sentencesIn(language)
    sentences.add(archived)
    const said = await visitors[index]?.say('Hello?')
    assert.equal(said?.body.detail, archived)
    const options = { key: null, headers: { 'Accept-Language': language } }
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'ask', arguments: { question: 'Hello?' } },
    }
    for (const [rest, body] of [
      ['conversations', undefined],
      ['mcp', call],
    ] as const) {
      const path = `/s/${code.short_id}/${rest}`
      const refused = await service.post<{ code: string; detail: string }>(path, body, options)
      const { code: problem, detail } = refused.body
      assert.deepEqual([refused.status, problem, detail], [410, 'code_archived', archived])
    }
  }
  assert.equal(sentences.size, scanLanguages.length)
})

test('without JavaScript a message to an archived code leads to the page that says so', async (t) => {
  const { service } = await start(t)
  const visitor = await talkWithNewCode(service)
  await visitor.ask('Open?')
  await setStatus(service, visitor.code.id, 'archived')
  const response = await fetch(`${service.address}/s/${visitor.code.short_id}/chat`, {
    method: 'POST',
    headers: { Cookie: `qpr_talk=${visitor.token}`, 'Accept-Language': 'de' },
    body: new URLSearchParams({ text: 'Noch da?' }),
  })
  assert.equal(response.status, 410)
  assert.match(await response.text(), /nicht mehr/)
  assert.equal((await visitor.view()).messages.length, 2)
})

test('an answer of the owner is not sent to visitors of an archived code', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithNewCode(service, { prompt: 'Breakfast is at seven.' })
  const question = 'Is there a sauna?'
  await visitor.ask(question)
  const { id } = await firstQuestion(service)
  await setStatus(service, visitor.code.id, 'archived')
  const before = await conversationRow(service, visitor.conversation_id)
  const answer = 'Yes, on the top floor.'
  const answered = await service.post(`/v1/questions/${id}/answer`, { question, answer })
  assert.equal(answered.status, 200, answered.text)
  assert.deepEqual(await conversationRow(service, visitor.conversation_id), before)
})
