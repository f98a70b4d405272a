import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import {
  countRows,
  createCode,
  createKey,
  createOrganization,
  type Invitation,
} from '../../../test/harness/data/given.ts'
import { signIn } from '../../../test/harness/service/session.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { tidy } from '../../service/janitor.ts'
import { invitationLink } from '../organizations/invitations.ts'
import type { AuditEntry } from './audit.ts'

type Entry = Static<typeof AuditEntry>
type Page = { entries: Entry[]; next_cursor?: string | null }

const logOf = async (service: Service, query = '', organizationId?: string) => {
  const id = organizationId ?? (await service.defaultOrganizationId())
  const { status, body, text } = await service.get<Page>(`/v1/organizations/${id}/audit?${query}`)
  assert.equal(status, 200, text)
  return body.entries
}

const actions = (entries: Entry[]) => entries.map(({ action }) => action)

test('an entry has the names of the changed fields and never their values', async (t) => {
  const service = await startOwnService(t)
  const { id } = await createCode(service, { prompt: 'secret-prompt-1' })
  // A form sends all its fields; only the changed ones are noted.
  const changes = { name: 'Bar', prompt: 'secret-prompt-2', metadata: {} }
  await service.patch(`/v1/qpr-codes/${id}`, changes)
  const [entry] = await logOf(service)
  const { action, target_id, target_name, fields, via, email, key_name, browser } = entry as Entry
  assert.deepEqual(
    { action, target_id, target_name, fields, via, email, key_name, browser },
    {
      action: 'updateCode',
      target_id: id,
      target_name: 'Harbour Hotel',
      fields: ['name', 'prompt'],
      via: 'key',
      email: 'owner@localhost',
      key_name: 'First key',
      browser: null,
    },
  )
  const rows = await service.database.db.selectFrom('audit_entries').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(rows), /secret-prompt|127\.0\.0\.1|qpr_sk_/)
})

test('a change in the Studio has the browser and the country of its user, and no address', async (t) => {
  const service = await startOwnService(t, { settings: { QPR_TRUST_PROXY: 'loopback' } })
  const cookie = await signIn(service, 'owner@localhost')
  const headers = {
    Cookie: cookie,
    Origin: service.address,
    'User-Agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'X-Forwarded-For': '185.228.168.9',
  }
  const input = { name: 'a', prompt: 'b' }
  assert.equal((await service.post('/v1/qpr-codes', input, { key: null, headers })).status, 200)
  const [entry] = await logOf(service)
  const { via, browser, key_id, country } = entry as Entry
  assert.deepEqual(
    { via, browser, key_id },
    { via: 'session', browser: 'Firefox on Windows', key_id: null },
  )
  assert.match(country ?? '', /^[A-Z]{2}$/)
  const rows = await service.database.db.selectFrom('audit_entries').selectAll().execute()
  assert.doesNotMatch(JSON.stringify(rows), /185\.228/)
})

test('a refused change, a repeated Idempotency-Key and a dry run leave no entry', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service)
  const count = () => countRows(service, 'audit_entries')
  const before = await count()
  await service.patch(`/v1/qpr-codes/${id}`, { name: '' })
  await service.patch(`/v1/qpr-codes/${id}`, { style: { color: '#ffff00' } })
  await service.delete('/v1/qpr-codes/nowhere0')
  assert.equal(await count(), before)
  const headers = { 'Idempotency-Key': 'once' }
  for (let n = 0; n < 2; n++) {
    await service.post('/v1/qpr-codes', { name: 'a', prompt: 'b' }, { headers })
  }
  assert.equal(await count(), before + 1)
  const url = 'https://example.com/hook'
  const { body } = await service.post<{ id: string }>('/v1/webhooks', { url })
  await service.post(`/v1/webhooks/${body.id}/replay`, {
    since: '2026-01-01T00:00:00Z',
    dry_run: true,
  })
  assert.deepEqual(actions(await logOf(service, 'limit=2')), ['createWebhook', 'createCode'])
})

