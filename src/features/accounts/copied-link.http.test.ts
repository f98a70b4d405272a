import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import {
  countRows,
  createOrganization,
  type Invitation,
  membersOf,
  memberWith,
  type Organizations,
} from '../../../test/harness/data/given.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { openSocket, readAnswer } from '../../../test/harness/service/raw.ts'
import { fakeClock, startService } from '../../../test/harness/service/service.ts'
import { cookieOf, signIn } from '../../../test/harness/service/session.ts'
import { byCommand, runChange } from '../../platform/change.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { findReader } from '../notifications/notifications.store.ts'
import { ownerRecipients, recipientsOf } from '../notifications/notifications.ts'
import { ownersOf } from '../organizations/members.ts'
import { createAuthenticator } from './authenticator.ts'
import { createKey } from './keys.ts'
import { createSignInLink } from './sign-ins.ts'

const ana = 'ana@example.com'

interface Account {
  user: { id: string; email: string; email_confirmed: boolean }
  default_organization_id: string
}

/** An organization with an open invitation for Ana, and the path of its copied link. */
const copied = async (t: TestContext, settings = {}) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings })
  const mailbox = await openMailbox(t, service)
  const { id } = await createOrganization(service)
  const invite = async (organizationId = id, role = 'editor') =>
    (
      await service.post<Invitation>(`/v1/organizations/${organizationId}/members`, {
        email: ana,
        role,
      })
    ).body
  const copy = async ({ invitation_id }: Invitation, organizationId = id) => {
    const path = `/v1/organizations/${organizationId}/invitations/${invitation_id}/link`
    const { status, body, text } = await service.get<{ url: string }>(path)
    assert.equal(status, 200, text)
    return new URL(body.url).pathname
  }
  const invitation = await invite()
  const link = await copy(invitation)
  const open = (path = link, headers = {}) => service.get(path, { key: null, headers })
  const press = (path = link, headers = {}) => service.post(path, undefined, { key: null, headers })
  const as = (Cookie: string) => ({ key: null, headers: { Cookie, Origin: service.address } })
  const accountOf = async (Cookie: string) =>
    (await service.get<Account>('/v1/account', as(Cookie))).body
  const organizationsOf = async (Cookie: string) =>
    (await service.get<Organizations>('/v1/organizations', as(Cookie))).body.organizations
  return {
    ...{ service, clock, mailbox, id, invite, copy, invitation, link },
    ...{ open, press, as, accountOf, organizationsOf },
  }
}

test('a copied link differs from the mailed one, and each read is in the audit log', async (t) => {
  const { service, mailbox, id, invitation, link } = await copied(t)
  assert.notEqual(link, await mailbox.linkTo(ana))
  const { body } = await service.get<{ entries: { target_id: string; target_name: string }[] }>(
    `/v1/organizations/${id}/audit?action=getInvitationLink`,
  )
  assert.deepEqual(
    body.entries.map(({ target_id, target_name }) => [target_id, target_name]),
    [[invitation.invitation_id, ana]],
  )
})

test('an admin cannot copy the link of an invitation that makes an owner', async (t) => {
  const { service, id, invite } = await copied(t)
  const { invitation_id } = await invite(id, 'owner')
  const key = await service.keyOf('admin', id)
  const path = `/v1/organizations/${id}/invitations/${invitation_id}/link`
  const { status, body } = await service.get(path, { key })
  assert.deepEqual([status, body.code], [403, 'role_not_allowed'])
})

test('the link of an expired invitation gets 410', async (t) => {
  const { service, clock, id, invitation, press } = await copied(t)
  clock.advance(7 * dayMs)
  const path = `/v1/organizations/${id}/invitations/${invitation.invitation_id}/link`
  const { status, body } = await service.get(path)
  assert.deepEqual([status, body.code], [410, 'invitation_closed'])
  assert.equal((await press()).status, 410)
})

test('a copied link makes an unconfirmed account that has only this organization', async (t) => {
  const { service, id, press, accountOf, organizationsOf } = await copied(t)
  const Cookie = cookieOf(await press())
  const account = await accountOf(Cookie)
  assert.deepEqual([account.user.email, account.user.email_confirmed], [ana, false])
  assert.equal(account.default_organization_id, id)
  assert.deepEqual(
    (await organizationsOf(Cookie)).map((one) => one.id),
    [id],
  )
  assert.equal((await memberWith(service, id, ana)).role, 'editor')
})

test('one of two parallel presses of a copied link accepts', async (t) => {
  const { service, press } = await copied(t)
  const answers = await Promise.all([press(), press(), press()])
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses.slice(0, 1), [303])
  assert.ok(statuses.slice(1).every((status) => status === 410))
  assert.equal(await countRows(service, 'users'), 2)
})

test('an unconfirmed account neither creates an organization nor changes its address', async (t) => {
  const { service, press, as } = await copied(t)
  const here = as(cookieOf(await press()))
  const answers = [
    await service.post('/v1/organizations', { name: 'Mine' }, here),
    await service.patch('/v1/account', { email: 'me@example.org' }, here),
  ]
  for (const { status, body } of answers) {
    assert.deepEqual([status, body.code], [403, 'address_unconfirmed'])
  }
})

