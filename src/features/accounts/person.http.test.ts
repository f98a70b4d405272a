import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ConversationView } from '../../../test/harness/data/conversations.ts'
import {
  countRows,
  createCode,
  createKey,
  createOrganization,
  membersOf,
  memberWith,
} from '../../../test/harness/data/given.ts'
import { firstQuestion } from '../../../test/harness/data/questions.ts'
import { asking, openTalk } from '../../../test/harness/data/talk.ts'
import { startProvider } from '../../../test/harness/providers/provider.ts'
import { type Service, startService } from '../../../test/harness/service/service.ts'
import { signIn } from '../../../test/harness/service/session.ts'
import { startCompany } from './company.fixture.ts'

const ana = 'ana@example.com'

interface Account {
  user: { id: string; display_name: string | null; signs_in_with_company: boolean }
  default_organization_id: string
}

const as = (service: Service, Cookie: string) => ({
  key: null,
  headers: { Cookie, Origin: service.address },
})

/** Ana is signed in, beside the owner of the service. */
const withAna = async (t: TestContext) => {
  const service = await startService(t)
  const here = as(service, await signIn(service, ana))
  const account = (await service.get<Account>('/v1/account', here)).body
  const remove = () => service.delete<Refused>('/v1/account', here)
  return { service, here, account, remove }
}

interface Refused {
  code: string
  organizations?: { id: string; name: string; slug: string }[]
}

test('a name is kept on one line, and null takes it away', async (t) => {
  const { service, here } = await withAna(t)
  const name = async (display_name: unknown) =>
    (await service.patch<Account>('/v1/account', { display_name }, here)).body.user?.display_name
  assert.equal(await name(' Ana\n\u202eof  the\tHarbour '), 'Ana of the Harbour')
  assert.equal(await name('é'.repeat(80)), 'é'.repeat(80))
  assert.equal(await name(null), null)
  for (const bad of ['', ' \n ', 'a'.repeat(81), 7]) {
    const { status } = await service.patch('/v1/account', { display_name: bad }, here)
    assert.equal(status, 422, JSON.stringify(bad))
  }
})

test('a name that visitors cannot see gets 422, and a name in any script is taken', async (t) => {
  const { service, here } = await withAna(t)
  const name = (display_name: string) => service.patch('/v1/account', { display_name }, here)
  const invisible = {
    control: '\u0007\u0085\u009f',
    'zero width': '\u200b\u200c\u200d\u2060\ufeff',
    'soft hyphen': '\u00ad',
    direction: '\u061c\u200e\u200f\u202a\u202e\u2066\u2069',
    spaces: '\u00a0\u1680\u2003\u2028\u202f\u205f\u3000',
    fillers: '\u115f\u1160\u3164\uffa0',
    blanks: '\u2800\u{1d159}',
    tags: '\u{e0041}\u{e007f}',
    'variation selectors': '\ufe0e\ufe0f\u{e0100}',
    'private use': '\ue000\u{f0000}',
    unassigned: '\u0378',
    'accents alone': '\u0301\u0308',
  }
  for (const [kind, text] of Object.entries(invisible)) {
    const { status, body } = await name(text)
    assert.deepEqual([kind, status, body.errors?.[0]?.pointer], [kind, 422, '/display_name'])
  }
  for (const text of ['Ana', '安娜', 'آنا', 'अना', 'A', '7', '👩‍🍳', '\u2800Ana']) {
    assert.equal((await name(text)).status, 200, text)
  }
})

test('visitors see the name of the member who writes, never the address, and no name after its deletion', async (t) => {
  const service = await startService(t)
  const owner = await service.defaultOrganizationId()
  const key = await service.keyOf('editor', owner, ana)
  await service.patch('/v1/account', { display_name: 'Ana' }, { key })
  const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('Is there a sauna?')
  const { last_event_id } = await visitor.view()
  const { id } = await firstQuestion(service)
  await service.post(`/v1/questions/${id}/answer`, { answer: 'Yes, upstairs.' }, { key })
  const stream = await visitor.follow(last_event_id ?? '')
  const [delta, finish] = [await stream.next(), await stream.next()]
  stream.close()
  assert.equal(JSON.parse(delta?.data ?? '').name, 'Ana')
  assert.equal(JSON.parse(finish?.data ?? '').message, 'Ana · a member of the team')
  const lastOf = async () => {
    const view = await visitor.view()
    assert.doesNotMatch(JSON.stringify(view), /example\.com/)
    const { note, name } = view.messages.at(-1) as { note: string; name?: string | null }
    const { body } = await service.get<ConversationView>(
      `/v1/conversations/${view.conversation_id}`,
    )
    assert.deepEqual(
      body.messages.map((message) => message.name),
      [null, null, name],
    )
    return [note, name]
  }
  assert.deepEqual(await lastOf(), ['Ana · a member of the team', 'Ana'])
  const here = as(service, await signIn(service, ana))
  assert.equal((await service.delete('/v1/account', here)).status, 204)
  assert.deepEqual(await lastOf(), ['A member of the team', null])
})

