import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieOf } from '../../../test/harness/service/session.ts'
import { owner, startSignIn } from './sign-in.fixture.ts'
import { createSignInLink } from './sign-ins.ts'

test('the mail carries the path of the Studio to return to', async (t) => {
  const { service, mailbox, open, press } = await startSignIn(t)
  const next = '/studio/harbour/codes?q=b%C3%A4r&page=2'
  const path = `/signin?next=${encodeURIComponent(next)}`
  await service.post(path, undefined, {
    key: null,
    rawBody: new URLSearchParams({ email: owner }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  })
  const { text = '' } = await mailbox.mailTo(owner)
  const link = new URL(text.match(/https?:\/\/\S+/)?.[0] ?? '')
  assert.equal(link.searchParams.get('next'), next)
  assert.equal((await open(link.pathname + link.search)).status, 200)
  const answer = await press(link.pathname + link.search)
  assert.equal(answer.headers.get('location'), next)
})

test('the path to return to is always inside the Studio', async (t) => {
  const { service, press } = await startSignIn(t)
  for (const next of [
    'https://evil.example',
    'https:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '%2F%2Fevil.example',
    '/%2Fevil.example',
    '/%5Cevil.example',
    '/studio/../signout',
    '/studio/%2e%2e//evil.example',
    '/studio@evil.example',
    'javascript:alert(1)',
    '/docs',
  ]) {
    const link = await service.runOwnChange((change) => createSignInLink(change, owner))
    const query = `?next=${encodeURIComponent(next)}&next=${encodeURIComponent(next)}`
    for (const search of [query, query.split('&')[0]]) {
      const { status, headers } = await press(new URL(link).pathname + search)
      if (status === 410) continue
      assert.equal(headers.get('location'), '/studio', next)
    }
  }
})

test('behind a path prefix every URL of our pages has the prefix', async (t) => {
  const settings = { QPR_BASE_URL: 'http://qpr.example/qpr' }
  const { service, mailbox, ask, open, press } = await startSignIn(t, settings)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  assert.match(link, /^\/qpr\/signin\//)
  const answer = await press(link.replace('/qpr', ''))
  assert.equal(answer.headers.get('location'), '/qpr/studio')
  const Cookie = cookieOf(answer)
  const pages = [await open('/'), await open('/account', { Cookie }), await open('/signin')]
  for (const { text } of pages) {
    for (const [, path = ''] of text.matchAll(/(?:href|action)="(\/[^"]*)"/g)) {
      assert.match(path, /^\/qpr\//)
    }
  }
  const closed = await open('/signin/x', { Accept: 'text/html' })
  assert.match(closed.text, /href="\/qpr\/signin"/)
  const Origin = 'http://qpr.example'
  const signedOut = await press('/signout', { Cookie, Origin })
  assert.equal(signedOut.headers.get('location'), '/qpr/signin')
  assert.equal((await open('/account')).headers.get('location'), '/qpr/signin')
  const other = await service.post('/signout', undefined, { key: null, headers: { Origin } })
  assert.equal(other.status, 303, 'the origin of the public address is ours')
})