test('the log filters by actor, action, target and time, page by page', async (t) => {
  const clock = fakeClock('2026-03-01T00:00:00Z')
  const service = await startService(t, { clock })
  const organizationId = await service.defaultOrganizationId()
  const ana = await service.keyOf('editor', undefined, 'ana@example.com')
  const { id } = await createCode(service, { name: 'a', organization_id: organizationId }, ana)
  await createCode(service, { name: 'b' })
  clock.advance(3_600_000)
  await service.patch(`/v1/qpr-codes/${id}`, { name: 'c' })
  const filtered = async (query: string) =>
    (await logOf(service, query)).map(({ action, target_name }) => `${action} ${target_name}`)
  assert.deepEqual(await filtered('actor=Ana@example.com'), ['createCode a'])
  const [mine] = await logOf(service, 'actor=ana@example.com')
  assert.deepEqual(await filtered(`actor=${mine?.user_id}`), ['createCode a'])
  assert.deepEqual(await filtered(`actor=${mine?.key_id}`), ['createCode a'])
  assert.deepEqual(await filtered(`target=${id}`), ['updateCode a', 'createCode a'])
  assert.deepEqual(await filtered('action=createCode'), ['createCode b', 'createCode a'])
  assert.deepEqual(await filtered('since=2026-03-01T00:30:00Z'), ['updateCode a'])
  assert.ok(!(await filtered('until=2026-03-01T00:30:00Z')).includes('updateCode a'))
  const path = `/v1/organizations/${organizationId}/audit?action=createCode&limit=1`
  const { body: first } = await service.get<Page>(`${path}&cursor=`)
  const { body: second } = await service.get<Page>(`${path}&cursor=${first.next_cursor}`)
  assert.deepEqual(
    [...first.entries, ...second.entries].map(({ target_name }) => target_name),
    ['b', 'a'],
  )
  assert.equal(second.next_cursor, null)
})

test('a filter finds an entry behind a thousand others, and the export has all of them', async (t) => {
  const service = await startService(t)
  const { id } = await createCode(service, { name: 'first' })
  const codes = Array.from({ length: 500 }, (_, i) => ({ name: `${i}`, prompt: 'x' }))
  for (let n = 0; n < 2; n++) await service.post('/v1/qpr-codes/bulk', { codes })
  const [entry, ...others] = await logOf(service, `target=${id}`)
  assert.deepEqual([entry?.target_name, others], ['first', []])
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/audit/export`
  const lines = (await service.get(`${path}?format=jsonl`)).text.trimEnd().split('\n')
  assert.equal(new Set(lines.map((line) => (JSON.parse(line) as Entry).id)).size, 1001)
})

test('the export is CSV or JSON Lines, oldest first, with the same filters', async (t) => {
  const service = await startService(t)
  await createCode(service, { name: '=cmd' })
  await createCode(service, { name: 'b' })
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/audit/export`
  const csv = await service.get(`${path}?action=createCode`)
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/)
  assert.match(csv.headers.get('content-disposition') ?? '', /audit\.csv/)
  const [header, first, second] = csv.text.split('\r\n')
  assert.match(header ?? '', /^id,created_at,action,target_id,target_name,fields,via,/)
  assert.match(first ?? '', /,createCode,qpr_\w+,'=cmd,name prompt,key,/)
  assert.match(second ?? '', /,createCode,qpr_\w+,b,/)
  const lines = (await service.get(`${path}?format=jsonl`)).text.trimEnd().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as Entry)
  assert.deepEqual(entries, (await logOf(service)).reverse())
})

test('many codes have one entry each, and a moved code one in both organizations', async (t) => {
  const service = await startService(t)
  const other = await createOrganization(service)
  const codes = ['a', 'b'].map((name) => ({ name, prompt: 'x' }))
  await service.post('/v1/qpr-codes/bulk', { codes })
  const entries = await logOf(service, 'action=createCodes')
  assert.deepEqual(
    entries.map(({ target_name }) => target_name),
    ['b', 'a'],
  )
  const id = entries[0]?.target_id ?? ''
  await service.patch('/v1/qpr-codes/bulk', { ids: [id], tags: { add: ['x'] } })
  await service.patch(`/v1/qpr-codes/${id}`, { organization_id: other.id })
  const here = await logOf(service, `target=${id}`)
  assert.deepEqual(actions(here), ['updateCode', 'updateCodes', 'createCodes'])
  assert.deepEqual(here[1]?.fields, ['tags'])
  assert.deepEqual(here[0]?.fields, ['organization_id'])
  assert.deepEqual(actions(await logOf(service, `target=${id}`, other.id)), ['updateCode'])
})

