import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { assertRefused } from '../../../test/harness/checks/refusals.ts'
import { createOrganization, type Invitation } from '../../../test/harness/data/given.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { fakeClock, startService } from '../../../test/harness/service/shared.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'

const ana = 'ana@example.com'
const page = { key: null, headers: { Accept: 'text/html' } }

const invited = async (t: TestContext, role = 'editor') => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock })
  const mailbox = await openMailbox(t, service)
  const { id } = await createOrganization(service)
  const path = `/v1/organizations/${id}`
  const invite = () => service.post<Invitation>(`${path}/members`, { email: ana, role })
  const { body: invitation } = await invite()
  const resend = (key = service.key) =>
    service.post<Invitation>(`${path}/invitations/${invitation.invitation_id}/resend`, undefined, {
      key,
    })
  return { service, clock, mailbox, id, path, invitation, invite, resend }
}

test('a resent invitation has the same id and role, a new expiry, a new mail', async (t) => {
  const { service, clock, mailbox, invitation, resend } = await invited(t)
  const first = await mailbox.linkTo(ana)
  clock.advance(dayMs)
  const { status, body } = await resend()
  assert.equal(status, 200)
  assert.deepEqual(body, { ...invitation, expires_at: '2026-02-08T12:00:00.000Z' })
  const second = await mailbox.linkTo(ana, 2)
  assert.equal((await service.get(first, page)).status, 410)
  assert.equal((await service.get(second, page)).status, 200)
})

test('an expired invitation that is resent is open again', async (t) => {
  const { service, clock, path, resend } = await invited(t)
  clock.advance(8 * dayMs)
  const listed = async () =>
    (await service.get<{ invitations: Invitation[] }>(`${path}/invitations`)).body.invitations
  assert.deepEqual(await listed(), [])
  assert.equal((await resend()).status, 200)
  assert.equal((await listed()).length, 1)
})

test('an address gets at most ten invitations an hour from one organization, however they are sent', async (t) => {
  const { service, clock, path, invite, resend } = await invited(t)
  for (let mails = 1; mails < 10; mails++) {
    assert.equal((await (mails % 2 ? resend : invite)()).status, 200)
  }
  for (const again of [resend, invite]) {
    const answer = await again()
    assertRefused(answer as unknown as Parameters<typeof assertRefused>[0], {
      status: 429,
      code: 'too_many_mails',
    })
    assert.equal(answer.headers.get('retry-after'), '3600')
  }
  const other = await service.post(`${path}/members`, { email: 'ben@example.com' })
  assert.equal(other.status, 200)
  clock.advance(hourMs)
  assert.equal((await resend()).status, 200)
})

test('an admin cannot resend the invitation of an owner', async (t) => {
  const { service, id, resend } = await invited(t, 'owner')
  const admin = await service.keyOf('admin', id)
  assert.equal((await resend(admin)).status, 403)
  assert.equal((await resend()).status, 200)
})

test('a revoked invitation cannot be resent', async (t) => {
  const { service, path, invitation, resend } = await invited(t)
  await service.delete(`${path}/invitations/${invitation.invitation_id}`)
  const { status } = await resend()
  assert.equal(status, 404)
})
