import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { type CodeView, createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { startService } from '../../../test/harness/service/shared.ts'

interface Template {
  id: string
  title: string
  template: string
  example: Record<string, unknown>
  created_at: string
  updated_at: string
}

const fields = {
  name: 'Table 7',
  prompt: 'You are the waiter. Wi-Fi: [your Wi-Fi name].',
  template: 'hospitality',
  welcome_message: 'Good evening.',
  suggestions: ['What is vegan?'],
  contact: { label: 'Call us', url: 'tel:+4940123456' },
  style: { color: '#1f5a37', dots: 'rounded' },
  language: 'de',
  metadata: { room: 'garden' },
}

test('a code is saved as a template, from which other codes are created', async (t) => {
  const service = await startService(t)
  const organizationId = await service.defaultOrganizationId()
  const path = `/v1/organizations/${organizationId}/templates`
  const code = await createCode(service, fields)

  const saved = await service.post<Template>(path, { qpr_code_id: code.short_id })
  assert.equal(saved.status, 201, saved.text)
  assert.match(saved.body.id, /^tpl_/)
  assert.equal(saved.body.title, 'Table 7')
  const named = await service.post<Template>(path, { qpr_code_id: code.id, title: 'Our tables' })
  assert.equal(named.body.title, 'Our tables')

  // The template keeps what it copied, also when the code changes or is deleted.
  await service.patch(`/v1/qpr-codes/${code.id}`, { prompt: 'Something else.' })
  await service.delete(`/v1/qpr-codes/${code.id}`)
  const { body } = await service.get<Template>(`${path}/${saved.body.id}`)
  assert.deepEqual(body, saved.body)
  const kept = Object.keys(fields).map((name) => [name, body.example[name]])
  assert.deepEqual(Object.fromEntries(kept), fields)
  const made = await service.post<{ id: string }>('/v1/qpr-codes', {
    ...body.example,
    name: 'Table 8',
  })
  assert.equal(made.status, 200, made.text)
  const copy = (await service.get<CodeView>(`/v1/qpr-codes/${made.body.id}`)).body
  assert.equal(copy.prompt, fields.prompt)

  const renamed = await service.patch<Template>(`${path}/${saved.body.id}`, { title: 'Terrace' })
  assert.deepEqual([renamed.status, renamed.body.title], [200, 'Terrace'])
  const listed = await service.get<{ templates: Template[] }>(path)
  assert.deepEqual(
    listed.body.templates.map((one) => [one.title, one.template, 'example' in one]),
    [
      ['Terrace', 'hospitality', false],
      ['Our tables', 'hospitality', false],
    ],
  )
  assert.equal((await service.delete(`${path}/${saved.body.id}`)).status, 204)
  const gone = { status: 404, code: 'template_not_found' }
  assertRefused(await service.get(`${path}/${saved.body.id}`), gone)
  assertRefused(await service.delete(`${path}/${saved.body.id}`), gone)
  assertRefused(await service.patch(`${path}/${saved.body.id}`, { title: 'x' }), gone)
})

test('a template stays in its organization', async (t) => {
  const service = await startService(t)
  const here = `/v1/organizations/${await service.defaultOrganizationId()}/templates`
  const other = await createOrganization(service)
  const there = `/v1/organizations/${other.slug}/templates`
  const code = await createCode(service, { ...fields, organization_id: other.id })
  const { body } = await service.post<Template>(there, { qpr_code_id: code.id })

  assertRefused(await service.get(`${here}/${body.id}`), {
    status: 404,
    code: 'template_not_found',
  })
  // Saving a code here shows it to the members here, so it must be a code of this organization.
  const refused = await service.post(here, { qpr_code_id: code.id })
  assertRefused(refused, { status: 404, code: 'code_not_found' })
  assert.equal((await service.delete(`/v1/organizations/${other.id}`)).status, 204)
  assertRefused(await service.get(there), { status: 404, code: 'organization_not_found' })
})
