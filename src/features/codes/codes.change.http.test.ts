import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Code,
  type CodePage,
  type CodeView,
  countRows,
  createCode,
  createOrganization,
  type Organizations,
  type OrganizationView,
} from '../../../test/harness/data/given.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

const addressOf = ({ id }: Pick<Code, 'id'>) => `/v1/qpr-codes/${id}`

/** The numbers of active, archived and all codes. */
const counts = async (service: Service) => {
  const organization = `/v1/organizations/${await service.defaultOrganizationId()}`
  const [active, archived, all] = await Promise.all([
    service.get<CodePage>('/v1/qpr-codes?status=active'),
    service.get<CodePage>('/v1/qpr-codes?status=archived'),
    service.get<OrganizationView>(organization),
  ])
  return [active.body.total, archived.body.total, all.body.qpr_codes_count]
}

const changes = {
  name: 'Café Zoë',
  prompt: 'You are the barista.',
  welcome_message: 'Good morning.',
  template: 'retail',
  metadata: { floor: 3 },
  suggestions: ['Which beans?'],
  contact: { label: 'Write to us', url: 'mailto:ana@example.com' },
  style: { color: '#102030', margin: 8 },
  model: 'openai:some-model',
  title: 'Coffee and cake',
  translations: { fr: { title: 'Café et gâteaux', suggestions: ['Quels grains ?'] } },
  status: 'archived',
}

const settings = { QPR_AI_MODELS: 'ollama:llama3.2,openai:some-model' }

test('every field can be changed, without changing another', async (t) => {
  const service = await startService(t, { settings })
  for (const [field, value] of Object.entries(changes)) {
    await t.test(field, async () => {
      const code = await createCode(service, {
        welcome_message: 'Hello.',
        metadata: { floor: 2 },
        suggestions: ['When?'],
        contact: { label: 'Call', url: 'tel:+49401' },
        style: { dots: 'dots' },
        model: 'ollama:llama3.2',
        title: 'Coffee',
      })
      const { body: before } = await service.get<CodeView>(addressOf(code))
      const { status, body } = await service.patch<CodeView>(addressOf(code), { [field]: value })
      assert.equal(status, 200)
      assert.deepEqual(body, { ...before, [field]: value, updated_at: body.updated_at })
      assert.deepEqual((await service.get<CodeView>(addressOf(code))).body, body)
    })
  }
})

test('all fields can be changed at once', async (t) => {
  const service = await startService(t, { settings })
  const code = await createCode(service)
  const { body } = await service.patch<CodeView>(addressOf(code), changes)
  assert.deepEqual({ ...body, ...changes }, body)
})

test('a change updates updated_at and keeps created_at', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const code = await createCode(service)
  clock.advance(1500)
  const { body } = await service.patch<CodeView>(addressOf(code), { name: 'New' })
  assert.equal(body.created_at, '2026-01-31T12:00:00.000Z')
  assert.equal(body.updated_at, '2026-01-31T12:00:01.500Z')
})

test('null clears contact, style and model', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, changes)
  const nothing = { contact: null, style: null, model: null }
  const { body } = await service.patch<CodeView>(addressOf(code), nothing)
  assert.deepEqual({ ...body, ...nothing }, body)
})

test('an empty list clears the suggestions, an empty object the metadata', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, changes)
  const { body } = await service.patch<CodeView>(addressOf(code), { suggestions: [], metadata: {} })
  assert.deepEqual([body.suggestions, body.metadata], [[], {}])
})

test('metadata is replaced as a whole', async (t) => {
  const service = await startService(t)
  const code = await createCode(service, { metadata: { a: 1, b: 2 } })
  const { body } = await service.patch<CodeView>(addressOf(code), { metadata: { b: 3 } })
  assert.deepEqual(body.metadata, { b: 3 })
})

