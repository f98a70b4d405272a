import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operationsOf, routesIn } from '../../../../test/harness/checks/document.ts'
import { open, plantConversation } from '../../../../test/harness/data/conversations.ts'
import {
  createCode,
  createKey,
  createOrganization,
  memberWith,
} from '../../../../test/harness/data/given.ts'
import { addFile } from '../../../../test/harness/data/knowledge.ts'
import { firstQuestion, plantQuestions } from '../../../../test/harness/data/questions.ts'
import { talkWithNewCode, type Visitor } from '../../../../test/harness/data/talk.ts'
import { closedPort, registerWebhook } from '../../../../test/harness/receivers/webhooks.ts'
import { type Service, startService } from '../../../../test/harness/service/service.ts'
import { createApp } from '../../../service/app.ts'
import { systemClock } from '../../kit/clock.ts'
import { createLog } from '../../kit/log.ts'
import { inlined, jsonMedia, type OpenApiDocument } from './document.ts'
import { mediaExample } from './schema.ts'

const readDocument = async ({ get }: Service) =>
  (await get<OpenApiDocument>('/openapi.json', { key: null })).body

test('every route under /v1 is documented, and every documented route exists', async (t) => {
  const service = await startService(t)
  const { config, database } = service
  const app = await createApp({ config, database, clock: systemClock, log: createLog('silent') })
  const routes = routesIn(app.server.printRoutes({ commonPrefix: false }))
    .filter((route) => route.includes(' /v1') && !route.startsWith('HEAD '))
    .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'))
  await app.close()
  const documented = operationsOf(await readDocument(service))
    .map(({ name }) => name)
    .filter((name) => name.includes(' /v1'))
  assert.ok(routes.length > 15)
  assert.deepEqual(routes.sort(), documented.sort())
})

test('the example of every body is accepted', async (t) => {
  const service = await startService(t)
  const document = await readDocument(service)
  const { schemas = {} } = document.components ?? {}
  const { id } = await createCode(service)
  const takeBodies = operationsOf(document).filter(
    ({ operation }) => operation.requestBody && jsonMedia(inlined(operation.requestBody).content),
  )
  assert.ok(takeBodies.length >= 8)
  // The first example creates the organization that the others use.
  const isFirst = ({ name }: { name: string }) => name === 'POST /v1/organizations'
  const inOrder = [...takeBodies.filter(isFirst), ...takeBodies.filter((one) => !isFirst(one))]
  for (const { name, method, path, operation } of inOrder) {
    const media = operation.requestBody && jsonMedia(inlined(operation.requestBody).content)
    const example = mediaExample(media ?? {}, schemas, 'sent') as object
    // An example can be sent as it is, except for the ids that a request must have.
    assert.ok(!('organization_id' in example), name)
    const body = {
      ...example,
      ...('ids' in example && { ids: [id] }),
      ...('code_ids' in example && { code_ids: [id] }),
      ...('qpr_code_id' in example && { qpr_code_id: id }),
      ...('question_ids' in example && { question_ids: [await otherQuestion(service)] }),
      ...('assignee' in example && { assignee: null }),
      ...(name === 'POST /v1/questions' && { message_id: await answerIn(service, id) }),
      // A template is saved from a code of its organization.
      ...(path.endsWith('/templates') && { qpr_code_id: await codeIn(service, organization) }),
    }
    const real =
      'passage_id' in example ? await correctable(service, body) : await realPath(service, path)
    const { status, text } = await service.request(method, real, { body })
    // Only a model can translate, and this service has none.
    // A browser subscribes with a session.
    const isAccepted = status < 300 || /no_model|session_required/.test(text)
    assert.ok(isAccepted, `${name}: ${text}\n${JSON.stringify(body)}`)
  }
})

test('the examples of the parameters are accepted', async (t) => {
  const service = await startService(t)
  await createOrganization(service, { slug: 'harbour-hotels' })
  const document = await readDocument(service)
  const existing: Record<string, string> = {
    qpr_code_id: (await createCode(service)).id,
    code_ids: await codeIn(service, organization),
  }
  for (const { name, method, path, parameters } of operationsOf(document)) {
    const given = parameters.filter((parameter) => parameter.in === 'query')
    if (given.length === 0) continue
    const query = new URLSearchParams(
      Object.fromEntries(
        given.map((one) => [
          one.name,
          existing[one.name] ?? String(one.example ?? one.schema?.enum?.[0]),
        ]),
      ),
    )
    const real = await realPath(service, path)
    const file = path.endsWith('/files') ? { rawBody: 'A text.' } : {}
    const { status, text } = await service.request(method, `${real}?${query}`, file)
    assert.ok(status < 300, `${name}: ${text}`)
  }
})

