import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { roles } from '#contract/roles.ts'
import {
  assertInvalid,
  assertRefused,
  badTexts,
  bodyWith,
} from '../../../test/harness/checks/refusals.ts'
import {
  countRows,
  createOrganization,
  type Invitation,
  membersOf,
} from '../../../test/harness/data/given.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { postWithoutTable } from '../../../test/harness/service/fault.ts'
import {
  fakeClock,
  type Service,
  startOwnService,
  startService,
} from '../../../test/harness/service/shared.ts'
import { dayMs } from '../../platform/kit/clock.ts'

const ana = 'ana@example.com'
const notAllowed = { status: 403, code: 'role_not_allowed' }

const start = async (t: TestContext, begin = startService) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await begin(t, { clock })
  const { id } = await createOrganization(service)
  const members = `/v1/organizations/${id}/members`
  const invitations = `/v1/organizations/${id}/invitations`
  const invite = (fields: object, key = service.key) =>
    service.post<Invitation>(members, fields, { key })
  return { service, clock, id, members, invitations, invite }
}

const listed = async (service: Service, address: string) =>
  (await service.get<{ invitations: Invitation[] }>(address)).body.invitations

test('inviting answers 200 with exactly the four fields of the contract, for 7 days', async (t) => {
  const { invite } = await start(t)
  const { status, body } = await invite({ email: ana, role: 'editor' })
  assert.equal(status, 200)
  assert.match(body.invitation_id, /^inv_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.deepEqual(body, {
    invitation_id: body.invitation_id,
    email: ana,
    role: 'editor',
    expires_at: '2026-02-07T12:00:00.000Z',
  })
})

test('the default role of an invitation is viewer', async (t) => {
  const { invite } = await start(t)
  assert.equal((await invite({ email: ana })).body.role, 'viewer')
})

test('an owner can invite with any role', async (t) => {
  const { invite } = await start(t)
  for (const role of roles) {
    assert.equal((await invite({ email: `${role}@example.com`, role })).body.role, role)
  }
})

test('an invited person is not a member before accepting', async (t) => {
  const { service, id, invite } = await start(t)
  await invite({ email: ana })
  assert.equal((await membersOf(service, id)).length, 1)
})

test('inviting a member gets 409, case-insensitively, and sends no mail', async (t) => {
  const { service, id, invite } = await start(t, startOwnService)
  await service.keyOf('viewer', id, 'Ana@Example.com')
  for (const email of [ana, 'ANA@EXAMPLE.COM', 'Ana@Example.com']) {
    const { status, text } = await invite({ email })
    assert.deepEqual([status, JSON.parse(text).code], [409, 'already_member'])
  }
  assert.equal(await countRows(service, 'mails'), 0)
  assert.equal(await countRows(service, 'invitations'), 0)
})

test('inviting again renews the invitation: same id, new role, new expiry, new mail', async (t) => {
  const { service, clock, invitations, invite } = await start(t)
  const mailbox = await openMailbox(t, service)
  const first = (await invite({ email: ana, role: 'viewer' })).body
  clock.advance(dayMs)
  const { status, body } = await invite({ email: 'ANA@Example.com', role: 'admin' })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    invitation_id: first.invitation_id,
    email: 'ANA@Example.com',
    role: 'admin',
    expires_at: '2026-02-08T12:00:00.000Z',
  })
  assert.deepEqual(await listed(service, invitations), [body])
  const links = [await mailbox.linkTo(ana), await mailbox.linkTo(ana, 2)]
  assert.equal(new Set(links).size, 2)
})

test('an expired invitation can be renewed', async (t) => {
  const { service, clock, invitations, invite } = await start(t)
  const first = (await invite({ email: ana })).body
  clock.advance(8 * dayMs)
  const { body } = await invite({ email: ana })
  assert.equal(body.invitation_id, first.invitation_id)
  assert.deepEqual(await listed(service, invitations), [body])
})

test('ten parallel invitations of one address create one invitation', async (t) => {
  const { service, invitations, invite } = await start(t)
  const answers = await Promise.all(Array.from({ length: 10 }, () => invite({ email: ana })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await listed(service, invitations)).length, 1)
})

test('an invitation is not created when its mail cannot be written', async (t) => {
  const { service, members, invitations } = await start(t)
  assert.equal(await postWithoutTable(service, 'mails', members, { email: ana }), 500)
  assert.deepEqual(await listed(service, invitations), [])
})

