import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { countRows, createOrganization } from '../../../test/harness/data/given.ts'
import { linkIn, openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { startSmtp } from '../../../test/harness/receivers/smtp.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs, hourMs, minuteMs } from '../kit/clock.ts'

const ana = 'ana@example.com'

/** Each invitation sends a mail. */
const invite = async (service: Service, email = ana, organization = {}) => {
  const { id } = await createOrganization(service, organization)
  const answer = await service.post(`/v1/organizations/${id}/members`, { email, role: 'editor' })
  assert.equal(answer.status, 200)
}

/** The row of the mail for this address. */
const mailRow = async ({ database }: Service, recipient = ana) =>
  await database.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()

test('without SMTP a mail becomes an .eml file with a text and an HTML part', async (t) => {
  const service = await startService(t, { settings: { QPR_MAIL_FROM: 'QPR <qpr@example.com>' } })
  const mailbox = await openMailbox(t, service)
  await invite(service)
  const mail = await mailbox.mailTo(ana)
  assert.deepEqual(mail.from, { name: 'QPR', address: 'qpr@example.com' })
  assert.deepEqual(
    mail.to?.map(({ address }) => address),
    [ana],
  )
  assert.equal(mail.subject, 'owner@localhost invites you to Harbour Hotels')
  for (const part of [mail.text ?? '', mail.html ?? '']) {
    assert.match(part, /owner@localhost invites you to join Harbour Hotels/)
    assert.match(part, /As an editor/)
    assert.ok(part.includes(`${service.config.QPR_BASE_URL}${linkIn(mail)}`))
  }
  assert.match(mail.html ?? '', /^<!doctype html>/)
  assert.match(linkIn(mail), /^\/invitations\/inv_/)
})

test('the token of a link is nowhere in the database', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  await invite(service)
  const token = (await mailbox.linkTo(ana)).split('.').at(-1) ?? ''
  assert.match(token, /^[\w-]{43}$/)
  const { db } = service.database
  const rows = [
    await db.selectFrom('mails').selectAll().execute(),
    await db.selectFrom('invitations').selectAll().execute(),
  ]
  assert.ok(!JSON.stringify(rows).includes(token))
})

test('the name of an organization is escaped in a mail: no HTML, no additional header', async (t) => {
  const service = await startService(t)
  const mailbox = await openMailbox(t, service)
  await invite(service, ana, { name: '<b>A</b>\r\nBcc: ben@example.com\r\n\r\n<i>B</i>' })
  const mail = await mailbox.mailTo(ana)
  assert.equal(mail.bcc, undefined)
  assert.deepEqual(
    mail.headers.filter(({ key }) => key === 'bcc'),
    [],
  )
  assert.doesNotMatch(mail.html ?? '', /<[bi]>/)
  assert.match(mail.html ?? '', /&lt;b&gt;A&lt;\/b&gt;/)
  assert.match(mail.text ?? '', /<b>A<\/b>/)
})

test('with SMTP the mail arrives at the server, and no file is written', async (t) => {
  const smtp = await startSmtp(t, () => false)
  const service = await startService(t, { settings: { QPR_SMTP_URL: smtp.url } })
  const mailbox = await openMailbox(t, service)
  await invite(service)
  const [mail] = await smtp.arrived(1)
  assert.ok(mail)
  assert.deepEqual(
    mail.to?.map(({ address }) => address),
    [ana],
  )
  assert.equal((await service.get(linkIn(mail), { key: null })).status, 200)
  await eventually(async () => assert.notEqual((await mailRow(service)).sent_at, null))
  assert.deepEqual(await mailbox.all(), [])
})

test('a refused mail is retried a minute later, as the same message', async (t) => {
  const smtp = await startSmtp(t, (attempt) => attempt === 1)
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings: { QPR_SMTP_URL: smtp.url } })
  await invite(service)
  const failed = await eventually(async () => {
    const row = await mailRow(service)
    assert.match(row.last_error ?? '', /mailbox is busy/)
    return row
  })
  assert.deepEqual([failed.attempts, failed.sent_at], [1, null])
  assert.equal(failed.next_attempt_at, clock.now() + minuteMs)

  clock.advance(minuteMs)
  await invite(service, 'ben@example.com') // wakes the sender, which then finds the due mail
  const mails = await smtp.arrived(2)
  const mail = mails.find(({ to }) => to?.[0]?.address === ana)
  assert.ok(mail?.messageId?.includes(failed.id))
  const sent = await eventually(async () => {
    const row = await mailRow(service)
    assert.equal(row.sent_at, clock.now())
    return row
  })
  assert.deepEqual([sent.attempts, sent.next_attempt_at, sent.last_error], [2, null, null])
})

test('a mail that is not due yet is not retried', async (t) => {
  const smtp = await startSmtp(t, (attempt) => attempt === 1)
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings: { QPR_SMTP_URL: smtp.url } })
  await invite(service)
  await eventually(async () => assert.notEqual((await mailRow(service)).last_error, null))
  clock.advance(minuteMs - 1)
  await invite(service, 'ben@example.com')
  await smtp.arrived(1)
  assert.equal((await mailRow(service)).attempts, 1)
})

test('a mail that is refused seven times is given up, with the reason stored', async (t) => {
  const smtp = await startSmtp(t, () => true)
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings: { QPR_SMTP_URL: smtp.url } })
  const waits = [1, 5, 15, 60, 360, 1440].map((minutes) => minutes * minuteMs)
  await invite(service)
  for (const [index, waitMs] of waits.entries()) {
    await eventually(async () => {
      const { attempts, next_attempt_at } = await mailRow(service)
      assert.deepEqual([attempts, next_attempt_at], [index + 1, clock.now() + waitMs])
    })
    clock.advance(waitMs)
    await invite(service, `wake-${index}@example.com`)
  }
  await eventually(async () => {
    const { attempts, next_attempt_at, sent_at, last_error } = await mailRow(service)
    assert.deepEqual([attempts, next_attempt_at, sent_at], [7, null, null])
    assert.match(last_error ?? '', /mailbox is busy/)
  })
})

test('an invitation is created while the mail server is unreachable', async (t) => {
  const service = await startService(t, { settings: { QPR_SMTP_URL: 'smtp://127.0.0.1:1' } })
  await invite(service)
  await eventually(async () => assert.match((await mailRow(service)).last_error ?? '', /ECONNREF/))
  assert.equal(await countRows(service, 'invitations'), 1)
})

test('a mail that a killed process was sending is sent by the next process', async (t) => {
  const smtp = await startSmtp(t, () => false)
  const clock = fakeClock('2026-01-31T12:00:00Z')
  const service = await startService(t, { clock, settings: { QPR_SMTP_URL: smtp.url } })
  // The state that a killed process leaves: claimed, and never settled.
  await service.database.transaction(({ db }) =>
    db
      .insertInto('mails')
      .values({
        id: 'mail_left_behind',
        kind: 'signIn',
        recipient: ana,
        data: JSON.stringify({ signInId: 'sgn_x', expiresAt: clock.now() + dayMs }),
        attempts: 1,
        next_attempt_at: clock.now() + 3 * minuteMs,
        sent_at: null,
        last_error: null,
        created_at: clock.now(),
      })
      .execute(),
  )
  clock.advance(hourMs)
  await invite(service, 'ben@example.com')
  const mails = await smtp.arrived(2)
  assert.ok(mails.some(({ to }) => to?.[0]?.address === ana))
})
