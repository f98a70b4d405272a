import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertInvalid,
  assertRefused,
  badMetadata,
  badTexts,
  bodyWith,
  deepObject,
} from '../../../test/harness/checks/refusals.ts'
import {
  countRows,
  createOrganization,
  type Organization,
  type OrganizationView,
} from '../../../test/harness/data/given.ts'
import { startOwnService, startService } from '../../../test/harness/service/shared.ts'

const wellFormed = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/
const taken = { status: 409, code: 'slug_taken' }

test('the default slug is derived from the name', async (t) => {
  const service = await startService(t)
  const names = {
    'Harbour Hotels': 'harbour-hotels',
    'Café Zoë & Söhne': 'cafe-zoe-sohne',
    '  Ana’s  Bar! ': 'anas-bar',
    'Straße 7': 'strasse-7',
    'Q8!': 'q8',
    'Ö!': 'organization',
  }
  for (const [name, slug] of Object.entries(names)) {
    assert.equal((await createOrganization(service, { name })).slug, slug)
  }
})

test('a derived slug is well-formed for any name', async (t) => {
  const service = await startService(t)
  for (const name of ['北京', '!', 'A', 'a-', `${'long '.repeat(39)}name`, '🏨'.repeat(200)]) {
    assert.match((await createOrganization(service, { name })).slug, wellFormed)
  }
})

test('a derived slug gets a suffix when it is taken', async (t) => {
  const service = await startService(t)
  const first = await createOrganization(service, { name: 'Harbour' })
  const second = await createOrganization(service, { name: 'Harbour' })
  assert.equal(first.slug, 'harbour')
  assert.match(second.slug, /^harbour-.+/)
  const long = { name: 'a'.repeat(63) }
  await createOrganization(service, long)
  assert.match((await createOrganization(service, long)).slug, wellFormed)
})

test('a derived slug is not a reserved word of the Studio', async (t) => {
  const service = await startService(t)
  for (const name of ['Studio', 'Sign in', 'New', 'API']) {
    const { slug } = await createOrganization(service, { name })
    assert.match(slug, /^[a-z-]+-[0-9a-z]{8}$/)
  }
})

test('a given slug is kept, from 2 to 63 characters', async (t) => {
  const service = await startOwnService(t)
  for (const slug of ['ab', '00', 'a-b', 'a--b', 'a'.repeat(63)]) {
    assert.equal((await createOrganization(service, { slug })).slug, slug)
  }
})

test('a given slug that is taken gets 409, also if another user owns it', async (t) => {
  const service = await startOwnService(t)
  await createOrganization(service, { slug: 'harbour' })
  const stranger = await service.keyOf('viewer')
  for (const key of [service.key, stranger]) {
    const before = await countRows(service, 'organizations')
    const answer = await service.post(
      '/v1/organizations',
      { name: 'Other', slug: 'harbour' },
      { key },
    )
    assertRefused(answer, taken)
    assert.equal(await countRows(service, 'organizations'), before)
  }
})

test('one of several parallel creations with the same slug succeeds', async (t) => {
  const service = await startOwnService(t)
  const create = () => service.post('/v1/organizations', { name: 'Harbour', slug: 'harbour' })
  const answers = await Promise.all(Array.from({ length: 8 }, create))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)])
})

test('parallel creations with the same name all succeed, each with its own slug', async (t) => {
  const service = await startService(t)
  const create = () => createOrganization(service, { name: 'Harbour' })
  const created = await Promise.all(Array.from({ length: 8 }, create))
  assert.equal(new Set(created.map(({ slug }) => slug)).size, 8)
})

test('changing to a taken slug gets 409 and changes nothing', async (t) => {
  const service = await startOwnService(t)
  await createOrganization(service, { slug: 'harbour' })
  const { id } = await createOrganization(service, { slug: 'other' })
  const change = { slug: 'harbour', name: 'New' }
  assertRefused(await service.patch(`/v1/organizations/${id}`, change), taken)
  const { body } = await service.get<OrganizationView>(`/v1/organizations/${id}`)
  assert.deepEqual([body.slug, body.name], ['other', 'Harbour Hotels'])
})

test('a released slug is free for another organization', async (t) => {
  const service = await startOwnService(t)
  const { id } = await createOrganization(service, { slug: 'harbour' })
  await service.patch(`/v1/organizations/${id}`, { slug: 'elsewhere' })
  assert.equal((await service.get('/v1/organizations/harbour')).status, 404)
  assert.equal((await createOrganization(service, { slug: 'harbour' })).slug, 'harbour')
})

test('an organization can be changed to its own slug', async (t) => {
  const service = await startOwnService(t)
  const { id } = await createOrganization(service, { slug: 'harbour' })
  assert.equal((await service.patch(`/v1/organizations/${id}`, { slug: 'harbour' })).status, 200)
})

const badFields: Record<string, Record<string, string>> = {
  name: badTexts(200),
  metadata: badMetadata,
  slug: {
    null: 'null',
    'a number': '12',
    empty: '""',
    'one character': '"a"',
    '64 characters': JSON.stringify('a'.repeat(64)),
    capitals: '"Harbour"',
    'a space': '"harbour hotels"',
    'an underscore': '"org_harbour"',
    'an umlaut': '"hafen-süd"',
    'a hyphen first': '"-harbour"',
    'a hyphen last': '"harbour-"',
    'a line end': '"harbour\\n"',
    'a NUL': '"har\\u0000bour"',
    'a lone surrogate': '"har\\ud800bour"',
    'a word of the Studio': '"studio"',
    'another word of the Studio': '"settings"',
    deep: deepObject,
  },
}

test('an invalid field gets 422 on creation and on change, and nothing is written', async (t) => {
  const service = await startService(t)
  const { id } = await createOrganization(service)
  const before = (await service.get<OrganizationView>(`/v1/organizations/${id}`)).body
  const rows = await countRows(service, 'organizations')
  for (const [field, cases] of Object.entries(badFields)) {
    for (const [name, value] of Object.entries(cases)) {
      await t.test(`${field}: ${name}`, async () => {
        const created = { rawBody: bodyWith(field, value, { name: 'Harbour' }) }
        assertInvalid(await service.post('/v1/organizations', undefined, created), field)
        const changed = { rawBody: bodyWith(field, value) }
        assertInvalid(await service.patch(`/v1/organizations/${id}`, undefined, changed), field)
      })
    }
  }
  assertInvalid(await service.post('/v1/organizations', {}), 'name')
  assert.equal(await countRows(service, 'organizations'), rows)
  assert.deepEqual((await service.get<OrganizationView>(`/v1/organizations/${id}`)).body, before)
})

test('a name of 200 emoji is stored', async (t) => {
  const service = await startService(t)
  const name = '🏨'.repeat(200)
  const { body } = await service.post<Organization>('/v1/organizations', { name })
  assert.equal(body.name, name)
})
