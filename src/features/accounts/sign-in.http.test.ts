import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows, createOrganization } from '../../../test/harness/data/given.ts'
import { cookieOf } from '../../../test/harness/service/session.ts'
import { hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { owner, startSignIn, stranger } from './sign-in.fixture.ts'

test('the sign-in page asks for an address and needs no JavaScript', async (t) => {
  const { open } = await startSignIn(t)
  const { status, text } = await open('/signin')
  assert.equal(status, 200)
  assert.match(text, /<form method="post">[\s\S]*name="email"[\s\S]*<button>/)
  assert.doesNotMatch(text, /<script/)
})

test('without SMTP the sign-in page says so plainly, and folds the command for the operator', async (t) => {
  const { ask, open } = await startSignIn(t)
  const before = (await open('/signin')).text
  const [plain = '', folded = ''] = before.split('<details>')
  assert.match(plain, /No mail is sent from here yet/)
  assert.doesNotMatch(plain, /npx|QPR_|outbox/)
  assert.match(folded, /<pre>npx qpr signin<\/pre>[\s\S]*data\/outbox/)
  assert.doesNotMatch(before, /We send you/)
  const after = (await ask(owner)).text
  assert.match(after, /No mail is sent[\s\S]*<details>[\s\S]*npx qpr signin[\s\S]*data\/outbox/)
  const german = { 'Accept-Language': 'de' }
  assert.match((await open('/signin', german)).text, /werden noch keine Mails verschickt/)
})

test('with SMTP the sign-in page promises a mail, and names no command', async (t) => {
  const { ask, open } = await startSignIn(t, { QPR_SMTP_URL: 'smtp://127.0.0.1:1' })
  const before = (await open('/signin')).text
  const after = (await ask(stranger)).text
  assert.match(before, /We send you a sign-in link/)
  assert.match(after, /Check your e-mail/)
  assert.doesNotMatch(before + after, /npx qpr|outbox/)
  assert.match((await ask(stranger, { 'Accept-Language': 'de' })).text, /Prüfen Sie Ihr Postfach/)
})

test('a known and an unknown address get the same response', async (t) => {
  const { ask } = await startSignIn(t)
  const [known, unknown] = [await ask(owner), await ask(stranger)]
  assert.equal(known.status, 200)
  assert.equal(unknown.status, 200)
  assert.equal(known.text.replaceAll(owner, stranger), unknown.text)
  assert.deepEqual([...known.headers.keys()], [...unknown.headers.keys()])
})

test('only a known address gets a mail when sign-up is by invitation', async (t) => {
  const { service, mailbox, ask } = await startSignIn(t)
  await ask(stranger)
  await ask(owner)
  const mail = await mailbox.mailTo(owner)
  assert.equal(mail.subject, 'Your sign-in link for QPR')
  assert.equal(await countRows(service, 'mails'), 1)
  assert.equal(await countRows(service, 'users'), 1)
})

test('with open sign-up, the first use of a link creates an account', async (t) => {
  const { service, mailbox, ask, press, organizationsOf } = await startSignIn(t, {
    QPR_SIGNUP: 'open',
  })
  await ask(stranger)
  const link = await mailbox.linkTo(stranger)
  assert.equal(await countRows(service, 'users'), 1)
  const Cookie = cookieOf(await press(link))
  const { body } = await organizationsOf(Cookie)
  assert.equal(body.total, 1)
  const headers = { Cookie, Origin: service.config.QPR_BASE_URL }
  const created = await service.post(
    '/v1/qpr-codes',
    { name: 'a', prompt: 'b' },
    { key: null, headers },
  )
  assert.equal(created.status, 200)
  const removed = await service.delete(`/v1/organizations/${body.organizations[0]?.id}`, {
    key: null,
    headers,
  })
  assert.equal(removed.body.code, 'default_organization')
})

test('with open sign-up, a second link for the same address uses the same account', async (t) => {
  const { service, mailbox, ask, press } = await startSignIn(t, { QPR_SIGNUP: 'open' })
  await ask(stranger)
  await press(await mailbox.linkTo(stranger))
  await ask('STRANGER@example.com')
  await press(await mailbox.linkTo(stranger, 2))
  assert.equal(await countRows(service, 'users'), 2)
})

test('several links of a new address that are used at once create one account', async (t) => {
  const { service, mailbox, ask, press } = await startSignIn(t, { QPR_SIGNUP: 'open' })
  const links = []
  for (let count = 1; count <= 4; count++) {
    await ask(stranger)
    links.push(await mailbox.linkTo(stranger, count))
  }
  const answers = await Promise.all(links.map((link) => press(link)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303, 303, 303],
  )
  assert.equal(await countRows(service, 'users'), 2)
  assert.equal(await countRows(service, 'organizations'), 2)
})

test('opening the link shows a button and does not use up the link', async (t) => {
  const { mailbox, ask, open, press } = await startSignIn(t)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  for (let round = 0; round < 2; round++) {
    const { status, headers, text } = await open(link)
    assert.equal(status, 200)
    assert.match(text, /sign in as owner@localhost[\s\S]*<form method="post"><button>Sign in</)
    // No session: only the cookie that shows that the browser accepts cookies.
    assert.deepEqual(headers.getSetCookie(), ['qpr_cookies=on; Path=/; HttpOnly; SameSite=Lax'])
  }
  assert.equal((await press(link)).status, 303)
})

test('a browser that refuses cookies gets 403, and the link still works', async (t) => {
  const { mailbox, ask, press } = await startSignIn(t)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  const refused = await press(link, { Accept: 'text/html' })
  assert.equal(refused.status, 403)
  assert.match(refused.text, /Your browser blocks cookies/)
  const german = await press(link, { Accept: 'text/html', 'Accept-Language': 'de' })
  assert.match(german.text, /Ihr Browser blockiert Cookies/)
  assert.equal((await press(link, { Accept: 'text/html', Cookie: 'qpr_cookies=on' })).status, 303)
})

test('pressing the button signs in once; the second time gets 410', async (t) => {
  const { mailbox, ask, open, press, organizationsOf } = await startSignIn(t)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  const answer = await press(link)
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('location'), '/studio')
  assert.equal((await organizationsOf(cookieOf(answer))).status, 200)
  assert.equal((await press(link)).status, 410)
  assert.equal((await open(link)).status, 410)
})

