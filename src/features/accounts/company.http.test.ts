import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateKeyPair, SignJWT } from 'jose'
import { createOrganization, type Member } from '../../../test/harness/data/given.ts'
import { client } from '../../../test/harness/providers/oidc.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import type { Service } from '../../../test/harness/service/service.ts'
import { startCompany } from './company.fixture.ts'

const ana = { email: 'ana@example.com', email_verified: true }

const accountOf = async (service: Service, Cookie: string | null) =>
  (
    await service.get<{ user: { id: string; email: string } }>('/v1/account', {
      key: null,
      headers: { Cookie: Cookie ?? '' },
    })
  ).body.user

/** The member of Acme with this address. */
const memberOf = async (service: Service, email: string) => {
  const { body } = await service.get<{ members: Member[] }>('/v1/organizations/acme/members')
  return body.members.find((member) => member.email === email)
}

test('a user of a listed domain gets an account, joins the organization with its role, and stays the same user', async (t) => {
  const { service, signIn, provider } = await startCompany(
    t,
    { u1: ana, u2: { email: 'eve@other.example', email_verified: true } },
    { QPR_OIDC_DOMAINS: 'example.com=acme:editor' },
  )
  await createOrganization(service, { name: 'Acme', slug: 'acme' })
  const first = await signIn('u1')
  assert.equal(first.location, '/studio')
  const user = await accountOf(service, first.Cookie)
  assert.equal(user.email, 'ana@example.com')
  assert.equal((await memberOf(service, ana.email))?.role, 'editor')
  // The identity is issuer and subject: a new address does not matter.
  provider.people.u1 = { email: 'ana.new@example.com', email_verified: true }
  assert.equal((await accountOf(service, (await signIn('u1')).Cookie)).id, user.id)
  const other = await signIn('u2')
  assert.equal(other.status, 403)
  assert.match(other.text, /There is no account for eve@other\.example/)
  // Another subject with the same address does not get the account.
  provider.people.u3 = ana
  const third = await signIn('u3')
  assert.deepEqual([third.status, third.Cookie], [409, null])
  const { body } = await service.get<{ entries: { action: string; email: string }[] }>(
    '/v1/organizations/acme/audit',
  )
  assert.ok(body.entries.some((entry) => entry.action === 'signInWithCompany'))
})

test('an existing account is linked only by a verified address', async (t) => {
  const { service, signIn } = await startCompany(
    t,
    {
      trusted: { email: 'OWNER@localhost', email_verified: true },
      unverified: { email: 'owner@localhost', email_verified: false },
      silent: { email: 'owner@localhost' },
      nameless: {},
    },
    {},
    true,
  )
  for (const who of ['unverified', 'silent', 'nameless']) {
    const { status, Cookie, text } = await signIn(who)
    assert.deepEqual([who, status, Cookie], [who, 403, null])
    assert.match(text, /no verified e-mail address/)
  }
  const { Cookie } = await signIn('trusted')
  assert.equal((await accountOf(service, Cookie)).email, 'owner@localhost')
})

test('the role follows the claim at every sign-in, and a removed member does not join again', async (t) => {
  const { service, signIn, provider } = await startCompany(
    t,
    { u1: { ...ana, groups: ['staff', 'editor', 'viewer'] } },
    { QPR_OIDC_DOMAINS: 'example.com=acme', QPR_OIDC_ROLE_CLAIM: 'groups' },
    true,
  )
  await createOrganization(service, { name: 'Acme', slug: 'acme' })
  const roleNow = async () => {
    assert.equal((await signIn('u1')).location, '/studio')
    return (await memberOf(service, ana.email))?.role
  }
  assert.equal(await roleNow(), 'editor')
  provider.people.u1 = { ...ana, groups: 'admin' }
  assert.equal(await roleNow(), 'admin')
  provider.people.u1 = { ...ana, groups: ['staff'] }
  assert.equal(await roleNow(), 'admin')
  const member = await memberOf(service, ana.email)
  await service.delete(`/v1/organizations/acme/members/${member?.id}`)
  provider.people.u1 = { ...ana, groups: 'admin' }
  assert.equal(await roleNow(), undefined)
})