/** The organization of the first example. */
const organization = 'harbour-hotels'

const otherQuestion = async (service: Service) => {
  await plantQuestions(service, await createCode(service), ['Which bus goes to the airport?'])
  return (await firstQuestion(service)).id
}

/** The path of the text of a file. The body gets the id of a passage of it. */
const correctable = async (service: Service, body: object) => {
  const { id } = await addFile(service, 'manual.txt', 'The sauna is in the basement.')
  const path = `/v1/knowledge/${id}/text`
  const { passages } = (await service.get<{ passages: { id: string }[] }>(path)).body
  Object.assign(body, { passage_id: passages[0]?.id })
  return path
}

const answerIn = async (service: Service, id: string) => {
  const conversation = await plantConversation(service, { id })
  const { body } = await service.get<{ messages: { id: string }[] }>(
    `/v1/conversations/${conversation}`,
  )
  return body.messages[1]?.id
}

const codeIn = async (service: Service, organization_id: string) =>
  (await createCode(service, { organization_id })).id

/** Questions that are not grouped, because one operation ends a group for the next. */
const unlike: Record<string, string> = {
  '/v1/questions/{id}': 'Where is the garage?',
  '/v1/questions/{id}/answer': 'Is there a sauna?',
}

/** The path with existing ids, so that only the body can be refused. */
const realPath = async (service: Service, path: string): Promise<string> => {
  if (!path.includes('{')) return path
  const [, first, second] = path.split('/')
  if (first === 'c') return path.replace('{token}', await tokenFor(service, path))
  if (first === 's') return path.replace('{short_id}', (await createCode(service)).short_id)
  switch (second) {
    case 'qpr-codes':
      return path.replace('{id}', (await createCode(service)).id)
    case '{file}':
      return path.replace('{file}', `${(await createCode(service)).short_id}.png`)
    case 'knowledge': {
      const question = { kind: 'question', question: 'Is there a sauna?', answer: 'Yes.' }
      const { body } = await service.post<{ id: string }>('/v1/knowledge', question)
      return path.replace('{id}', body.id)
    }
    case 'questions': {
      const asked = unlike[path] ?? 'When is breakfast?'
      await plantQuestions(service, await createCode(service), [asked])
      return path.replace('{id}', (await firstQuestion(service)).id)
    }
    case 'conversations': {
      const id = await plantConversation(service, await createCode(service), open)
      if (path.endsWith('/messages')) await service.post(`/v1/conversations/${id}/take`)
      return path.replace('{id}', id)
    }
    case 'webhooks':
      return path.replace('{id}', (await registerWebhook(service, closedPort)).id)
    case 'api-keys':
      return path.replace('{id}', (await createKey(service)).id)
    case 'organizations': {
      if (path.includes('{template_id}')) {
        const qpr_code_id = await codeIn(service, organization)
        const list = `/v1/organizations/${organization}/templates`
        const { body } = await service.post<{ id: string }>(list, { qpr_code_id })
        return `${list}/${body.id}`
      }
      if (!path.includes('{member_id}')) return path.replace('{id}', organization)
      const { body } = await service.get<{ id: string }>(`/v1/organizations/${organization}`)
      await service.keyOf('viewer', body.id)
      const { id } = await memberWith(service, body.id, 'viewer@example.com')
      return path.replace('{id}', organization).replace('{member_id}', id)
    }
    default:
      throw new Error(`${path}: say here what exists`)
  }
}

/** The form of the example of a lead. */
const lead_form = {
  title: 'Leave us a message',
  fields: [{ key: 'email', label: 'Your e-mail address', type: 'email', required: true }],
  consent: 'You may contact me about my request.',
}

/** A conversation in which the operation of this path is possible. */
const tokenFor = async (service: Service, path: string): Promise<string> => {
  const visitor = await talkWithNewCode(service, { lead_form })
  if (path.endsWith('/retry')) await failAnswer(service, visitor)
  return visitor.token
}

const failAnswer = async (service: Service, visitor: Visitor) => {
  await visitor.ask('When is breakfast?')
  await service.database.transaction(async ({ db }) => {
    await db
      .updateTable('messages')
      .set({ status: 'failed', is_retryable: 1 })
      .where('role', '=', 'assistant')
      .where('conversation_id', '=', visitor.conversation_id)
      .execute()
  })
}
