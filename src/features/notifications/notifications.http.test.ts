import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode, createOrganization, memberWith } from '../../../test/harness/data/given.ts'
import { chooseNotifications } from '../../../test/harness/data/notifications.ts'
import { talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { sendNotifications } from './sender.ts'

const owner = 'owner@localhost'
const defaults = {
  webhook_failing: true,
  plan_limit: false,
  bad_rating: false,
  unanswered_question: false,
  handoff: true,
  summary: 'off',
  language: 'en',
  time_zone: 'UTC',
  next_summary_at: null,
}

const start = async (t: TestContext) => {
  const clock = fakeClock('2099-06-15T12:00:00Z')
  const service = await startService(t, { clock })
  const mailbox = await openMailbox(t, service)
  const organizationId = await service.defaultOrganizationId()
  const path = `/v1/organizations/${organizationId}/notifications`
  return { clock, service, mailbox, organizationId, path }
}

/** A new conversation whose answer the visitor rates as bad. */
const rateBadly = async (service: Service, comment?: string) => {
  const visitor = await talkWithNewCode(service, { name: 'Table 7' })
  await visitor.ask('When is breakfast?')
  assert.equal((await visitor.post('/rating', { rating: 'down', comment })).status, 204)
  return visitor
}

const due = (service: Service) => sendNotifications(service.internals)

const badRatingMail = async (t: TestContext) => {
  const given = await start(t)
  await chooseNotifications(given.service, { bad_rating: true })
  await rateBadly(given.service)
  given.clock.advance(5 * minuteMs)
  await due(given.service)
  const mail = await given.mailbox.mailTo(owner)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  return { ...given, mail, header, unsubscribe: new URL(header('list-unsubscribe').slice(1, -1)) }
}

test('only failing webhooks are on by default, and only for owners; each member has their own choice', async (t) => {
  const { service, path } = await start(t)
  const admin = await service.keyOf('admin')
  assert.deepEqual((await service.get(path)).body, defaults)
  const others = { ...defaults, webhook_failing: false }
  assert.deepEqual((await service.get(path, { key: admin })).body, others)
  const chosen = await chooseNotifications(service, {
    plan_limit: true,
    summary: 'weekly',
    language: 'de',
    time_zone: 'Europe/Berlin',
  })
  assert.deepEqual(chosen, {
    ...defaults,
    plan_limit: true,
    summary: 'weekly',
    language: 'de',
    time_zone: 'Europe/Berlin',
    // 15 June 2099 is a Monday, and its summary was due at 5:00 UTC.
    next_summary_at: '2099-06-22T05:00:00.000Z',
  })
  assert.deepEqual((await service.get(path, { key: admin })).body, others)
  // Language and time zone belong to the person, the choice to the organization.
  const other = await createOrganization(service)
  const there = await service.get(`/v1/organizations/${other.slug}/notifications`)
  assert.deepEqual(there.body, { ...defaults, language: 'de', time_zone: 'Europe/Berlin' })
  const moved = await chooseNotifications(service, { time_zone: 'America/New_York' })
  assert.equal(moved.next_summary_at, '2099-06-22T11:00:00.000Z')
})

test('a role can choose only what it may read; unknown time zones get 422, outsiders 404', async (t) => {
  const { service, path } = await start(t)
  const viewer = await service.keyOf('viewer')
  for (const [choice, status] of [
    [{ webhook_failing: true }, 403],
    [{ plan_limit: true }, 403],
    [{ webhook_failing: false }, 200],
    [{ bad_rating: true, summary: 'daily' }, 200],
    [{ time_zone: 'Mars/Olympus' }, 422],
    [{ summary: 'hourly' }, 422],
  ] as const) {
    const { status: got } = await service.patch(path, choice, { key: viewer })
    assert.equal(got, status, JSON.stringify(choice))
  }
  const foreign = await createOrganization(service, {}, await service.keyOf('owner', undefined))
  assert.equal(
    (await service.get(`/v1/organizations/${foreign.id}/notifications`, { key: viewer })).status,
    404,
  )
})

test('a wave of bad ratings is one mail, and the next comes an hour later at the earliest', async (t) => {
  const { clock, service, mailbox, organizationId } = await start(t)
  await chooseNotifications(service, { bad_rating: true })
  const first = await rateBadly(service)
  // The comment follows the rating; the mail has it.
  await first.post('/rating', { rating: 'down', comment: 'We eat\nat eight.' })
  for (let n = 0; n < 11; n++) await rateBadly(service)
  const regretted = await rateBadly(service)
  await regretted.post('/rating', { rating: 'up' })
  const deleted = await rateBadly(service)
  await deleted.forget()
  await due(service)
  assert.deepEqual(await mailbox.all(), [], 'it waits for the comment')
  clock.advance(5 * minuteMs)
  await Promise.all(Array.from({ length: 4 }, () => due(service)))
  const mail = await mailbox.mailTo(owner)
  assert.equal(mail.subject, '12 bad ratings for owner’s organization')
  assert.match(mail.text ?? '', /The newest 10 are listed here\./)
  assert.match(mail.text ?? '', /Table 7\n\nQuestion: “When is breakfast\?”/)
  const studio = `${service.config.QPR_BASE_URL}/studio/${organizationId}`
  assert.ok(mail.text?.includes(`${studio}/conversations?rating=down`))
  assert.ok(!mail.text?.includes(regretted.conversation_id))

  await rateBadly(service, 'Wrong again.')
  clock.advance(5 * minuteMs)
  await due(service)
  assert.equal((await mailbox.all()).length, 1)
  clock.advance(55 * minuteMs)
  await due(service)
  const next = await mailbox.mailTo(owner, 2)
  assert.match(next.text ?? '', /Comment: “Wrong again\.”\n/)
  // Once it is sent, nothing that a visitor said is kept with the mail.
  await eventually(async () => {
    const rows = await service.database.db.selectFrom('mails').select('data').execute()
    assert.deepEqual(rows, [{ data: '{}' }, { data: '{}' }])
  })
})

test('a removed member gets nothing, and no choice of theirs is kept', async (t) => {
  const { clock, service, mailbox, organizationId } = await start(t)
  const email = 'mira@example.com'
  const key = await service.keyOf('admin', undefined, email)
  await chooseNotifications(service, { bad_rating: true, summary: 'daily' }, key)
  await rateBadly(service)
  const { id } = await memberWith(service, organizationId, email)
  await service.delete(`/v1/organizations/${organizationId}/members/${id}`)
  clock.advance(2 * dayMs)
  await due(service)
  assert.deepEqual(await mailbox.all(), [])
  for (const table of ['member_notifications', 'pending_ratings'] as const) {
    assert.deepEqual(await service.database.db.selectFrom(table).selectAll().execute(), [])
  }
})

test('opening the link of a mail shows a button; only a POST unsubscribes, without a session', async (t) => {
  const { service, path, mail, header, unsubscribe } = await badRatingMail(t)
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.ok(mail.text?.includes(unsubscribe.href))
  const anonymous = { key: null }
  const page = await service.get(unsubscribe.pathname, anonymous)
  assert.equal(page.status, 200)
  assert.match(page.text, /<form method="post"><button>Unsubscribe<\/button>/)
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  assert.deepEqual((await service.get(path)).body, { ...defaults, bad_rating: true })

  const oneClick = (headers: Record<string, string>, rawBody: string) =>
    service.request('POST', unsubscribe.pathname, { ...anonymous, headers, rawBody })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const done = await oneClick(form, 'List-Unsubscribe=One-Click')
  assert.equal(done.status, 200)
  assert.match(done.text, /<h1>Unsubscribed<\/h1>/)
  assert.deepEqual((await service.get(path)).body, defaults)
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const again = await oneClick(
    multipart,
    '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  )
  assert.equal(again.status, 200)
  assert.match(again.text, /Already unsubscribed/)
})

test('a used link does not undo a later choice, and a changed link gets 404', async (t) => {
  const { clock, service, path, unsubscribe } = await badRatingMail(t)
  const post = (address: string) =>
    service.request('POST', address, { key: null, headers: { 'Accept-Language': 'de' } })
  assert.match((await post(unsubscribe.pathname)).text, /<h1>Abbestellt<\/h1>/)
  clock.advance(hourMs)
  await chooseNotifications(service, { bad_rating: true })
  assert.match((await post(unsubscribe.pathname)).text, /Schon abbestellt/)
  assert.deepEqual((await service.get(path)).body, { ...defaults, bad_rating: true })
  for (const other of [
    unsubscribe.pathname.replace('bad_rating', 'webhook_failing'),
    `${unsubscribe.pathname.slice(0, -1)}_`,
    '/unsubscribe/x',
  ]) {
    assert.equal((await post(other)).status, 404, other)
  }
  assert.deepEqual((await service.get(path)).body, { ...defaults, bad_rating: true })
})

test('a rating given before its code moved is mailed for the organization that it was given to', async (t) => {
  const { clock, service, mailbox } = await start(t)
  await chooseNotifications(service, { bad_rating: true })
  const other = await createOrganization(service)
  const code = await createCode(service)
  const visitor = await rateBadly(service)
  const moved = await service.patch(`/v1/qpr-codes/${visitor.code.id}`, {
    organization_id: other.id,
  })
  assert.equal(moved.status, 200, moved.text)
  assert.notEqual(code.id, visitor.code.id)
  clock.advance(5 * minuteMs)
  await due(service)
  const { subject } = await mailbox.mailTo(owner)
  assert.equal(subject, 'A bad rating for owner’s organization')
})
