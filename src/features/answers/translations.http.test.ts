import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { asking } from '../../../test/harness/data/talk.ts'
import { type Asked, startProvider } from '../../../test/harness/providers/provider.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const path = '/v1/qpr-codes/translate'
const texts = {
  title: 'Harbour Hotel',
  welcome_message: 'Welcome!',
  suggestions: ['When is breakfast?', 'Where is the pool?'],
}
const french = {
  title: 'Hôtel du Port',
  welcome_message: 'Bienvenue !',
  suggestions: ['À quelle heure est le petit déjeuner ?', 'Où est la piscine ?'],
}

interface Proposed {
  translations: Record<string, object>
  failed: { language: string; code: string; message: string }[]
}

const wantsFrench = ({ body }: Asked) => JSON.stringify(body).includes('into French')

const used = async ({ database }: Service) =>
  await database.db
    .selectFrom('code_days')
    .select(['code_id', 'tokens_used', 'tokens_reserved'])
    .execute()

test('the model proposes texts for each language, and one failure keeps the others', async (t) => {
  const provider = await startProvider(t, (asked) =>
    wantsFrench(asked)
      ? {
          tokens: ['Here you are:\n```json\n', JSON.stringify(french), '\n```'],
          usage: { input: 100, output: 40 },
        }
      : { tokens: ['Sorry, I cannot.'], usage: { input: 90, output: 10 } },
  )
  const service = await startOwnService(t, { settings: asking(provider) })
  const code = await createCode(service)
  const answer = await service.post<Proposed>(path, { ...texts, languages: ['fr', 'ar'] })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.body, {
    translations: { fr: french },
    failed: [
      {
        language: 'ar',
        code: 'model_unreadable',
        message: 'The model did not translate into Arabic. Try again.',
      },
    ],
  })
  const [first] = await provider.waitFor(2)
  assert.ok(JSON.stringify(first?.body).includes('When is breakfast?'))
  // Nothing is saved but the tokens.
  const detail = await service.get<{ translations: object }>(`/v1/qpr-codes/${code.id}`)
  assert.deepEqual(detail.body.translations, {})
  const organizationId = await service.defaultOrganizationId()
  assert.deepEqual(await used(service), [
    { code_id: `drafts ${organizationId}`, tokens_used: 240, tokens_reserved: 0 },
  ])
})

test('the tokens of drafts are deleted with their organization, and no others', async (t) => {
  const provider = await startProvider(t, { tokens: [JSON.stringify(french)] })
  const service = await startOwnService(t, { settings: asking(provider) })
  const gone = await createOrganization(service)
  await service.post(path, { ...texts, languages: ['fr'], organization_id: gone.id })
  await service.post(path, { ...texts, languages: ['fr'] })
  assert.equal((await used(service)).length, 2)
  assert.equal((await service.delete(`/v1/organizations/${gone.id}`)).status, 204)
  await eventually(async () =>
    assert.deepEqual(
      (await used(service)).map(({ code_id }) => code_id),
      [`drafts ${await service.defaultOrganizationId()}`],
    ),
  )
})

test('a proposal keeps only texts that a code may have, and one without any is a failure', async (t) => {
  const odd = { title: 'a'.repeat(201), welcome_message: 7, suggestions: ['Où ?', '', null], x: 1 }
  const provider = await startProvider(t, (asked) => ({
    tokens: [JSON.stringify(wantsFrench(asked) ? odd : { x: 1 })],
  }))
  const service = await startOwnService(t, { settings: asking(provider) })
  const { body } = await service.post<Proposed>(path, { ...texts, languages: ['fr', 'ar'] })
  const message = 'The model did not translate into Arabic. Try again.'
  assert.deepEqual(body, {
    translations: { fr: { suggestions: ['Où ?'] } },
    failed: [{ language: 'ar', code: 'model_unreadable', message }],
  })
})

test('a provider that fails is reported for each language', async (t) => {
  const provider = await startProvider(t, { status: 429, message: 'slow down' })
  const service = await startOwnService(t, { settings: asking(provider) })
  const { body } = await service.post<Proposed>(path, { ...texts, languages: ['fr', 'de'] })
  assert.deepEqual(body.translations, {})
  assert.deepEqual(
    body.failed.map(({ language, code }) => [language, code]),
    [
      ['fr', 'model_busy'],
      ['de', 'model_busy'],
    ],
  )
})

test('without a model the answer says so', async (t) => {
  const service = await startService(t)
  const refused = await service.post(path, { ...texts, languages: ['fr'] })
  assertRefused(refused, { status: 409, code: 'no_model' })
  assert.match(refused.body.detail, /^No model is configured/)
})

test('a repeated request with the same key asks the model once', async (t) => {
  const provider = await startProvider(t, { tokens: [JSON.stringify(french)] })
  const service = await startOwnService(t, { settings: asking(provider) })
  const send = () =>
    service.post<Proposed>(
      path,
      { ...texts, languages: ['fr'] },
      { headers: { 'Idempotency-Key': 'once' } },
    )
  const first = await send()
  assert.deepEqual((await send()).body, first.body)
  assert.equal(provider.requests.length, 1)
})

test('the budget of the day bounds translations', async (t) => {
  const provider = await startProvider(t, { tokens: [JSON.stringify(french)] })
  const settings = { ...asking(provider), QPR_LIMIT_TOKENS_PER_DAY: '1000' }
  const service = await startOwnService(t, { settings })
  const languages = ['fr', 'de', 'es', 'it', 'pl', 'tr', 'ja']
  const refused = await service.post(path, { ...texts, languages })
  assertRefused(refused, { status: 429, code: 'daily_limit_reached' })
  assert.equal(provider.requests.length, 0)
})

test('invalid requests get 422, and other organizations 404', async (t) => {
  const service = await startService(t)
  const send = (body: object, key = service.key) => service.post(path, body, { key })
  assertInvalid(await send({ ...texts, languages: [] }), 'languages')
  assertInvalid(await send({ ...texts, languages: ['sw'] }), 'languages')
  assertInvalid(await send({ ...texts, languages: ['fr', 'fr'] }), 'languages')
  assertInvalid(await send({ ...texts, title: '', languages: ['fr'] }), 'title')
  assert.equal((await send({ languages: ['fr'] })).status, 422)
  const { id } = await createOrganization(service)
  const key = await service.keyOf('editor')
  const body = { ...texts, languages: ['fr'], organization_id: id }
  assert.equal((await send(body, key)).status, 404)
})
