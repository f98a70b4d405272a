import { plantConversation } from '../data/conversations.ts'
import { createCode } from '../data/given.ts'
import { listQuestions, plantQuestions } from '../data/questions.ts'
import type { Service } from './service.ts'

const document = 'The safe of Tove Lindqvist opens with 4711.'

/** Sources, search, and questions without an answer, with valid and invalid input. */
export const callKnowledge = async (service: Service) => {
  const { body: source } = await service.post<{ id: string }>('/v1/knowledge', {
    kind: 'question',
    question: 'Who has a safe?',
    answer: document,
  })
  await service.post('/v1/knowledge', { kind: 'question', question: document })
  const { body: file } = await service.post<{ id: string }>(
    '/v1/knowledge/files?name=safe.txt',
    undefined,
    { rawBody: document, headers: { 'Content-Type': 'application/octet-stream' } },
  )
  for (const text of [document, 4711]) {
    await service.request('PUT', `/v1/knowledge/${file.id}/text`, {
      body: { passage_id: 'psg_01JB0000000000000000000000', text },
    })
  }
  await service.get('/v1/knowledge')
  await service.get('/v1/knowledge/search?q=safe')
  await service.get(`/v1/knowledge/${source.id}`)
  await service.get(`/v1/knowledge/${source.id}/text`)
  await service.patch(`/v1/knowledge/${source.id}`, { title: 'Safe' })
  await service.post(`/v1/knowledge/${source.id}/refresh`)
  await service.delete(`/v1/knowledge/${source.id}`)
  await callQuestions(service)
  return [document]
}

const callQuestions = async (service: Service) => {
  const code = await createCode(service)
  await plantQuestions(service, code, ['Is there a sauna?', 'Where is the garage?'])
  const { questions } = await listQuestions(service, 'outcome=unknown')
  const [first, second] = questions
  await service.get(`/v1/questions/${first?.id}`)
  await service.patch(`/v1/questions/${first?.id}`, { status: 'dismissed' })
  await service.post(`/v1/questions/${first?.id}/merge`, { question_ids: [second?.id] })
  await service.post(`/v1/questions/${first?.id}/answer`, { answer: document })
  const conversation = await plantConversation(service, code)
  const { body } = await service.get<{ messages: { id: string }[] }>(
    `/v1/conversations/${conversation}`,
  )
  await service.post('/v1/questions', { message_id: body.messages[1]?.id })
}
