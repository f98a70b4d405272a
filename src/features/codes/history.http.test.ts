import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  type CodeView,
  countRows,
  createCode,
  createKey,
  createOrganization,
} from '../../../test/harness/data/given.ts'
import {
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'

interface Texts {
  prompt: string
  welcome_message: string | null
  suggestions: string[]
  title: string | null
  translations: object
}
interface Version {
  version: number
  fields: string[]
  changed_at: string
  email: string | null
  user_id: string | null
  key_name: string | null
}

const pathOf = (id: string) => `/v1/qpr-codes/${id}`
const change = (service: Service, id: string, fields: object, key = service.key) =>
  service.patch<CodeView>(pathOf(id), fields, { key })
const versionsOf = async (service: Service, id: string) =>
  (await service.get<{ versions: Version[] }>(`${pathOf(id)}/history?limit=100`)).body.versions
const versionOf = async (service: Service, id: string, version: number) =>
  (await service.get<Version & { before: Texts; after: Texts }>(`${pathOf(id)}/history/${version}`))
    .body

test('a change of a text stores the former texts, with the user, the key and the time', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { prompt: 'One.' })
  assert.deepEqual(await versionsOf(service, id), [])
  const editor = await service.keyOf('editor', undefined, 'ana@example.com')
  const { key } = await createKey(service, { name: 'Website' }, editor)
  const { body } = await change(service, id, { prompt: 'Two.', suggestions: ['Why?'] }, key)
  const [first, ...others] = await versionsOf(service, id)
  assert.equal(others.length, 0)
  const { version, fields, changed_at, email, key_name } = first as Version
  assert.deepEqual(
    { version, fields, changed_at, email, key_name },
    {
      version: 1,
      fields: ['prompt', 'suggestions'],
      changed_at: body.updated_at,
      email: 'ana@example.com',
      key_name: 'Website',
    },
  )
  const { before, after } = await versionOf(service, id, 1)
  const unchanged = { welcome_message: null, title: null, translations: {} }
  assert.deepEqual(before, { ...unchanged, prompt: 'One.', suggestions: [] })
  assert.deepEqual(after, { ...unchanged, prompt: 'Two.', suggestions: ['Why?'] })
})

test('the title and the translations have a history too', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { title: 'One' })
  const translations = { fr: { title: 'Deux' } }
  await change(service, id, { title: 'Two', translations })
  const [version] = await versionsOf(service, id)
  assert.deepEqual(version?.fields, ['title', 'translations'])
  const { before, after } = await versionOf(service, id, 1)
  assert.deepEqual([before.title, before.translations], ['One', {}])
  assert.deepEqual([after.title, after.translations], ['Two', translations])
  await service.post(`${pathOf(id)}/history/1/restore`)
  const { body } = await service.get<CodeView>(pathOf(id))
  assert.deepEqual([body.title, body.translations], ['One', {}])
})

test('a change of other fields, and a form that changes nothing, store no version', async (t) => {
  const service = await startOwnService(t)
  const { id } = await createCode(service, { prompt: 'One.', welcome_message: 'Hello.' })
  await change(service, id, { name: 'New', metadata: { a: 1 }, tags: ['bar'], status: 'archived' })
  await change(service, id, { prompt: 'One.', welcome_message: 'Hello.', suggestions: [] })
  assert.equal(await countRows(service, 'code_versions'), 0)
})

test('restoring a version writes its texts again, and is a version itself', async (t) => {
  const service = await startService(t)
  const { id, short_id } = await createCode(service, { prompt: 'One.' })
  await change(service, id, { prompt: 'Two.', welcome_message: 'Hello.' })
  await change(service, id, { prompt: 'Three.' })
  assert.equal((await versionOf(service, id, 1)).after.prompt, 'Two.')
  assert.equal((await versionOf(service, id, 2)).after.prompt, 'Three.')
  const path = `${pathOf(short_id)}/history/1/restore`
  const { status, body } = await service.post<CodeView>(path)
  assert.equal(status, 200)
  assert.equal(body.prompt, 'One.')
  assert.match(body.welcome_message, /Harbour Hotel/)
  const page = await service.get(`/s/${short_id}`, { key: null })
  assert.doesNotMatch(page.text, /Hello\./)
  const versions = await versionsOf(service, id)
  assert.deepEqual(
    versions.map(({ version, fields }) => [version, ...fields]),
    [
      [3, 'prompt', 'welcome_message'],
      [2, 'prompt'],
      [1, 'prompt', 'welcome_message'],
    ],
  )
  await service.post(`${pathOf(id)}/history/3/restore`)
  assert.equal((await service.get<CodeView>(pathOf(id))).body.prompt, 'Three.')
})

test('an unknown version gets 404', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  for (const version of ['1', '999']) {
    const refusal = { status: 404, code: 'version_not_found' }
    assertRefused(await service.get(`${pathOf(id)}/history/${version}`), refusal)
    assertRefused(await service.post(`${pathOf(id)}/history/${version}/restore`), refusal)
  }
  for (const version of ['0', '-1', '1.5', 'x', '9999999999']) {
    assert.equal((await service.get(`${pathOf(id)}/history/${version}`)).status, 422, version)
  }
})

test('a code keeps its last QPR_LIMIT_VERSIONS versions', async (t) => {
  const service = await startService(t, { settings: { QPR_LIMIT_VERSIONS: '3' } })
  const { id } = await createCode(service, { prompt: '0' })
  for (let i = 1; i <= 5; i++) await change(service, id, { prompt: `${i}` })
  assert.deepEqual(
    (await versionsOf(service, id)).map(({ version }) => version),
    [5, 4, 3],
  )
  assert.deepEqual((await versionOf(service, id, 3)).before.prompt, '2')
  await service.delete(pathOf(id))
  assert.equal(await countRows(service, 'code_versions'), 0)
})

test('parallel changes keep every version, and none undoes another field', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { prompt: 'start' })
  await Promise.all(
    Array.from({ length: 6 }, (_, i) => change(service, id, { prompt: `prompt ${i}` })),
  )
  const versions = await versionsOf(service, id)
  assert.deepEqual(
    versions.map(({ version }) => version),
    [6, 5, 4, 3, 2, 1],
  )
  const prompts = await Promise.all(versions.map(({ version }) => versionOf(service, id, version)))
  assert.equal(new Set(prompts.map(({ before }) => before.prompt)).size, 6)
  const fields = [{ welcome_message: 'Hello.' }, { suggestions: ['Why?'] }, { language: 'de' }]
  await Promise.all(fields.map((one) => change(service, id, one)))
  const { body } = await service.get<CodeView>(pathOf(id))
  const { welcome_message, suggestions, language } = body
  assert.deepEqual([{ welcome_message }, { suggestions }, { language }], fields)
})

test('a code that moves takes its history along, without the people of the former organization', async (t) => {
  const service = await startOwnService(t)
  const other = await createOrganization(service)
  const { id } = await createCode(service, { prompt: 'One.' })
  await change(service, id, { prompt: 'Two.' })
  await change(service, id, { organization_id: other.id })
  const [version] = await versionsOf(service, id)
  assert.deepEqual([version?.email, version?.user_id], [null, null])
  await service.post(`${pathOf(id)}/history/1/restore`)
  assert.equal((await service.get<CodeView>(pathOf(id))).body.prompt, 'One.')
  await service.delete(`/v1/organizations/${other.id}`)
  assert.equal(await countRows(service, 'code_versions'), 0)
})