test('an unconfirmed account accepts no other invitation with a copied link', async (t) => {
  const { service, invite, copy, press } = await copied(t)
  const Cookie = cookieOf(await press())
  const { id: other } = await createOrganization(service)
  const second = await copy(await invite(other), other)
  assert.deepEqual((await press(second)).body.code, 'sign_in_first')
  const { status, body } = await press(second, { Cookie })
  assert.deepEqual([status, body.code], [403, 'address_unconfirmed'])
  assert.equal((await membersOf(service, other)).length, 1)
})

test('a confirmed account must sign in before a copied link lets it join', async (t) => {
  const { service, id, link, press } = await copied(t)
  const Cookie = await signIn(service, ana)
  const refused = await press()
  assert.deepEqual([refused.status, refused.body.code], [403, 'sign_in_first'])
  assert.deepEqual(refused.headers.getSetCookie(), [])
  assert.equal((await membersOf(service, id)).length, 1)
  assert.equal((await press(link, { Cookie })).status, 303)
  assert.equal((await memberWith(service, id, ana)).role, 'editor')
})

test('the page of a copied link is the same whether the address has an account or not', async (t) => {
  const { service, open } = await copied(t)
  const before = (await open()).text
  await signIn(service, ana)
  assert.equal((await open()).text, before)
})

test('when the holder of the mailbox signs in, sessions and keys of the impostor end', async (t) => {
  const { service, id, press, as, accountOf, organizationsOf } = await copied(t)
  const impostor = as(cookieOf(await press()))
  const { body } = await service.post<{ key: string }>('/v1/api-keys', { name: 'x' }, impostor)
  assert.equal((await service.get('/v1/account', { key: body.key })).status, 200)
  const Cookie = await signIn(service, ana)
  assert.equal((await service.get('/v1/account', impostor)).status, 401)
  assert.equal((await service.get('/v1/account', { key: body.key })).status, 401)
  const account = await accountOf(Cookie)
  assert.equal(account.user.email_confirmed, true)
  // Her own organization is new, so nobody else can be in it.
  assert.notEqual(account.default_organization_id, id)
  assert.deepEqual((await organizationsOf(Cookie)).map((one) => one.id).sort(), [
    id,
    account.default_organization_id,
  ])
  assert.equal((await membersOf(service, id)).length, 2)
})

test('an impostor who deletes the account leaves the links in the mailbox valid', async (t) => {
  const { service, press, as } = await copied(t)
  const impostor = as(cookieOf(await press()))
  const waiting = await service.runOwnChange((change) => createSignInLink(change, ana))
  assert.equal((await service.delete('/v1/account', impostor)).status, 204)
  const used = await service.post(new URL(waiting).pathname, undefined, { key: null })
  assert.equal(used.status, 303)
})

test('a member who confirms the address during the removal keeps the account', async (t) => {
  const { service, id, press, accountOf } = await copied(t)
  await press()
  const { id: memberId } = await memberWith(service, id, ana)
  const link = await service.runOwnChange((change) => createSignInLink(change, ana))
  const [removed, confirmed] = await Promise.all([
    service.delete(`/v1/organizations/${id}/members/${memberId}`),
    service.post(new URL(link).pathname, undefined, { key: null }),
  ])
  assert.deepEqual([removed.status, confirmed.status], [204, 303])
  const account = await accountOf(cookieOf(confirmed))
  assert.equal(account.user.email_confirmed, true)
  assert.deepEqual(
    (await membersOf(service, id)).filter(({ email }) => email === ana),
    [],
  )
})

test('a request that the impostor began before, and ends after, makes no key', async (t) => {
  const { service, press, as } = await copied(t)
  const Cookie = cookieOf(await press())
  const body = '{"name":"Late"}'
  const lines = [
    'POST /v1/api-keys HTTP/1.1',
    ...[`Host: ${new URL(service.address).host}`, `Origin: ${service.address}`],
    ...[`Cookie: ${Cookie}`, 'Content-Type: application/json', 'Connection: close'],
    `Content-Length: ${body.length}`,
  ]
  const socket = await openSocket(service.address)
  const begun = once(service.httpServer, 'request')
  const answer = readAnswer(socket)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await begun
  assert.equal((await service.get('/v1/account', as(Cookie))).status, 200)
  await signIn(service, ana)
  socket.write(body)
  const { status, text } = await answer
  assert.deepEqual([status, JSON.parse(text).code], [401, 'session_ended'])
})

test('a key that waits for the confirmation to end is not made', async (t) => {
  const { service, press } = await copied(t)
  const Cookie = cookieOf(await press())
  const [, token = ''] = Cookie.split('=')
  const actor = await createAuthenticator(service.internals).bySession(token)
  assert.ok(actor)
  await signIn(service, ana)
  const late = runChange(service.internals, actor, byCommand('createApiKey', actor), (change) =>
    createKey(change, { name: 'Late' }),
  )
  await assert.rejects(late, { status: 401, code: 'session_ended' })
})