test('one of several parallel presses signs in', async (t) => {
  const { mailbox, ask, press } = await startSignIn(t)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  const answers = await Promise.all([press(link), press(link), press(link), press(link)])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410, 410, 410])
})

test('a link works for 15 minutes', async (t) => {
  const { clock, mailbox, ask, open, press } = await startSignIn(t)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  clock.advance(15 * minuteMs - 1)
  assert.equal((await open(link)).status, 200)
  clock.advance(1)
  assert.equal((await open(link)).status, 410)
  assert.equal((await press(link)).status, 410)
})

test('a modified link gets 410', async (t) => {
  const { mailbox, ask, press } = await startSignIn(t)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  for (const path of ['/signin/x', `${link}x`, link.slice(0, -1), link.split('.')[0] ?? '']) {
    assert.equal((await press(path)).status, 410, path)
  }
  assert.equal((await press(link)).status, 303)
})

test('an address gets at most five links an hour', async (t) => {
  const { service, clock, ask } = await startSignIn(t)
  clock.advance(hourMs) // past the link that the first start made
  for (let round = 0; round < 7; round++) assert.equal((await ask(owner)).status, 200)
  assert.equal(await countRows(service, 'mails'), 5)
  clock.advance(hourMs)
  await ask(owner)
  assert.equal(await countRows(service, 'mails'), 6)
})

