import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roles } from '#contract/roles.ts'
import { assertInvalid, assertRefused } from '../../../test/harness/checks/refusals.ts'
import {
  createKey,
  createOrganization,
  type Member,
  membersOf,
  memberWith,
  type OrganizationView,
} from '../../../test/harness/data/given.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/shared.ts'
import type { Role } from '../../platform/store/tables.ts'

const lastOwner = { status: 409, code: 'last_owner' }
const notAllowed = { status: 403, code: 'role_not_allowed' }

/** An organization of the first user with another member, and the key of that member. */
const withMember = async (service: Service, role: Role) => {
  const { id } = await createOrganization(service)
  const key = await service.keyOf(role, id, 'ana@example.com')
  const path = `/v1/organizations/${id}/members`
  const address = async (email: string) => `${path}/${(await memberWith(service, id, email)).id}`
  const owner = await address(service.ownerEmail)
  const ana = await address('ana@example.com')
  return { id, key, path, owner, ana }
}

const rolesOf = async (service: Service, id: string) =>
  Object.fromEntries((await membersOf(service, id)).map(({ email, role }) => [email, role]))

test('the member list has exactly the fields of the contract, in the order of joining', async (t) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const { id } = await createOrganization(service)
  clock.advance(1000)
  await service.keyOf('editor', id, 'ana@example.com')
  const { status, body } = await service.get<{ members: Member[] }>(
    `/v1/organizations/${id}/members`,
  )
  assert.equal(status, 200)
  for (const member of body.members) assert.match(member.id, /^mem_[0-9A-HJKMNP-TV-Z]{26}$/)
  const [first, second] = body.members
  assert.deepEqual(body, {
    members: [
      {
        id: first?.id,
        email: service.ownerEmail,
        role: 'owner',
        joined_at: '2026-01-31T12:00:00.000Z',
      },
      {
        id: second?.id,
        email: 'ana@example.com',
        role: 'editor',
        joined_at: '2026-01-31T12:00:01.000Z',
      },
    ],
  })
})

test('an owner can give a member any role', async (t) => {
  const service = await startService(t)
  const { id, ana } = await withMember(service, 'viewer')
  const before = await memberWith(service, id, 'ana@example.com')
  for (const role of roles) {
    const { status, body } = await service.patch<Member>(ana, { role })
    assert.equal(status, 200)
    assert.deepEqual(body, { ...before, role })
    assert.deepEqual(await memberWith(service, id, 'ana@example.com'), body)
  }
})

test('a changed role applies to the next request', async (t) => {
  const service = await startService(t)
  const { id, key, ana } = await withMember(service, 'editor')
  const input = { name: 'a', prompt: 'b', organization_id: id }
  assert.equal((await service.post('/v1/qpr-codes', input, { key })).status, 200)
  await service.patch(ana, { role: 'viewer' })
  assert.equal((await service.post('/v1/qpr-codes', input, { key })).status, 403)
})

test('a removed member disappears from the list and the count, and no longer reaches the organization', async (t) => {
  const service = await startService(t)
  const { id, key, ana } = await withMember(service, 'admin')
  const { status, text } = await service.delete(ana)
  assert.deepEqual([status, text], [204, ''])
  assert.deepEqual(await rolesOf(service, id), { [service.ownerEmail]: 'owner' })
  const { body } = await service.get<OrganizationView>(`/v1/organizations/${id}`)
  assert.equal(body.members_count, 1)
  assert.equal((await service.get(`/v1/organizations/${id}`, { key })).status, 404)
  assert.equal((await service.delete(ana)).status, 404)
})

for (const role of roles) {
  test(`a member can leave: ${role}`, async (t) => {
    const service = await startService(t)
    const { id, key, ana } = await withMember(service, role)
    assert.equal((await service.delete(ana, { key })).status, 204)
    assert.deepEqual(await rolesOf(service, id), { [service.ownerEmail]: 'owner' })
  })
}

test('the last owner cannot be demoted', async (t) => {
  const service = await startService(t)
  const { id, owner } = await withMember(service, 'admin')
  for (const role of ['admin', 'editor', 'viewer']) {
    assertRefused(await service.patch(owner, { role }), lastOwner)
  }
  assert.equal((await service.patch(owner, { role: 'owner' })).status, 200)
  assert.equal((await rolesOf(service, id))[service.ownerEmail], 'owner')
})

test('the last owner cannot leave', async (t) => {
  const service = await startService(t)
  const { id, owner } = await withMember(service, 'admin')
  assertRefused(await service.delete(owner), lastOwner)
  assert.equal((await rolesOf(service, id))[service.ownerEmail], 'owner')
})

