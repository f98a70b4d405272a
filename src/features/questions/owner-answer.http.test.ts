import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { firstQuestion } from '../../../test/harness/data/questions.ts'
import { asking, openTalk } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const sauna = 'Is there a sauna?'

const answerIt = async (service: Service, answer: string) => {
  const { id } = await firstQuestion(service)
  const { status, text } = await service.post(`/v1/questions/${id}/answer`, { answer })
  assert.equal(status, 200, text)
}

test('the visitor who asked gets the answer of the owner over the event stream, and can resume it', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
  const visitor = await openTalk(service, code.short_id, { 'Accept-Language': 'de' })
  await visitor.ask(sauna)
  const { last_event_id } = await visitor.view()
  const stream = await visitor.follow(last_event_id ?? '')
  await answerIt(service, 'Yes, on the top floor.')
  const delta = await stream.next()
  const finish = await stream.next()
  assert.deepEqual(
    [delta?.event, finish?.event, delta?.id, finish?.id],
    ['delta', 'finish', '2-22', '2-end'],
  )
  const said = JSON.parse(delta?.data ?? '')
  assert.deepEqual([said.text, said.role], ['Yes, on the top floor.', 'owner'])
  assert.equal(JSON.parse(finish?.data ?? '').message, 'Ein Mitglied des Teams')
  stream.close()
  // A reader that had lost the connection in the middle.
  const resumed = await visitor.follow('2-3')
  assert.equal(JSON.parse((await resumed.next())?.data ?? '').text, ', on the top floor.')
  resumed.close()

  const view = await visitor.view()
  const last = view.messages.at(-1)
  assert.deepEqual(
    [last?.role, last?.note, view.last_event_id],
    ['owner', 'Ein Mitglied des Teams', '2-end'],
  )
  // The conversation goes on, and the owner's view has the message too.
  await visitor.ask('When is breakfast?')
  const inbox = await service.get<{ messages: { role: string }[]; messages_count: number }>(
    `/v1/conversations/${visitor.conversation_id}`,
  )
  assert.deepEqual(
    inbox.body.messages.map(({ role }) => role),
    ['visitor', 'assistant', 'owner', 'visitor', 'assistant'],
  )
  assert.equal(inbox.body.messages_count, 5)
})

test('a conversation that has ended gets no message', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask(sauna)
  await visitor.post('/close')
  await answerIt(service, 'Yes.')
  assert.equal((await visitor.view()).messages.length, 2)
})

test('the answer of the owner waits until a running answer is complete', async (t) => {
  const provider = await startProvider(t)
  const service = await startOwnService(t, { settings: asking(provider) })
  const code = await createCode(service)
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask(sauna)
  const { messages } = await visitor.view()
  await service.post('/v1/questions', { message_id: messages[1]?.message_id })
  provider.answerWith({ tokens: ['Wait', ' a moment'], fault: { after: 1, by: 'stall' } })
  const { body } = await visitor.say('And a pool?')
  const stream = await visitor.follow('1-end')
  assert.equal((await stream.next())?.event, 'delta')
  await answerIt(service, 'Yes, on the top floor.')
  const view = await visitor.view()
  assert.deepEqual(
    view.messages.map(({ role }) => role),
    ['visitor', 'assistant', 'visitor', 'assistant', 'owner'],
  )
  assert.match(view.last_event_id ?? '', /^2-\d+$/)
  await visitor.post('/stop')
  const ids: string[] = []
  for (;;) {
    const block = await stream.next()
    const { message_id } = JSON.parse(block?.data ?? '{}')
    if (block?.event === 'finish') ids.push(message_id)
    if (ids.length === 2) break
  }
  assert.deepEqual(ids, [body.message_id, view.messages.at(-1)?.message_id])
  stream.close()
})