test('sign-in by mail can be turned off: invitations then need a company sign-in', async (t) => {
  const { service, signIn, address } = await startCompany(
    t,
    { u1: { email: 'guest@elsewhere.example', email_verified: true } },
    { QPR_SIGNIN_BY_MAIL: 'off', QPR_OIDC_NAME: 'Acme <SSO>' },
  )
  const mailbox = await openMailbox(t, service)
  const page = await service.get('/signin', { key: null })
  assert.match(page.text, /Continue with Acme &lt;SSO&gt;/)
  assert.doesNotMatch(page.text, /type="email"/)
  const asked = await service.post('/signin', undefined, {
    key: null,
    rawBody: 'email=owner@localhost',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  assert.deepEqual(
    [asked.status, (asked.body as { code: string }).code],
    [403, 'sign_in_by_mail_off'],
  )

  await createOrganization(service, { name: 'Acme', slug: 'acme' })
  assert.equal((await signIn('u1')).status, 403)
  await service.post('/v1/organizations/acme/members', {
    email: 'guest@elsewhere.example',
    role: 'viewer',
  })
  const path = new URL(await mailbox.linkTo('guest@elsewhere.example'), address).pathname
  const invited = await service.get(path, { key: null })
  assert.match(invited.text, /Sign in as guest@elsewhere\.example to accept/)
  const pressed = await service.post(path, undefined, { key: null })
  assert.equal(pressed.status, 403)
  const next = encodeURIComponent(path)
  const { Cookie } = await signIn('u1', `/signin/company?next=${next}`)
  assert.ok(Cookie)
  const accepted = await service.post(path, undefined, {
    key: null,
    headers: { Cookie, Origin: address },
  })
  assert.equal(accepted.status, 303)
  assert.equal((await memberOf(service, 'guest@elsewhere.example'))?.role, 'viewer')
})

test('a logout at the provider ends the sessions that it began, once and no others', async (t) => {
  const { service, signIn, provider, address } = await startCompany(t, {
    u1: { email: 'owner@localhost', email_verified: true },
  })
  const sessions = async (Cookie: string | null) =>
    (await service.get('/v1/sessions', { key: null, headers: { Cookie: Cookie ?? '' } })).status
  const { Cookie } = await signIn('u1')
  const second = await signIn('u1')
  assert.equal(await sessions(Cookie), 200)

  const post = async (token: string) =>
    (
      await service.post('/signin/company/logout', undefined, {
        key: null,
        rawBody: new URLSearchParams({ logout_token: token }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })
    ).status
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const sign = (claims: object, audience = client.id, key = provider.privateKey) =>
    new SignJWT({ sub: 'u1', events, jti: 'one', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'logout+jwt' })
      .setIssuer(provider.issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('2m')
      .sign(key)
  const { privateKey: foreignKey } = await generateKeyPair('ES256')
  const refused = [
    'no token',
    await sign({}, 'another client'),
    await sign({ nonce: 'n' }),
    await sign({ events: {} }),
    await sign({ sub: undefined }),
    await sign({}, client.id, foreignKey),
  ]
  for (const token of refused) assert.equal(await post(token), 400)
  assert.equal(await sessions(Cookie), 200)

  assert.equal(await post(await sign({ sub: 'another' })), 200)
  assert.equal(await sessions(Cookie), 200)
  const token = await sign({ jti: 'two' })
  assert.equal(await post(token), 200)
  assert.deepEqual([await sessions(Cookie), await sessions(second.Cookie)], [401, 401])
  const third = await signIn('u1')
  assert.equal(await post(token), 200)
  assert.equal(await sessions(third.Cookie), 200, 'a token that was used does nothing')
  assert.equal(address, service.config.QPR_BASE_URL)
})

test('a sign-in that began elsewhere, was refused, or meets a silent provider says what to do', async (t) => {
  const { service, signIn, provider } = await startCompany(t, { u1: ana })
  const html = { Accept: 'text/html' }
  const callback = '/signin/company/callback?code=x&state=y'
  for (const Cookie of ['', 'qpr_signin=forged']) {
    const lost = await service.get(callback, { key: null, headers: { ...html, Cookie } })
    assert.equal(lost.status, 403)
    assert.match(lost.text, /took too long or began elsewhere/)
  }
  const started = await service.get('/signin/company', { key: null })
  const [Cookie = ''] = started.headers.getSetCookie()[0]?.split(';') ?? []
  const wrongState = await service.get(callback, { key: null, headers: { ...html, Cookie } })
  assert.equal(wrongState.status, 503)
  const { searchParams } = new URL(started.headers.get('location') ?? '')
  assert.equal(searchParams.get('code_challenge_method'), 'S256')
  const cancelled = await signIn('')
  assert.deepEqual([cancelled.status, cancelled.Cookie], [403, null])
  assert.match(cancelled.text, /did not let you in/)
  provider.stop()
  const silent = await startCompany(t, {}, { QPR_OIDC_ISSUER: provider.issuer })
  const failed = await silent.service.get('/signin/company', {
    key: null,
    headers: { ...html, 'Accept-Language': 'de' },
  })
  assert.equal(failed.status, 503)
  assert.match(failed.text, /hat nicht geantwortet/)
})
