import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { countRows, type Member } from '../../../test/harness/data/given.ts'
import { openMailbox, wordsOf } from '../../../test/harness/receivers/mailbox.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { cookieOf, signIn } from '../../../test/harness/service/session.ts'
import { dayMs, hourMs } from '../../platform/kit/clock.ts'
import { countMembers } from '../organizations/organizations.store.ts'
import { createSignInLink } from './sign-ins.ts'

const old = 'owner@localhost'
const next = 'ana@example.org'

interface Account {
  user: { id: string; email: string; new_email: string | null }
}

/** The owner signed in, and the steps of a change of address. */
const signedIn = async (t: TestContext, settings = {}) => {
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings })
  const mailbox = await openMailbox(t, service)
  const Cookie = await signIn(service, old)
  const as = (cookie: string) => ({
    key: null,
    headers: { Cookie: cookie, Origin: service.address },
  })
  const here = as(Cookie)
  const request = async (email = next, options = here) =>
    await service.patch<Account & { code: string }>('/v1/account', { email }, options)
  const press = (path: string, cookie = Cookie) => service.post(path, undefined, as(cookie))
  const userOf = async (options = here) =>
    (await service.get<Account>('/v1/account', options)).body.user
  return { service, clock, mailbox, Cookie, as, here, request, press, userOf }
}

test('a new address counts once it is confirmed, and then signs in', async (t) => {
  const { service, mailbox, request, press, userOf } = await signedIn(t)
  const { status, body } = await request()
  assert.deepEqual([status, body.user.email, body.user.new_email], [200, old, next])
  const link = await mailbox.linkTo(next)
  assert.equal((await press(link)).headers.get('location'), '/studio/account')
  const { id, email, new_email } = await userOf()
  assert.deepEqual([email, new_email], [next, null])
  const account = await service.get<Account>('/v1/account', {
    key: null,
    headers: { Cookie: await signIn(service, next) },
  })
  assert.equal(account.body.user.id, id)
})

test('opening the link shows a button and changes nothing', async (t) => {
  const { service, mailbox, request, here, userOf } = await signedIn(t)
  await request()
  const page = await service.get(await mailbox.linkTo(next), here)
  assert.match(page.text, /<form method="post"><button>Confirm the address<\/button>/)
  assert.equal((await userOf()).email, old)
})

test('both addresses get a mail, in the language of the user', async (t) => {
  const { service, mailbox, request } = await signedIn(t)
  const own = await service.defaultOrganizationId()
  await service.patch(`/v1/organizations/${own}/notifications`, { language: 'de' })
  await request()
  assert.match(wordsOf(await mailbox.mailTo(next)), /Adresse bestätigen/)
  assert.match(wordsOf(await mailbox.mailTo(old)), /Ich war es nicht: Änderung stoppen/)
})

test('the holder of the new mailbox cannot confirm it for the account of a stranger', async (t) => {
  const { service, mailbox, request, press, userOf } = await signedIn(t)
  await request()
  const link = await mailbox.linkTo(next)
  const stranger = await signIn(service, next)
  for (const cookie of ['', stranger]) {
    const { status, body } = await press(link, cookie)
    assert.deepEqual([status, body.code], [403, 'sign_in_first'])
  }
  assert.equal((await userOf()).email, old)
})

test('an address with an account gets the same answer, and only its mailbox learns of it', async (t) => {
  const { service, mailbox, request, press, userOf } = await signedIn(t)
  await signIn(service, 'bob@example.com')
  const [free, taken] = [await request(next), await request('bob@example.com')]
  const shapeOf = ({ status, body }: typeof free) => [status, { ...body.user, new_email: '' }]
  assert.deepEqual(shapeOf(free), shapeOf(taken))
  const { status, body } = await press(await mailbox.linkTo('bob@example.com'))
  assert.deepEqual([status, body.code], [409, 'address_taken'])
  assert.equal((await userOf()).email, old)
})

test('a link confirms once, one of two presses at once counts, and a later request ends it', async (t) => {
  const { mailbox, request, press, clock } = await signedIn(t)
  await request('first@example.org')
  // A mail whose change has ended before it is written is not sent.
  const first = await mailbox.linkTo('first@example.org')
  clock.advance(1000)
  await request()
  const second = await mailbox.linkTo(next)
  assert.equal((await press(first)).status, 410)
  const answers = await Promise.all([press(second), press(second)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410])
})

