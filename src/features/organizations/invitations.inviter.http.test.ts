import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import {
  createKey,
  createOrganization,
  type Invitation,
  membersOf,
  memberWith,
  type NewKey,
} from '../../../test/harness/data/given.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { signIn } from '../../../test/harness/service/session.ts'
import { hourMs } from '../../platform/kit/clock.ts'
import type { Role } from '../../platform/store/tables.ts'

const ana = 'ana@example.com'
const inviter = 'inviter@example.com'

interface Given {
  service: Service
  clock: ReturnType<typeof fakeClock>
  organizationId: string
  /** The role by which the inviter is a member. */
  key: string
}

const given = async (t: TestContext, role: Role): Promise<Given> => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const { id } = await createOrganization(service)
  return { service, clock, organizationId: id, key: await service.keyOf(role, id, inviter) }
}

const memberPath = async ({ service, organizationId }: Given) => {
  const { id } = await memberWith(service, organizationId, inviter)
  return `/v1/organizations/${organizationId}/members/${id}`
}

const becomes =
  (role: Role) =>
  async (it: Given): Promise<unknown> =>
    assert.equal((await it.service.patch(await memberPath(it), { role })).status, 200)

interface Case {
  /** The role of the inviter, and the granted role. */
  role: Role
  grants: Role
  /** A key of the inviter, to invite with. */
  with?: object
  loses: (it: Given, key: NewKey) => Promise<unknown>
  /** How the invitation becomes valid again, if it does. */
  regains?: (it: Given) => Promise<unknown>
}

const revoke = (it: Given, { id }: NewKey) =>
  it.service.delete(`/v1/api-keys/${id}`, { key: it.key })

const cases: Record<string, Case> = {
  'the inviter is removed': {
    role: 'admin',
    grants: 'viewer',
    loses: async (it) => it.service.delete(await memberPath(it)),
  },
  'the inviter leaves': {
    role: 'admin',
    grants: 'viewer',
    loses: async (it) => it.service.delete(await memberPath(it), { key: it.key }),
  },
  'the inviter becomes an editor': {
    role: 'admin',
    grants: 'viewer',
    loses: becomes('editor'),
    regains: becomes('admin'),
  },
  'the inviter becomes a viewer': { role: 'owner', grants: 'admin', loses: becomes('viewer') },
  'the inviter of an owner becomes an admin': {
    role: 'owner',
    grants: 'owner',
    loses: becomes('admin'),
    regains: becomes('owner'),
  },
  'the key that invited is revoked': { role: 'admin', grants: 'viewer', with: {}, loses: revoke },
  'the key that invited expires': {
    role: 'admin',
    grants: 'viewer',
    with: { expires_at: '2026-01-31T13:00:00Z' },
    loses: async ({ clock }) => clock.advance(hourMs),
  },
}

for (const [name, { role, grants, with: fields, loses, regains }] of Object.entries(cases)) {
  test(`an invitation no longer works once ${name}`, async (t) => {
    const it = await given(t, role)
    const { service, organizationId } = it
    const mailbox = await openMailbox(t, service)
    const key = await createKey(service, fields ?? {}, it.key)
    const path = `/v1/organizations/${organizationId}/members`
    const options = { key: fields ? key.key : it.key }
    const invited = await service.post<Invitation>(path, { email: ana, role: grants }, options)
    assert.equal(invited.status, 200)
    const link = await mailbox.linkTo(ana)
    assert.equal((await service.get(link, { key: null })).status, 200)
    await loses(it, key)
    for (const method of ['GET', 'POST']) {
      assert.equal((await service.request(method, link, { key: null })).status, 410, method)
    }
    const list = `/v1/organizations/${organizationId}/invitations`
    const { body } = await service.get<{ invitations: object[] }>(list)
    assert.deepEqual(body.invitations, [])
    assert.ok(!(await membersOf(service, organizationId)).some(({ email }) => email === ana))
    if (!regains) return
    await regains(it)
    assert.equal((await service.post(link, undefined, { key: null })).status, 303)
  })
}

test('an invitation still works when its inviter signs out, or keeps the permission', async (t) => {
  const it = await given(t, 'owner')
  const { service, organizationId } = it
  const mailbox = await openMailbox(t, service)
  const path = `/v1/organizations/${organizationId}/members`
  await service.post(path, { email: ana, role: 'editor' }, { key: it.key })
  await becomes('admin')(it)
  assert.equal(
    (await service.post(await mailbox.linkTo(ana), undefined, { key: null })).status,
    303,
  )
})

test('another inviter can renew an invitation that no longer works', async (t) => {
  const it = await given(t, 'admin')
  const { service, organizationId } = it
  const mailbox = await openMailbox(t, service)
  const path = `/v1/organizations/${organizationId}/members`
  await service.post(path, { email: ana }, { key: it.key })
  await mailbox.linkTo(ana)
  await service.delete(await memberPath(it))
  it.clock.advance(1000)
  await service.post(path, { email: ana })
  const renewed = await mailbox.linkTo(ana, 2)
  assert.equal((await service.post(renewed, undefined, { key: null })).status, 303)
})

test('an invitation does not sign in to an existing account: its owner signs in, then accepts', async (t) => {
  const { service, organizationId } = await given(t, 'admin')
  const mailbox = await openMailbox(t, service)
  await service.keyOf('viewer', await service.defaultOrganizationId(), ana)
  await service.post(`/v1/organizations/${organizationId}/members`, { email: 'ANA@example.com' })
  const link = await mailbox.linkTo(ana)
  const page = await service.get(link, { key: null, headers: { Accept: 'text/html' } })
  assert.match(page.text, /Sign in as .* to accept/)
  assert.ok(page.text.includes(`/signin?next=${encodeURIComponent(link)}`), page.text)
  assert.doesNotMatch(page.text, /<form/)
  const pressed = await service.post(link, undefined, { key: null })
  assert.equal(pressed.status, 403)
  assert.equal(pressed.body.code, 'sign_in_first')
  assert.deepEqual(pressed.headers.getSetCookie(), [])
  assert.ok(!(await membersOf(service, organizationId)).some(({ email }) => email === ana))
  const Cookie = await signIn(service, ana)
  const accepted = await service.post(link, undefined, { key: null, headers: { Cookie } })
  assert.equal(accepted.status, 303)
  assert.deepEqual(accepted.headers.getSetCookie(), [])
  assert.equal((await memberWith(service, organizationId, ana)).role, 'viewer')
})

test('the link of the sign-in leads back to the invitation', async (t) => {
  const { service, organizationId } = await given(t, 'admin')
  const mailbox = await openMailbox(t, service)
  await service.keyOf('viewer', await service.defaultOrganizationId(), ana)
  await service.post(`/v1/organizations/${organizationId}/members`, { email: ana })
  const link = await mailbox.linkTo(ana)
  const next = `?next=${encodeURIComponent(link)}`
  await service.post(`/signin${next}`, undefined, {
    key: null,
    rawBody: `email=${encodeURIComponent(ana)}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const signInLink = await mailbox.linkTo(ana, 2)
  const { status, headers } = await service.post(signInLink + next, undefined, { key: null })
  assert.deepEqual([status, headers.get('location')], [303, link])
})