test('an invalid address gets 422, and no mail is sent', async (t) => {
  const { service, ask } = await startSignIn(t, { QPR_SIGNUP: 'open' })
  for (const email of ['', ' ', 'ana', '@example.com', 'a@b\r\nBcc: c@d', 'a\0@example.com']) {
    assert.equal((await ask(email)).status, 422, email)
  }
  assert.equal(await countRows(service, 'mails'), 0)
})

test('signing out ends the session', async (t) => {
  const { service, mailbox, ask, open, press, organizationsOf } = await startSignIn(t)
  await ask(owner)
  const Cookie = cookieOf(await press(await mailbox.linkTo(owner)))
  assert.match((await open('/account', { Cookie })).text, /owner@localhost/)
  const answer = await press('/signout', { Cookie, Origin: service.config.QPR_BASE_URL })
  assert.equal(answer.status, 303)
  assert.match(answer.headers.getSetCookie()[0] ?? '', /^qpr_session=; Max-Age=0;/)
  assert.equal((await organizationsOf(Cookie)).status, 401)
  assert.equal((await open('/account', { Cookie })).headers.get('location'), '/signin')
})

test('the account page shows the organizations of the user, as text', async (t) => {
  const { service, mailbox, ask, open, press } = await startSignIn(t)
  await createOrganization(service, { name: '<script>alert(1)</script>' })
  await ask(owner)
  const Cookie = cookieOf(await press(await mailbox.linkTo(owner)))
  const { text } = await open('/account', { Cookie })
  assert.match(text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.doesNotMatch(text, /<script/)
})

test('forms of another site are refused', async (t) => {
  const { service, mailbox, ask, press, organizationsOf } = await startSignIn(t)
  await ask(owner)
  const link = await mailbox.linkTo(owner)
  const Origin = 'https://evil.example'
  assert.equal((await ask(owner, { Origin })).status, 403)
  assert.equal((await press(link, { Origin })).status, 403)
  const Cookie = cookieOf(await press(link, { Origin: service.config.QPR_BASE_URL }))
  assert.equal((await press('/signout', { Cookie, Origin })).status, 403)
  assert.equal((await organizationsOf(Cookie)).status, 200)
  assert.equal(await countRows(service, 'mails'), 1)
})

test('the pages are in German when the browser asks for it', async (t) => {
  const { mailbox, ask, open, press } = await startSignIn(t)
  const german = { 'Accept-Language': 'de', Accept: 'text/html' }
  assert.match((await open('/signin', german)).text, /<html lang="de">[\s\S]*Um einen Link bitten/)
  assert.match((await ask(owner, german)).text, /Es wird keine Mail verschickt/)
  const link = await mailbox.linkTo(owner)
  assert.match((await open(link, german)).text, /Sie melden sich als owner@localhost an/)
  const Cookie = cookieOf(await press(link))
  assert.match((await open('/account', { ...german, Cookie })).text, /Sie sind angemeldet/)
  assert.match((await open(link, german)).text, /Dieser Link wurde schon benutzt/)
  assert.match((await ask('x', german)).text, /Bitte geben Sie eine E-Mail-Adresse ein/)
})

test('the pages and the mail are in the language of the browser', async (t) => {
  const { mailbox, ask, open } = await startSignIn(t)
  const languages: [language: string, label: string, subject: string][] = [
    ['fr', 'Adresse e-mail', 'Votre lien de connexion à QPR'],
    ['es', 'Correo electrónico', 'Su enlace para entrar en QPR'],
    ['it', 'Indirizzo e-mail', 'Il suo link di accesso a QPR'],
  ]
  for (const [turn, [language, label, subject]] of languages.entries()) {
    const headers = { 'Accept-Language': `${language}-CH,en;q=0.5`, Accept: 'text/html' }
    const page = (await open('/signin', headers)).text
    assert.ok(page.includes(`<html lang="${language}">`) && page.includes(label), page)
    await ask(owner, headers)
    assert.equal((await mailbox.mailTo(owner, turn + 1)).subject, subject)
  }
})