test('a link that is a day old, and a modified link, get 410', async (t) => {
  const { clock, mailbox, request, press, userOf } = await signedIn(t)
  await request()
  const link = await mailbox.linkTo(next)
  const undo = await mailbox.linkTo(old)
  const crossed = link.replace(/\.[^.]+$/, undo.slice(undo.lastIndexOf('.')))
  for (const path of [`${link}x`, crossed]) {
    const { status, body } = await press(path)
    assert.deepEqual([status, body.code], [410, 'address_change_closed'])
  }
  clock.advance(dayMs)
  assert.equal((await press(link)).status, 410)
  assert.equal((await userOf()).new_email, null)
})

test('the current address stops a change that waits', async (t) => {
  const { mailbox, request, press } = await signedIn(t)
  await request()
  const link = await mailbox.linkTo(next)
  assert.equal((await request(old)).body.user.new_email, null)
  assert.equal((await press(link)).status, 410)
})

test('the old address stops a change, and everybody is signed out', async (t) => {
  const { service, mailbox, request, press, here } = await signedIn(t)
  await request()
  const [link, undo] = [await mailbox.linkTo(next), await mailbox.linkTo(old)]
  assert.match((await service.get(undo, { key: null })).text, /<button>Stop the change<\/button>/)
  assert.equal((await press(undo, '')).status, 200)
  assert.equal((await service.get('/v1/account', here)).status, 401)
  assert.equal((await service.get('/v1/account')).status, 401, 'the key is still valid')
  const again = await signIn(service, old)
  assert.equal((await press(link, again)).status, 410)
  assert.equal((await press(undo, '')).status, 410)
})

test('the old address undoes a change for 7 days, also after a second one', async (t) => {
  const { service, clock, mailbox, request, press, userOf, as } = await signedIn(t)
  const { id } = await userOf()
  await request()
  await press(await mailbox.linkTo(next))
  clock.advance(hourMs)
  await request('third@example.org')
  await press(await mailbox.linkTo('third@example.org'))
  assert.equal((await userOf()).email, 'third@example.org')
  clock.advance(7 * dayMs - hourMs - 1)
  const [first, second] = [await mailbox.linkTo(old), await mailbox.linkTo(next, 2)]
  assert.equal((await press(first, '')).status, 200)
  // The thief's own address cannot take the account back.
  assert.equal((await press(second, '')).status, 410)
  const restored = await userOf(as(await signIn(service, old)))
  assert.deepEqual([restored.id, restored.email], [id, old])
})

test('an undo link that is 7 days old gets 410', async (t) => {
  const { clock, mailbox, request, press } = await signedIn(t)
  await request()
  const undo = await mailbox.linkTo(old)
  clock.advance(7 * dayMs)
  assert.equal((await press(undo, '')).status, 410)
})

test('an undo waits for the account that took the old address meanwhile', async (t) => {
  const { service, mailbox, request, press, as } = await signedIn(t)
  await request()
  await press(await mailbox.linkTo(next))
  const undo = await mailbox.linkTo(old)
  const other = await signIn(service, old)
  const refused = await press(undo, '')
  assert.deepEqual([refused.status, refused.body.code], [409, 'address_taken'])
  assert.equal((await service.delete('/v1/account', as(other))).status, 204)
  assert.equal((await press(undo, '')).status, 200)
})

/** Eve makes an unconfirmed account of the old address, which owns the organization alone. */
const occupy = async (service: Service, as: (cookie: string) => object) => {
  const eve = as(await signIn(service, 'eve@example.com'))
  const { id } = (await service.post<{ id: string }>('/v1/organizations', { name: 'Trap' }, eve))
    .body
  const members = `/v1/organizations/${id}/members`
  const invitation = await service.post<{ invitation_id: string }>(
    members,
    { email: old, role: 'owner' },
    eve,
  )
  const path = `/v1/organizations/${id}/invitations/${invitation.body.invitation_id}/link`
  const { url } = (await service.get<{ url: string }>(path, eve)).body
  const cookie = cookieOf(await service.post(new URL(url).pathname, undefined, { key: null }))
  return { id, eve, members, cookie }
}

