// Calls every operation of the document with generated valid and invalid input.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { createQuestionSource } from '../src/features/knowledge/sources.create.ts'
import { runUnaudited } from '../src/platform/change.ts'
import { inlined, jsonMedia, type OpenApiDocument } from '../src/platform/http/openapi/document.ts'
import { operationsOf } from './harness/checks/document.ts'
import { plantConversation } from './harness/data/conversations.ts'
import { createCode, createKey, createOrganization, type Invitation } from './harness/data/given.ts'
import { bodyFor, idFrom, queryFor } from './harness/data/inputs.ts'
import { plantLeads } from './harness/data/leads.ts'
import { listQuestions, plantQuestions } from './harness/data/questions.ts'
import { openTalk } from './harness/data/talk.ts'
import { closedPort, deliveriesOf, registerWebhook } from './harness/receivers/webhooks.ts'
import { type Service, startService } from './harness/service/service.ts'
import { signIn } from './harness/service/session.ts'

const runs = 300

type Operation = ReturnType<typeof operationsOf>[number]

interface Request {
  path: string
  rawBody: string | Buffer | undefined
  headers: Record<string, string>
}

test('no input causes a server error', async (t) => {
  const settings = { QPR_LIMIT_OPENINGS_PER_MINUTE: '1000000', QPR_LIMIT_KEYS: '10000' }
  const service = await startService(t, { settings })
  const { body: document } = await service.get<OpenApiDocument>('/openapi.json')
  const things = await makeThings(service)
  for (const operation of operationsOf(document)) {
    await t.test(`${operation.name} answers whatever it is sent`, async () => {
      // Only reading leaves them as they are.
      const own = operation.method === 'GET' ? things : await makeThings(service)
      const requests = requestsOf(operation, own)
      await fc.assert(
        // The client of the harness checks every response against the document.
        fc.asyncProperty(requests, async ({ path, rawBody, headers }) => {
          const { method } = operation
          const answer = await service.request(method, path, {
            headers,
            ...(rawBody !== undefined && { rawBody }),
          })
          assert.ok(answer.status < 500, answer.text)
          const isLines = answer.headers.get('content-type')?.startsWith('application/x-ndjson')
          if (!isLines) assert.equal(answer.status === 204, answer.text === '')
        }),
        { numRuns: runs },
      )
    })
  }

  await t.test('and what it took can be read again', async () => {
    const { body } = await service.get<{ organizations: { id: string }[] }>('/v1/organizations')
    for (const { id } of body.organizations) {
      const lists = ['members', 'invitations'].map((list) => `/v1/organizations/${id}/${list}`)
      const pages = ['qpr-codes', 'webhooks', 'events'].map(
        (list) => `/v1/${list}?limit=100&organization_id=${id}`,
      )
      for (const path of [...lists, ...pages, `/v1/organizations/${id}`]) {
        // The key's user may lose a role on the way, but always gets a response.
        const { status } = await service.get(path)
        assert.ok(status === 200 || status === 403, `${path}: ${status}`)
      }
    }
  })
})

/** The existing objects, by the path segment before their ids. */
type Things = Record<string, string[]>

const some = <T>(make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 5 }, (_, index) => make(index)))

/**
 * Objects to find, change and delete. The caller's own key is not among them, because it must stay
 * valid.
 */