test('a key is noted in its organization, or in the default organization of its user', async (t) => {
  const service = await startService(t)
  const other = await createOrganization(service)
  const { id } = await createKey(service, { name: 'Here' })
  await createKey(service, { name: 'There', organization_id: other.id })
  await service.delete(`/v1/api-keys/${id}`)
  const [revoked, created] = await logOf(service, `target=${id}`)
  assert.deepEqual([revoked?.action, created?.action], ['revokeApiKey', 'createApiKey'])
  assert.equal(revoked?.target_name, 'Here')
  const [there] = await logOf(service, 'action=createApiKey', other.id)
  assert.equal(there?.target_name, 'There')
})

test('accepting an invitation is an entry of the new member', async (t) => {
  const service = await startService(t)
  const path = `/v1/organizations/${await service.defaultOrganizationId()}/members`
  const { body } = await service.post<Invitation>(path, { email: 'eve@example.com' })
  const link = invitationLink(
    { service: service.internals },
    body.invitation_id,
    Date.parse(body.expires_at),
  )
  await service.post(new URL(link).pathname, undefined, { key: null })
  const [entry] = await logOf(service)
  const { action, email, target_id, via } = entry as Entry
  assert.deepEqual([action, email, via], ['acceptInvitation', 'eve@example.com', 'session'])
  assert.equal(target_id, body.invitation_id)
})

test('an entry names the code by its id, also when the request used its short id', async (t) => {
  const service = await startService(t)
  const { id, short_id } = await createCode(service)
  const path = `/v1/qpr-codes/${short_id}`
  const rawBody =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
  const headers = { 'Content-Type': 'image/svg+xml' }
  await service.request('PUT', `${path}/logo`, { rawBody, headers })
  await service.delete(`${path}/logo`)
  await service.delete(path)
  const entries = await logOf(service, `target=${id}`)
  assert.deepEqual(actions(entries), ['deleteCode', 'deleteLogo', 'putLogo', 'createCode'])
  for (const { target_name } of entries) assert.equal(target_name, 'Harbour Hotel')
})

test('scans write no entry', async (t) => {
  const service = await startService(t)
  const { short_id } = await createCode(service)
  const before = await countRows(service, 'audit_entries')
  await service.get(`/s/${short_id}`, { key: null })
  await service.post(`/s/${short_id}/conversations`, {}, { key: null })
  assert.equal(await countRows(service, 'audit_entries'), before)
})

test('deleting an organization deletes its log; the entry is in the default organization', async (t) => {
  const service = await startService(t)
  const other = await createOrganization(service)
  await createCode(service, { organization_id: other.id })
  await service.delete(`/v1/organizations/${other.id}`)
  const rows = await service.database.db
    .selectFrom('audit_entries')
    .select('organization_id')
    .where('organization_id', '=', other.id)
    .execute()
  assert.deepEqual(rows, [])
  const [entry] = await logOf(service)
  const { action, target_id, target_name } = entry as Entry
  assert.deepEqual([action, target_id, target_name], ['deleteOrganization', other.id, other.name])
})

test('the janitor deletes entries after QPR_AUDIT_RETENTION_DAYS', async (t) => {
  const clock = fakeClock('2026-03-01T00:00:00Z')
  const service = await startService(t, { clock })
  await createCode(service, { name: 'old' })
  clock.advance(366 * 24 * 3_600_000)
  await createCode(service, { name: 'new' })
  await tidy(service.internals, service.config)
  const entries = await logOf(service, 'action=createCode')
  assert.deepEqual(
    entries.map(({ target_name }) => target_name),
    ['new'],
  )
})