test('an undo takes the old address back from an unconfirmed account', async (t) => {
  const { service, mailbox, request, press, as, userOf } = await signedIn(t)
  const { id } = await userOf()
  await request()
  await press(await mailbox.linkTo(next))
  const trap = await occupy(service, as)
  const listed = (await service.get<{ members: Member[] }>(trap.members, trap.eve)).body.members
  const own = listed.find(({ email }) => email === 'eve@example.com')
  assert.equal((await service.delete(`${trap.members}/${own?.id}`, trap.eve)).status, 204)
  assert.equal((await press(await mailbox.linkTo(old), '')).status, 200)
  assert.equal((await service.get('/v1/account', as(trap.cookie))).status, 401)
  const here = as(await signIn(service, old))
  const restored = await userOf(here)
  assert.deepEqual([restored.id, restored.email], [id, old])
  // The organization keeps its only owner.
  const { body } = await service.get<{ members: Member[] }>(trap.members, here)
  assert.deepEqual(
    body.members.map(({ email, role }) => [email, role]),
    [[old, 'owner']],
  )
  assert.equal(await countRows(service, 'users'), 2)
})

test('a member of the same organization gets the higher role, and is counted once', async (t) => {
  const { service, mailbox, request, press, as, userOf } = await signedIn(t)
  const { id } = await userOf()
  await request()
  await press(await mailbox.linkTo(next))
  const trap = await occupy(service, as)
  await service.database.transaction(({ db }) =>
    db
      .insertInto('members')
      .values({ id: 'mem_1', organization_id: trap.id, user_id: id, role: 'viewer', joined_at: 1 })
      .execute(),
  )
  await service.database.transaction(({ db }) => countMembers(db, trap.id, 1))
  assert.equal((await press(await mailbox.linkTo(old), '')).status, 200)
  const { body } = await service.get<{ members: Member[] }>(trap.members, trap.eve)
  const roles = body.members.map(({ email, role }) => `${email} ${role}`)
  assert.deepEqual(roles.sort(), ['eve@example.com owner', `${old} owner`])
  const organization = await service.get<{ members_count: number }>(
    `/v1/organizations/${trap.id}`,
    trap.eve,
  )
  assert.equal(organization.body.members_count, 2)
})

test('a sign-in link of the address before opens no new account', async (t) => {
  const { service, mailbox, request, press } = await signedIn(t)
  await service.post('/signin', undefined, {
    key: null,
    rawBody: `email=${encodeURIComponent(old)}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const signInLink = await mailbox.linkTo(old)
  await request()
  await press(await mailbox.linkTo(next))
  assert.equal((await press(signInLink, '')).status, 410)
  assert.equal(await countRows(service, 'users'), 1)
})

test('a key does not change the address, and a restricted key not the name either', async (t) => {
  const { service, request } = await signedIn(t)
  const byKey = await service.patch('/v1/account', { email: next })
  assert.deepEqual([byKey.status, byKey.body.code], [403, 'session_required'])
  const { body } = await service.post<{ key: string }>('/v1/api-keys', { name: 'x', role: 'owner' })
  const narrowed = await service.patch('/v1/account', { display_name: 'Ana' }, { key: body.key })
  assert.deepEqual([narrowed.status, narrowed.body.code], [403, 'key_is_narrowed'])
  assert.equal((await request('no address')).status, 422)
})

test('the sixth change within an hour gets 429, from one user and to one address', async (t) => {
  const { service, clock, request, as } = await signedIn(t)
  for (let n = 0; n < 5; n++) assert.equal((await request()).status, 200)
  const sixth = await request('other@example.org')
  assert.deepEqual([sixth.status, sixth.body.code], [429, 'too_many_mails'])
  const another = as(await signIn(service, 'bob@example.com'))
  assert.equal((await request(next, another)).status, 429)
  clock.advance(hourMs)
  assert.equal((await request()).status, 200)
})

test('another site can neither ask nor confirm', async (t) => {
  const { service, mailbox, Cookie, request, userOf } = await signedIn(t)
  const elsewhere = { key: null, headers: { Cookie, Origin: 'https://evil.example' } }
  assert.equal((await request(next, elsewhere)).status, 403)
  await request()
  assert.equal((await service.post(await mailbox.linkTo(next), undefined, elsewhere)).status, 403)
  assert.equal((await userOf()).email, old)
})

test('a sign-in leads back to the page that confirms', async (t) => {
  const { service, mailbox, request } = await signedIn(t)
  await request()
  const link = await mailbox.linkTo(next)
  const { text } = await service.get(link, { key: null })
  assert.ok(text.includes(`/signin?next=${encodeURIComponent(link)}`))
  const url = await service.runOwnChange((change) => createSignInLink(change, old))
  const path = `${new URL(url).pathname}?next=${encodeURIComponent(link)}`
  const answer = await service.post(path, undefined, { key: null })
  assert.equal(answer.headers.get('location'), link)
  assert.ok(cookieOf(answer))
})
