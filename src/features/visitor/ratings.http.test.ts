import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConversationView } from '../../../test/harness/data/conversations.ts'
import { talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { startService } from '../../../test/harness/service/shared.ts'

test('a conversation without an answer can be rated, and the last rating counts', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithNewCode(service)
  assert.equal((await visitor.post('/rating', { rating: 'down', comment: 'No.' })).status, 204)
  assert.equal((await visitor.post('/rating', { rating: 'up' })).status, 204)
  assert.equal((await visitor.view()).rating, 'up')
  assert.equal((await visitor.post('/rating', { rating: 'sideways' })).status, 422)
})

test('each answer keeps its rating, and the conversation has the worst of them', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithNewCode(service, { prompt: 'Breakfast is at seven.' })
  const rate = async (input: object) =>
    assert.equal((await visitor.post('/rating', input)).status, 204)
  const ratings = async () => {
    const { messages, rating } = await visitor.view()
    const answers = messages.filter(({ role }) => role === 'assistant')
    return { ids: answers.map((one) => one.message_id), each: answers.map((a) => a.rating), rating }
  }
  await visitor.ask('When is breakfast?')
  await rate({ rating: 'up' })
  await visitor.ask('Is there a pool?')
  const { ids } = await ratings()
  await rate({ rating: 'down', message_id: ids[0], comment: 'It is at eight.' })
  // Without an id, the last answer is rated.
  await rate({ rating: 'up', comment: 'Fair.' })
  assert.deepEqual(await ratings(), { ids, each: ['down', 'up'], rating: 'down' })

  const path = `/v1/conversations/${visitor.conversation_id}`
  const { body } = await service.get<ConversationView>(path)
  assert.equal(body.rating, 'down')
  assert.equal(body.rating_comment, 'It is at eight.')
  assert.deepEqual(
    body.messages.map(({ rating, rating_comment }) => [rating, rating_comment]),
    [
      [null, null],
      ['down', 'It is at eight.'],
      [null, null],
      ['up', 'Fair.'],
    ],
  )
  const { total } = (await service.get<{ total: number }>('/v1/conversations?rating=down')).body
  assert.equal(total, 1)

  // The same rating without a comment keeps the comment; another rating drops it.
  await rate({ rating: 'down', message_id: ids[0] })
  assert.equal((await service.get<ConversationView>(path)).body.rating_comment, 'It is at eight.')
  await rate({ rating: 'up', message_id: ids[0] })
  assert.deepEqual((await ratings()).rating, 'up')
  assert.equal((await service.get<ConversationView>(path)).body.rating_comment, 'Fair.')
})

test('an id that is no answer of this conversation gets 422', async (t) => {
  const service = await startService(t)
  const visitor = await talkWithNewCode(service)
  await visitor.ask('Hello')
  const [mine] = (await visitor.view()).messages
  const other = await talkWithNewCode(service)
  await other.ask('Hello')
  const foreign = (await other.view()).messages.at(-1)
  for (const message_id of [mine?.message_id, foreign?.message_id, 'msg_x', '']) {
    const refused = await visitor.post('/rating', { rating: 'down', message_id })
    assert.equal(refused.status, 422, message_id)
  }
  assert.equal((await other.view()).rating, null)
})