test('the list shows the open invitations, each as in its response', async (t) => {
  const { service, invitations, invite } = await start(t)
  assert.deepEqual(await listed(service, invitations), [])
  const first = (await invite({ email: ana, role: 'admin' })).body
  const second = (await invite({ email: 'ben@example.com' })).body
  assert.deepEqual(await listed(service, invitations), [first, second])
})

test('an invitation expires after 7 days and leaves the list', async (t) => {
  const { service, clock, invitations, invite } = await start(t)
  await invite({ email: ana })
  clock.advance(7 * dayMs - 1)
  assert.equal((await listed(service, invitations)).length, 1)
  clock.advance(1)
  assert.equal((await listed(service, invitations)).length, 0)
})

test('revoking an invitation answers 204, and then the invitation gets 404', async (t) => {
  const { service, invitations, invite } = await start(t)
  const { body } = await invite({ email: ana })
  const address = `${invitations}/${body.invitation_id}`
  const { status, text } = await service.delete(address)
  assert.deepEqual([status, text], [204, ''])
  assert.deepEqual(await listed(service, invitations), [])
  assertRefused(await service.delete(address), { status: 404, code: 'invitation_not_found' })
})

test('an unknown invitation, or one of another organization, gets 404', async (t) => {
  const { service, invite } = await start(t, startOwnService)
  const { body } = await invite({ email: ana })
  const other = await createOrganization(service, { name: 'Other' })
  for (const id of [body.invitation_id, 'inv_01JB0000000000000000000000', '%00']) {
    const answer = await service.delete(`/v1/organizations/${other.id}/invitations/${id}`)
    assert.equal(answer.status, 404)
  }
  assert.equal(await countRows(service, 'invitations'), 1)
})

test('an admin can invite with every role up to admin, but not as owner', async (t) => {
  const { service, id, invite } = await start(t)
  const admin = await service.keyOf('admin', id)
  for (const role of ['admin', 'editor', 'viewer']) {
    assert.equal((await invite({ email: `${role}-2@example.com`, role }, admin)).status, 200)
  }
  const mails = await countRows(service, 'mails')
  const { status, text } = await invite({ email: ana, role: 'owner' }, admin)
  assert.deepEqual([status, JSON.parse(text).code], [403, 'role_not_allowed'])
  assert.equal(await countRows(service, 'mails'), mails)
})

test('an admin can neither change nor revoke the invitation of an owner', async (t) => {
  const { service, id, members, invitations, invite } = await start(t)
  const { body } = await invite({ email: ana, role: 'owner' })
  const key = await service.keyOf('admin', id)
  assertRefused(await service.post(members, { email: ana, role: 'viewer' }, { key }), notAllowed)
  assertRefused(await service.delete(`${invitations}/${body.invitation_id}`, { key }), notAllowed)
  assert.deepEqual(await listed(service, invitations), [body])
})

const badEmails: Record<string, string> = {
  ...badTexts(254),
  'no @': '"ana.example.com"',
  'two @': '"ana@ben@example.com"',
  'no name': '"@example.com"',
  'no domain': '"ana@"',
  'a space': '"ana maria@example.com"',
  'a line end': '"ana@example.com\\r\\nBcc: ben@example.com"',
  'two addresses': '"ana@example.com,ben@example.com"',
  'a name before it': '"Ana <ana@example.com>"',
  '255 characters': JSON.stringify(`ana@${'a'.repeat(247)}.com`),
}

test('an invalid mail address or role gets 422, and nothing is written or sent', async (t) => {
  const { service, members } = await start(t, startOwnService)
  for (const [name, value] of Object.entries(badEmails)) {
    await t.test(`email: ${name}`, async () => {
      const rawBody = bodyWith('email', value)
      assertInvalid(await service.post(members, undefined, { rawBody }), 'email')
    })
  }
  assertInvalid(await service.post(members, { role: 'viewer' }), 'email')
  for (const role of [null, 1, '', 'Owner', 'guest', ['admin'], 'admin\0', '\ud800']) {
    await t.test(`role: ${JSON.stringify(role)}`, async () => {
      assertInvalid(await service.post(members, { email: ana, role }), 'role')
    })
  }
  assert.equal(await countRows(service, 'invitations'), 0)
  assert.equal(await countRows(service, 'mails'), 0)
})
