import assert from 'node:assert/strict'
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
import { fakeClock, startService } from '../../../test/harness/service/service.ts'
import { cookieOf, signIn } from '../../../test/harness/service/session.ts'
import { dayMs } from '../../platform/kit/clock.ts'

const ana = 'ana@example.com'
const browser = { Accept: 'text/html' }

/** An organization with an open invitation for Ana, and the path of the link in her mail. */
const invited = async (t: TestContext, settings = {}) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings })
  const mailbox = await openMailbox(t, service)
  const { id } = await createOrganization(service)
  const invite = async (email = ana, role = 'editor') =>
    (await service.post<Invitation>(`/v1/organizations/${id}/members`, { email, role })).body
  const invitation = await invite()
  const link = await mailbox.linkTo(ana)
  const open = (path = link, headers = {}) => service.get(path, { key: null, headers })
  const press = (path = link, headers = {}) => service.post(path, undefined, { key: null, headers })
  return { service, clock, mailbox, id, invite, invitation, link, open, press }
}

test('opening the link shows a page with a button and accepts nothing', async (t) => {
  const { service, id, open } = await invited(t)
  for (let round = 0; round < 2; round++) {
    const { status, headers, text } = await open()
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<form method="post">\s*<button>Accept the invitation<\/button>/)
    assert.match(text, /Harbour Hotels/)
    assert.match(text, /ana@example\.com/)
    // No session: only the cookie that shows that the browser accepts cookies.
    assert.deepEqual(headers.getSetCookie(), ['qpr_cookies=on; Path=/; HttpOnly; SameSite=Lax'])
  }
  assert.equal((await membersOf(service, id)).length, 1)
})

test('pressing the button accepts: a member with the role, a session, no open invitation', async (t) => {
  const { service, id, press } = await invited(t)
  const { status, headers } = await press()
  assert.equal(status, 303)
  assert.equal(headers.get('location'), '/studio')
  const [cookie = ''] = headers.getSetCookie()
  assert.match(cookie, /^qpr_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.equal((await memberWith(service, id, ana)).role, 'editor')
  assert.equal(await countRows(service, 'invitations'), 0)
})

test('over https the cookie is bound to the host and never sent unencrypted', async (t) => {
  const { press } = await invited(t, { QPR_BASE_URL: 'https://qpr.example' })
  const [cookie = ''] = (await press()).headers.getSetCookie()
  assert.match(cookie, /^__Host-qpr_session=/)
  assert.match(cookie, /; Secure$/)
})

test('an invitation is accepted once: the second time gets 410', async (t) => {
  const { service, id, open, press } = await invited(t)
  assert.equal((await press()).status, 303)
  assert.equal((await press()).status, 410)
  assert.equal((await open()).status, 410)
  assert.equal((await membersOf(service, id)).length, 2)
})

test('one of two parallel presses accepts', async (t) => {
  const { service, id, press } = await invited(t)
  const answers = await Promise.all([press(), press(), press(), press()])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410, 410, 410])
  assert.equal((await membersOf(service, id)).length, 2)
})

test('after a renewal the older link gets 410 and the newer one works', async (t) => {
  const { service, clock, mailbox, id, invite, link, open, press } = await invited(t)
  clock.advance(1000)
  await invite(ana, 'viewer')
  const newer = await mailbox.linkTo(ana, 2)
  assert.equal((await open(link)).status, 410)
  assert.equal((await press(link)).status, 410)
  assert.equal((await press(newer)).status, 303)
  assert.equal((await memberWith(service, id, ana)).role, 'viewer')
})

test('an expired invitation gets 410', async (t) => {
  const { clock, open, press } = await invited(t)
  clock.advance(7 * dayMs)
  assert.equal((await open()).status, 410)
  assert.equal((await press()).status, 410)
})

test('a revoked invitation gets 410', async (t) => {
  const { service, id, invitation, open, press } = await invited(t)
  await service.delete(`/v1/organizations/${id}/invitations/${invitation.invitation_id}`)
  assert.equal((await open()).status, 410)
  assert.equal((await press()).status, 410)
})