test('a deleted account leaves no session, no key, no default organization', async (t) => {
  const { service, here, account, remove } = await withAna(t)
  const { body } = await service.post<{ key: string }>('/v1/api-keys', { name: 'x' }, here)
  await createCode(service, {}, body.key)
  const answer = await remove()
  assert.equal(answer.status, 204)
  assert.match(answer.headers.getSetCookie()[0] ?? '', /^qpr_session=; Max-Age=0;/)
  assert.equal((await service.get('/v1/account', here)).status, 401)
  assert.equal((await service.get('/v1/account', { key: body.key })).status, 401)
  const organizations = await service.database.db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', account.default_organization_id)
    .execute()
  assert.deepEqual(organizations, [])
  assert.equal(await countRows(service, 'users'), 1)
})

test('an address can have a new account after the deletion of the old one', async (t) => {
  const { service, account, remove } = await withAna(t)
  await remove()
  const again = as(service, await signIn(service, ana))
  const { body } = await service.get<Account>('/v1/account', again)
  assert.notEqual(body.user.id, account.user.id)
})

test('an account leaves organizations that have another owner, with an entry in their log', async (t) => {
  const { service, remove } = await withAna(t)
  const { id } = await createOrganization(service)
  await service.keyOf('owner', id, ana)
  assert.equal((await remove()).status, 204)
  assert.equal((await membersOf(service, id)).length, 1)
  const { body } = await service.get<{ members_count: number }>(`/v1/organizations/${id}`)
  assert.equal(body.members_count, 1)
  const log = await service.get<{ entries: { action: string; target_name: string }[] }>(
    `/v1/organizations/${id}/audit?action=deleteAccount`,
  )
  assert.deepEqual(
    log.body.entries.map(({ target_name }) => target_name),
    [ana],
  )
})

test('the last owner of organizations gets 409 with their names, and nothing is deleted', async (t) => {
  const { service, here, account, remove } = await withAna(t)
  const { body: other } = await service.post<{ id: string; slug: string }>(
    '/v1/organizations',
    { name: 'Harbour Hotels' },
    here,
  )
  await service.keyOf('viewer', account.default_organization_id, 'bob@example.com')
  const { status, body } = await remove()
  assert.deepEqual([status, body.code], [409, 'last_owner'])
  assert.deepEqual(
    body.organizations?.map(({ id }) => id),
    [account.default_organization_id, other.id],
  )
  assert.deepEqual(body.organizations?.[1], {
    id: other.id,
    name: 'Harbour Hotels',
    slug: other.slug,
  })
  assert.equal((await service.get('/v1/account', here)).status, 200)
  // With another owner the default organization stays, without her.
  await service.keyOf('owner', account.default_organization_id, 'eve@example.com')
  await service.delete(`/v1/organizations/${other.id}`, here)
  assert.equal((await remove()).status, 204)
  const key = await service.keyOf('owner', account.default_organization_id, 'eve@example.com')
  assert.equal((await membersOf(service, account.default_organization_id, key)).length, 2)
})

test('of two last owners who delete their accounts at once, one stays', async (t) => {
  const { service, here } = await withAna(t)
  const { body } = await service.post<{ id: string }>(
    '/v1/organizations',
    { name: 'Harbour Hotels' },
    here,
  )
  await service.keyOf('owner', body.id, 'bob@example.com')
  const there = as(service, await signIn(service, 'bob@example.com'))
  const answers = await Promise.all([
    service.delete('/v1/account', here),
    service.delete('/v1/account', there),
  ])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
})

test('a key does not delete the account', async (t) => {
  const { service } = await withAna(t)
  const { status, body } = await service.delete('/v1/account')
  assert.deepEqual([status, body.code], [403, 'session_required'])
})