test('with a second owner the first one can be demoted, removed or leave', async (t) => {
  const service = await startService(t)
  const demoted = await withMember(service, 'owner')
  assert.equal((await service.patch(demoted.owner, { role: 'viewer' })).status, 200)
  const removed = await withMember(service, 'owner')
  assert.equal((await service.delete(removed.owner, { key: removed.key })).status, 204)
  const left = await withMember(service, 'owner')
  assert.equal((await service.delete(left.owner)).status, 204)
})

const demote = (service: Service, member: string, key: string) =>
  service.patch(member, { role: 'viewer' }, { key })
const remove = (service: Service, member: string, key: string) => service.delete(member, { key })

const races = {
  'remove each other': [remove, remove],
  'demote each other': [demote, demote],
  'remove and demote each other': [remove, demote],
} as const

for (const [name, [first, second]] of Object.entries(races)) {
  test(`when the last two owners ${name} at once, one of them remains`, async (t) => {
    const service = await startService(t)
    for (let round = 0; round < 20; round++) {
      const { id, key, owner, ana } = await withMember(service, 'owner')
      const [one, other] = await Promise.all([
        first(service, ana, service.key),
        second(service, owner, key),
      ])
      const done = [one, other].filter(({ status }) => status < 300)
      assert.equal(done.length, 1, `${one.text} ${other.text}`)
      const asWhom = one.status < 300 ? service.key : key
      const left = await membersOf(service, id, asWhom)
      assert.equal(left.filter(({ role }) => role === 'owner').length, 1)
    }
  })
}

test('when the last two owners leave at once, one of them remains', async (t) => {
  const service = await startService(t)
  for (let round = 0; round < 20; round++) {
    const { key, owner, ana } = await withMember(service, 'owner')
    const answers = await Promise.all([service.delete(owner), service.delete(ana, { key })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
  }
})

test('an admin can neither demote nor remove nor appoint an owner', async (t) => {
  const service = await startService(t)
  const { id, key, owner, ana } = await withMember(service, 'admin')
  await service.keyOf('owner', id, 'second@example.com')
  assertRefused(await service.patch(owner, { role: 'admin' }, { key }), notAllowed)
  assertRefused(await service.delete(owner, { key }), notAllowed)
  assertRefused(await service.patch(ana, { role: 'owner' }, { key }), notAllowed)
  const { [service.ownerEmail]: first, 'ana@example.com': admin } = await rolesOf(service, id)
  assert.deepEqual([first, admin], ['owner', 'admin'])
})

test('an admin can change and remove all other members', async (t) => {
  const service = await startService(t)
  const { id, key, path } = await withMember(service, 'admin')
  for (const role of ['admin', 'editor', 'viewer'] as const) {
    await service.keyOf(role, id, `${role}@example.com`)
    const member = `${path}/${(await memberWith(service, id, `${role}@example.com`)).id}`
    assert.equal((await service.patch(member, { role: 'admin' }, { key })).status, 200)
    assert.equal((await service.delete(member, { key })).status, 204)
  }
})

test('the key of an owner that is restricted to admin cannot change owners', async (t) => {
  const service = await startService(t)
  const { ana } = await withMember(service, 'owner')
  const { key } = await createKey(service, { role: 'admin' })
  assertRefused(await service.delete(ana, { key }), notAllowed)
  assertRefused(await service.patch(ana, { role: 'viewer' }, { key }), notAllowed)
})

test('a user cannot leave or be removed from the default organization of the account', async (t) => {
  const service = await startService(t)
  const id = await service.defaultOrganizationId()
  const key = await service.keyOf('owner', id, 'second@example.com')
  const owner = `/v1/organizations/${id}/members/${(await memberWith(service, id, service.ownerEmail)).id}`
  for (const who of [service.key, key]) {
    const answer = await service.delete(owner, { key: who })
    assertRefused(answer, { status: 409, code: 'default_organization' })
  }
  assert.equal((await rolesOf(service, id))[service.ownerEmail], 'owner')
})

test('an unknown member, or one of another organization, gets 404', async (t) => {
  const service = await startService(t)
  const { path } = await withMember(service, 'editor')
  const elsewhere = (await membersOf(service, await service.defaultOrganizationId()))[0]
  for (const member of ['mem_01JB0000000000000000000000', '%00', 'x', elsewhere?.id]) {
    assert.equal((await service.patch(`${path}/${member}`, { role: 'viewer' })).status, 404)
    assert.equal((await service.delete(`${path}/${member}`)).status, 404)
  }
})

test('an invalid role gets 422 and changes nothing', async (t) => {
  const service = await startService(t)
  const { id, ana } = await withMember(service, 'editor')
  for (const role of [undefined, null, 1, '', 'Owner', 'guest', ['admin'], 'admin\0', '\ud800']) {
    assertInvalid(await service.patch(ana, { role }), 'role')
  }
  assert.equal((await memberWith(service, id, 'ana@example.com')).role, 'editor')
})