test('an archived code can be restored, and every counter follows', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await createCode(service)
  assert.deepEqual(await counts(service), [2, 0, 2])
  await service.patch(addressOf(code), { status: 'archived' })
  assert.deepEqual(await counts(service), [1, 1, 2])
  await service.patch(addressOf(code), { status: 'active' })
  assert.deepEqual(await counts(service), [2, 0, 2])
})

test('archiving a code twice counts once', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  for (let round = 0; round < 2; round++) {
    const { body } = await service.patch<CodeView>(addressOf(code), { status: 'archived' })
    assert.equal(body.status, 'archived')
  }
  assert.deepEqual(await counts(service), [0, 1, 1])
})

test('counters stay correct when ten requests archive a code at once', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const archive = () => service.patch(addressOf(code), { status: 'archived' })
  await Promise.all(Array.from({ length: 10 }, archive))
  assert.deepEqual(await counts(service), [0, 1, 1])
})

test('short id, addresses and scans of a code are read-only', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const fixed = {
    id: 'qpr_other',
    short_id: 'aaaaaaaa',
    scan_url: 'https://elsewhere.example',
    scans_total: 9,
    created_at: '2020-01-01T00:00:00.000Z',
  }
  const { status, body } = await service.patch<CodeView>(addressOf(code), fixed)
  assert.equal(status, 200)
  assert.deepEqual({ ...body, ...code, updated_at: body.updated_at }, body)
})

test('a change causes no qpr_code.created', async (t) => {
  const service = await startOwnService(t)
  const code = await createCode(service)
  await service.patch(addressOf(code), changes)
  assert.equal(await countRows(service, 'events'), 1)
})

test('deleting a code answers 204, and then the code gets 404', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const { status, text } = await service.delete(addressOf(code))
  assert.deepEqual([status, text], [204, ''])
  assert.equal((await service.get(addressOf(code))).status, 404)
  assert.equal((await service.patch(addressOf(code), { name: 'New' })).status, 404)
  assert.equal((await service.delete(addressOf(code))).status, 404)
})

test('a deleted code disappears from the list, the counters and the tables', async (t) => {
  const service = await startOwnService(t)
  const archived = await createCode(service)
  const active = await createCode(service)
  await service.patch(addressOf(archived), { status: 'archived' })
  await service.delete(addressOf(archived))
  assert.deepEqual(await counts(service), [1, 0, 1])
  await service.delete(addressOf(active))
  assert.deepEqual(await counts(service), [0, 0, 0])
  assert.equal(await countRows(service, 'code_contents'), 0)
})

test('counters stay correct when ten requests delete a code at once', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  await createCode(service)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => service.delete(addressOf(code))),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(9).fill(404)])
  assert.deepEqual(await counts(service), [1, 0, 1])
})

test('changing and deleting accept the short id in upper and lower case', async (t) => {
  const service = await startService(t)
  const { short_id } = await createCode(service)
  const address = `/v1/qpr-codes/${short_id.toUpperCase()}`
  assert.equal((await service.patch<CodeView>(address, { name: 'New' })).body.name, 'New')
  assert.equal((await service.delete(address)).status, 204)
})

test('organization_id moves a code, and both counts follow', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const target = await createOrganization(service, { name: 'Elsewhere' })
  const path = `/v1/qpr-codes/${code.id}`
  const moved = await service.patch<CodeView>(path, { organization_id: target.slug })
  assert.equal(moved.status, 200)
  assert.equal(moved.body.organization_id, target.id)
  const { body } = await service.get<Organizations>('/v1/organizations')
  assert.deepEqual(
    body.organizations.map((organization) => organization.qpr_codes_count),
    [0, 1],
  )
})

test('an editor cannot move a code out of an organization', async (t) => {
  const service = await startService(t)
  const code = await createCode(service)
  const editor = await service.keyOf('editor')
  const own = await createOrganization(service, { name: 'Mine' }, editor)
  const path = `/v1/qpr-codes/${code.id}`
  const refused = await service.patch(path, { organization_id: own.id }, { key: editor })
  assert.equal(refused.status, 403)
})