test('a modified link gets 410', async (t) => {
  const { service, id, invitation, link, press } = await invited(t)
  const others = ['/invitations/x', `/invitations/${invitation.invitation_id}`, `${link}x`]
  for (const path of [...others, link.slice(0, -1), '/invitations/inv_%F0%9F%8F%A8.x']) {
    assert.equal((await press(path)).status, 410, path)
  }
  assert.equal((await press('/invitations/%00.x')).status, 404)
  assert.equal((await membersOf(service, id)).length, 1)
})

test('a user who is signed in with another address is refused with a message, and nothing is accepted', async (t) => {
  const { service, id, link, open, press } = await invited(t)
  const Cookie = await signIn(service, 'owner@localhost')
  const page = await open(link, { Cookie })
  assert.match(page.text, /for ana@example\.com, and you are signed in as owner@localhost/)
  assert.doesNotMatch(page.text, /Accept the invitation/)
  assert.equal((await press(link, { Cookie })).status, 403)
  assert.equal((await membersOf(service, id)).length, 1)
})

test('a user who is signed in with the invited address, in upper or lower case, can accept', async (t) => {
  const { service, id, link, press } = await invited(t)
  const key = await service.keyOf(
    'viewer',
    await service.defaultOrganizationId(),
    'Ana@Example.COM',
  )
  const Cookie = await signIn(service, 'ANA@example.com')
  assert.equal((await press(link, { Cookie })).status, 303)
  // The existing account is used: its key reaches the organization too.
  assert.equal((await service.get(`/v1/organizations/${id}`, { key })).status, 200)
})

test('a new account gets its own organization beside the one it joins', async (t) => {
  const { service, press } = await invited(t)
  const Cookie = cookieOf(await press())
  const { body } = await service.get<Organizations>('/v1/organizations', {
    key: null,
    headers: { Cookie },
  })
  assert.deepEqual(body.organizations.map(({ name }) => name).sort(), [
    'Harbour Hotels',
    'ana’s organization',
  ])
})

test('a new person who accepts several invitations at once gets one account, then signs in', async (t) => {
  const { service, mailbox, id, press } = await invited(t)
  const links = [await mailbox.linkTo(ana)]
  for (let count = 2; count <= 4; count++) {
    const { id: another } = await createOrganization(service)
    await service.post(`/v1/organizations/${another}/members`, { email: ana })
    links.push(await mailbox.linkTo(ana, count))
  }
  const answers = await Promise.all(links.map((link) => press(link)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403, 403, 403])
  assert.equal(await countRows(service, 'users'), 2)
  const Cookie = await signIn(service, ana)
  const later = await Promise.all(links.map((link) => press(link, { Cookie })))
  assert.deepEqual(later.map(({ status }) => status).sort(), [303, 303, 303, 410])
  assert.equal((await memberWith(service, id, ana)).role, 'editor')
})

test('another site cannot press the button', async (t) => {
  const { service, id, link, press } = await invited(t)
  for (const Origin of ['https://evil.example', 'null']) {
    assert.equal((await press(link, { Origin })).status, 403)
  }
  assert.equal((await membersOf(service, id)).length, 1)
  assert.equal((await press(link, { Origin: service.config.QPR_BASE_URL })).status, 303)
})

test('a browser gets a page in its language, a program gets problem+json', async (t) => {
  const { open, press } = await invited(t)
  const german = { ...browser, 'Accept-Language': 'de-DE,de;q=0.9' }
  const page = await open(undefined, german)
  assert.match(page.text, /<html lang="de">[\s\S]*Einladung annehmen/)
  await press()
  const gone = await open(undefined, german)
  assert.match(gone.text, /Dieser Link gilt nicht mehr[\s\S]*Diese Einladung wurde angenommen/)
  assert.match((await open(undefined, browser)).text, /This link no longer works/)
  assert.equal((await open()).body.code, 'invitation_closed')
})