test('no mail about the organization goes to an unconfirmed address', async (t) => {
  const { service, id, invite, copy, press, as } = await copied(t)
  const link = await copy(await invite(id, 'owner'))
  const here = as(cookieOf(await press(link)))
  const wanted = { summary: 'daily', bad_rating: true, unanswered_question: true }
  const chosen = await service.patch(`/v1/organizations/${id}/notifications`, wanted, here)
  assert.equal(chosen.status, 200)
  const member = await memberWith(service, id, ana)
  const addressesOf = async () => {
    const { db } = service.database
    const mailed = [
      ...(await recipientsOf({ db }, id, 'unanswered_question')),
      ...(await ownerRecipients({ db }, id)),
      ...(await ownersOf(db, id)),
    ]
    const reader = await findReader(db, member.id)
    return [...mailed.map(({ email }) => email), reader?.email].filter((email) => email === ana)
  }
  assert.deepEqual(await addressesOf(), [])
  await signIn(service, ana)
  assert.deepEqual(await addressesOf(), [ana, ana, ana, ana])
})

test('an invitation does not name an unconfirmed address as its sender', async (t) => {
  const { service, mailbox, id, invite, copy, press, as } = await copied(t)
  const here = as(cookieOf(await press(await copy(await invite(id, 'admin')))))
  const inviteBob = async (options: ReturnType<typeof as>) =>
    await service.post(`/v1/organizations/${id}/members`, { email: 'bob@example.com' }, options)
  assert.equal((await inviteBob(here)).status, 200)
  const { subject, text } = await mailbox.mailTo('bob@example.com')
  assert.match(subject ?? '', /^You are invited to /)
  assert.doesNotMatch(text ?? '', /ana@/)
  assert.equal((await inviteBob(as(await signIn(service, ana)))).status, 200)
  assert.match(
    (await mailbox.mailTo('bob@example.com', 2)).subject ?? '',
    /^ana@example\.com invites/,
  )
})

test('two links that confirm at once make one organization', async (t) => {
  const { service, press, organizationsOf } = await copied(t)
  await press()
  const cookies = await Promise.all([signIn(service, ana), signIn(service, ana)])
  const inForce = []
  for (const cookie of cookies) {
    if (
      (await service.get('/v1/account', { key: null, headers: { Cookie: cookie } })).status === 200
    )
      inForce.push(cookie)
  }
  // The one that confirms ends what was open before it.
  assert.ok(inForce.length >= 1)
  assert.equal((await organizationsOf(inForce[0] ?? '')).length, 2)
})

test('a mailed invitation confirms the address of an unconfirmed account', async (t) => {
  const { service, mailbox, id, invite, press, as, accountOf, organizationsOf } = await copied(t)
  const impostor = as(cookieOf(await press()))
  const { id: other } = await createOrganization(service)
  await invite(other)
  const answer = await press(await mailbox.linkTo(ana, 2))
  assert.equal(answer.status, 303)
  const Cookie = cookieOf(answer)
  assert.equal((await accountOf(Cookie)).user.email_confirmed, true)
  assert.equal((await organizationsOf(Cookie)).length, 3)
  assert.equal((await service.get('/v1/account', impostor)).status, 401)
  assert.ok(id)
})

test('a removed unconfirmed account is deleted, and the address can be invited again', async (t) => {
  const { service, id, invite, copy, press, as } = await copied(t)
  const here = as(cookieOf(await press()))
  const { id: member } = await memberWith(service, id, ana)
  assert.equal((await service.delete(`/v1/organizations/${id}/members/${member}`)).status, 204)
  assert.equal((await service.get('/v1/account', here)).status, 401)
  assert.equal(await countRows(service, 'users'), 1)
  assert.equal((await press(await copy(await invite()))).status, 303)
  assert.equal((await membersOf(service, id)).length, 2)
})

test('an organization is deleted with its unconfirmed accounts', async (t) => {
  const { service, id, press, as } = await copied(t)
  const here = as(cookieOf(await press()))
  assert.equal((await service.delete(`/v1/organizations/${id}`)).status, 204)
  assert.equal((await service.get('/v1/account', here)).status, 401)
  assert.equal(await countRows(service, 'users'), 1)
})

test('the export of an unconfirmed account has no invitations of the mailbox', async (t) => {
  const { service, invite, press, as } = await copied(t)
  const impostor = as(cookieOf(await press()))
  const { id: other } = await createOrganization(service)
  await invite(other)
  const before = await service.get<{ invitations: unknown[] }>('/v1/account/export', impostor)
  assert.deepEqual(before.body.invitations, [])
  const here = as(await signIn(service, ana))
  const after = await service.get<{ invitations: unknown[] }>('/v1/account/export', here)
  assert.equal(after.body.invitations.length, 1)
})