test('an account is deleted while an answer of its code runs', async (t) => {
  const provider = await startProvider(t)
  const service = await startService(t, { settings: asking(provider) })
  const here = as(service, await signIn(service, ana))
  const { body } = await service.post<{ key: string }>('/v1/api-keys', { name: 'x' }, here)
  const code = await createCode(service, {}, body.key)
  const visitor = await openTalk(service, code.short_id)
  provider.answerWith({ tokens: ['Good', ' day'], fault: { after: 1, by: 'stall' } })
  const stream = await visitor.follow()
  await visitor.say('Hello')
  assert.equal((await stream.next())?.event, 'delta')
  assert.equal((await service.delete('/v1/account', here)).status, 204)
  assert.equal((await stream.next())?.event, 'ended')
  stream.close()
  assert.equal((await service.get(`/c/${visitor.token}`, { key: null })).status, 404)
  assert.equal(await countRows(service, 'users'), 1)
})

test('the export has everything about the person, and nothing about others', async (t) => {
  const { service, here, account } = await withAna(t)
  const { id, slug } = await createOrganization(service)
  const key = await service.keyOf('editor', id, ana)
  await createCode(service, { organization_id: id }, key)
  await createCode(service, { organization_id: id })
  await service.patch('/v1/account', { display_name: 'Ana', email: 'new@example.com' }, here)
  const { status, headers, body } = await service.get<{
    user: { id: string; email: string; display_name: string }
    organizations: { slug: string; role: string }[]
    keys: { name: string }[]
    sessions: unknown[]
    address_changes: { new_email: string }[]
    audit_entries: { action: string; organization_id: string; user_id: string }[]
  }>('/v1/account/export', here)
  assert.equal(status, 200)
  assert.match(headers.get('content-disposition') ?? '', /attachment; filename="account\.json"/)
  assert.deepEqual(
    [body.user.id, body.user.email, body.user.display_name],
    [account.user.id, ana, 'Ana'],
  )
  assert.deepEqual(
    body.organizations.map(({ slug, role }) => [slug, role]),
    [
      ['anas-organization', 'owner'],
      [slug, 'editor'],
    ],
  )
  assert.deepEqual(
    body.keys.map(({ name }) => name),
    ['editor key'],
  )
  assert.equal(body.sessions.length, 1)
  assert.deepEqual(
    body.address_changes.map(({ new_email }) => new_email),
    ['new@example.com'],
  )
  assert.deepEqual(
    body.audit_entries.map(({ action, user_id }) => [action, user_id]),
    [
      ['updateAccount', account.user.id],
      ['createCode', account.user.id],
    ],
  )
})

test('a restricted key gets no export', async (t) => {
  const { service } = await withAna(t)
  const { key } = await createKey(service, { role: 'owner' })
  const { status, body } = await service.get('/v1/account/export', { key })
  assert.deepEqual([status, body.code], [403, 'key_is_narrowed'])
})

test('an account of a company cannot change its address', async (t) => {
  const { service, signIn: signInAs } = await startCompany(
    t,
    { u1: { email: ana, email_verified: true } },
    { QPR_OIDC_DOMAINS: 'example.com', QPR_SIGNUP: 'open' },
  )
  const { Cookie } = await signInAs('u1')
  const here = as(service, Cookie ?? '')
  const { user } = (await service.get<Account>('/v1/account', here)).body
  assert.equal(user.signs_in_with_company, true)
  const { status, body } = await service.patch('/v1/account', { email: 'a@example.org' }, here)
  assert.deepEqual([status, body.code], [409, 'company_account'])
})

test('an unconfirmed account is not joined by the sign-in of a company', async (t) => {
  const { service, signIn: signInAs } = await startCompany(
    t,
    { u1: { email: ana, email_verified: true } },
    { QPR_OIDC_DOMAINS: 'example.com' },
  )
  const { id } = await createOrganization(service)
  const { body } = await service.post<{ invitation_id: string }>(
    `/v1/organizations/${id}/members`,
    { email: ana },
  )
  const link = await service.get<{ url: string }>(
    `/v1/organizations/${id}/invitations/${body.invitation_id}/link`,
  )
  const { pathname } = new URL(link.body.url)
  assert.equal((await service.post(pathname, undefined, { key: null })).status, 303)
  const refused = await signInAs('u1')
  assert.deepEqual([refused.status, refused.Cookie], [403, null])
  assert.match(refused.text, /Nobody has confirmed yet/)
  // By mail she proves the mailbox, and then the company's account is linked.
  await signIn(service, ana)
  assert.equal((await signInAs('u1')).location, '/studio')
  assert.equal((await memberWith(service, id, ana)).role, 'viewer')
})