const makeThings = async (service: Service): Promise<Things> => {
  const organization = await createOrganization(service)
  const path = `/v1/organizations/${organization.id}`
  const codes = await some(() => createCode(service))
  const conversations = await Promise.all(codes.map((code) => plantConversation(service, code)))
  const visitors = await Promise.all(codes.map((code) => openTalk(service, code.short_id)))
  const within = { organization_id: organization.id }
  const webhooks = await some(() => registerWebhook(service, closedPort, within))
  const { id: qpr_code_id } = await createCode(service, within)
  const templates = await some(() =>
    service.post<{ id: string }>(`${path}/templates`, { qpr_code_id }),
  )
  const sources = await some(() =>
    runUnaudited(service.internals, (change) =>
      createQuestionSource(
        change,
        organization.id,
        { question: 'Is there a sauna?', answer: 'Yes.' },
        null,
      ),
    ),
  )
  await plantQuestions(service, codes[0] ?? { id: '' }, [
    'Is there a sauna?',
    'Where is the garage?',
  ])
  const { questions } = await listQuestions(service, 'outcome=unknown')
  const deliveries = await Promise.all(webhooks.map(({ id }) => deliveriesOf(service, id)))
  const keys = await some(() => createKey(service))
  const invitations = await some((index) =>
    service.post<Invitation>(`${path}/members`, { email: `guest-${index}@example.com` }),
  )
  await plantLeads(service, 5)
  const found = await service.get<{ leads: { id: string }[] }>('/v1/leads')
  const { body: chat } = await service.request<{ targets: { id: string }[] }>(
    'PUT',
    `${path}/chat-targets`,
    {
      body: { targets: [{ kind: 'slack', url: closedPort }] },
    },
  )
  await service.keyOf('viewer', organization.id)
  await some(() => signIn(service, service.config.QPR_OWNER_EMAIL))
  const signedIn = await service.get<{ sessions: { id: string }[] }>('/v1/sessions')
  const { body } = await service.get<{ members: { id: string }[] }>(`${path}/members`)
  return {
    'qpr-codes': codes.flatMap(({ id, short_id }) => [id, short_id.toUpperCase()]),
    qr: codes.flatMap(({ short_id }) => ['png', 'svg', 'pdf'].map((form) => `${short_id}.${form}`)),
    conversations,
    s: codes.map(({ short_id }) => short_id),
    c: visitors.map(({ token }) => token),
    sessions: signedIn.body.sessions.map(({ id }) => id),
    'api-keys': keys.map(({ id }) => id),
    webhooks: webhooks.map(({ id }) => id),
    deliveries: deliveries.flat().map(({ id }) => id),
    organizations: [organization.id, organization.slug],
    members: body.members.map(({ id }) => id),
    invitations: invitations.map((invitation) => invitation.body.invitation_id),
    templates: templates.map((template) => template.body.id),
    history: ['1', '2', '0'],
    leads: found.body.leads.map(({ id }) => id),
    'chat-targets': chat.targets.map(({ id }) => id),
    jobs: ['job_01JB0000000000000000000000'],
    knowledge: sources,
    // Earlier operations may have ended every group.
    questions: [...questions.map(({ id }) => id), 'qst_01JB0000000000000000000000'],
  }
}

const requestsOf = ({ method, path, operation, parameters }: Operation, things: Things) => {
  const schema = operation.requestBody && jsonMedia(inlined(operation.requestBody).content)?.schema
  const rawBody: Arbitrary<Request['rawBody']> =
    method === 'GET'
      ? fc.constant(undefined)
      : fc.option(bodyFor(schema ?? {}), { nil: undefined, freq: 9 })
  const idempotencyKey = fc.constantFrom('a', 'b', '', 'schlüssel', 'x'.repeat(256))
  const headers: Arbitrary<Request['headers']> = fc.option(
    idempotencyKey.map((key) => ({ 'Idempotency-Key': key })),
    { nil: {}, freq: 2 },
  )
  return fc.record<Request>({ path: addressesOf(path, parameters, things), rawBody, headers })
}

const addressesOf = (path: string, parameters: Operation['parameters'], things: Things) => {
  const steps = path.split('/').map((step, index, all): Arbitrary<string> => {
    if (!step.startsWith('{')) return fc.constant(step)
    return idFrom(things[all[index - 1] ?? ''] ?? [], Object.values(things).flat())
  })
  const query = queryFor(parameters.filter((parameter) => parameter.in === 'query'))
  return fc
    .tuple(fc.tuple(...steps), query)
    .map(([parts, search]) => parts.join('/') + (search === '' ? '' : `?${search}`))
}
