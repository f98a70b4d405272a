import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import PostalMime from 'postal-mime'
import { ownerLanguages } from '#contract/languages.ts'
import { wordsOf } from '../../../test/harness/receivers/mailbox.ts'
import { addressMail } from '../../features/accounts/address.mail.ts'
import { signInMail } from '../../features/accounts/sign-in.mail.ts'
import { paymentFailedMail, planChangedMail } from '../../features/billing/billing.mail.ts'
import { limitNearMail, limitReachedMail } from '../../features/billing/limits.mail.ts'
import { badRatingsMail } from '../../features/notifications/ratings.mail.ts'
import { summaryMail } from '../../features/notifications/summary.mail.ts'
import { unansweredMail } from '../../features/notifications/unanswered.mail.ts'
import { invitationMail } from '../../features/organizations/invitation.mail.ts'
import { webhookDeactivatedMail, webhookFailingMail } from '../../features/webhooks/webhook.mail.ts'
import { createLog } from '../kit/log.ts'
import type { MailMessage } from './layout.ts'
import { createMailTransport } from './transport.ts'

const expiresAt = Date.parse('2026-02-02T12:00:00Z')
// As long as a real link: longer than the 76 characters of a line in a mail.
const link = `https://qpr.example.com/invitations/inv_01M7EHHR5KPE5Z2R5986JVFM1R.${'x'.repeat(43)}`

/** A message as a mail program shows it, and its bytes. */
const received = async (t: TestContext, message: MailMessage) => {
  const outboxDir = await mkdtemp(join(tmpdir(), 'qpr-texts-'))
  t.after(() => rm(outboxDir, { recursive: true }))
  const from = 'QPR <qpr@example.com>'
  const transport = createMailTransport({
    smtpUrl: null,
    from,
    outboxDir,
    log: createLog('silent'),
  })
  await transport.send({ id: 'mail_x', recipient: 'mira@example.com', message })
  assert.deepEqual(await readdir(outboxDir), ['mail_x.eml'])
  const bytes = await readFile(join(outboxDir, 'mail_x.eml'))
  const { text = '', ...mail } = await PostalMime.parse(bytes)
  const [head = ''] = bytes.toString('latin1').split('\n\n')
  // The parser adds a line break to every text.
  return { mail, head, text: text.replace(/\n\n$/, '\n') }
}

const invitation = {
  organizationName: 'Café Zoë 🏨',
  role: 'editor',
  inviterEmail: 'lena@example.com',
  expiresAt,
  link,
}

test('an invitation reads as a person would write it', async (t) => {
  const { mail, text } = await received(t, invitationMail(invitation))
  assert.equal(mail.subject, 'lena@example.com invites you to Café Zoë 🏨')
  assert.equal(
    text,
    `lena@example.com invites you to join Café Zoë 🏨 on QPR, the service for QR codes that talk.

As an editor you write, change and archive codes.

The invitation is valid until Monday, 2 February 2026 at 12:00 UTC.

See the invitation:
${link}

If you did not expect this mail, ignore it: nothing happens unless you accept.
`,
  )
})

test('a name does not turn the words after it around', () => {
  const organizationName = 'Café\u202e \u2066Zoë\u200f'
  const { subject, text, html } = invitationMail({ ...invitation, organizationName })
  assert.match(subject, /Café Zoë/)
  for (const part of [subject, text, html])
    assert.doesNotMatch(part, /[\u200e-\u202e\u2066-\u2069]/)
})

test('a sign-in link reads as a person would write it', async (t) => {
  const { mail, text } = await received(t, signInMail({ expiresAt, link }))
  assert.equal(mail.subject, 'Your sign-in link for QPR')
  assert.equal(
    text,
    `Someone, probably you, asked to sign in to QPR with this address.

The link works once, until Monday, 2 February 2026 at 12:00 UTC.

Sign in:
${link}

If it was not you, ignore this mail. Signing in is not possible without the link.
`,
  )
})

for (const [kind, message] of [
  ['an invitation', invitationMail(invitation)],
  ['a sign-in link', signInMail({ expiresAt, link })],
] as const) {
  test(`the HTML part of ${kind} has the content of the text part, and loads nothing`, async (t) => {
    const { mail, text } = await received(t, message)
    assert.ok(text.includes(link))
    assert.equal(`${wordsOf({ ...mail, text })}\n`, text)
  })
}

test('a mail is from us, to one recipient, and marked as sent by a program', async (t) => {
  const { mail } = await received(t, signInMail({ expiresAt, link }))
  assert.deepEqual(mail.from, { address: 'qpr@example.com', name: 'QPR' })
  assert.deepEqual(mail.to, [{ address: 'mira@example.com', name: '' }])
  assert.equal(mail.messageId, '<mail_x@example.com>')
  assert.ok(mail.headers.some(({ key }) => key === 'auto-submitted'))
})

for (const lineBreak of ['\r\n', '\n', '\r', '\u2028', '\u0085']) {
  test(`a name with ${JSON.stringify(lineBreak)} in it adds no header and no paragraph`, async (t) => {
    const name = ['Hotel', 'Bcc: ben@example.com', '', 'See the invitation:', 'Hotel'].join(
      lineBreak,
    )
    const { mail, head, text } = await received(
      t,
      invitationMail({ ...invitation, organizationName: name }),
    )
    const plain = await received(t, invitationMail(invitation))
    assert.deepEqual(
      mail.headers.map(({ key }) => key),
      plain.mail.headers.map(({ key }) => key),
    )
    assert.doesNotMatch(head, /^bcc:/im)
    assert.equal(
      mail.subject,
      'lena@example.com invites you to Hotel Bcc: ben@example.com See the invitation: Hotel',
    )
    assert.equal(text.split('\n').length, plain.text.split('\n').length)
  })
}

const webhook = {
  organizationName: 'Café\nZoë',
  url: 'https://shop.example.com/hooks',
  failingSince: Date.parse('2026-02-02T12:00:00Z'),
  link: 'https://qpr.example.com/studio/org_x/webhooks/wh_01M7EHHR5KPE5Z2R5986JVFM1R',
  language: 'en' as const,
  choice: {
    unsubscribe: 'https://qpr.example.com/unsubscribe/x',
    settings: 'https://qpr.example.com/studio/org_x/notifications',
  },
}

test('the warning of a failing webhook reads as a person would write it', async (t) => {
  const { mail, text } = await received(t, webhookFailingMail(webhook))
  assert.equal(mail.subject, 'A webhook of Café Zoë is failing')
  assert.equal(
    text,
    `Since Monday, 2 February 2026 at 12:00 UTC every delivery to https://shop.example.com/hooks has failed.

We keep trying. After five days without a success we switch the webhook off.

Its page shows the deliveries and the responses of your receiver.

Open the webhook:
https://qpr.example.com/studio/org_x/webhooks/wh_01M7EHHR5KPE5Z2R5986JVFM1R

You get this mail because you want to know when a webhook of Café Zoë fails. It is sent once.

Unsubscribe from these mails:
https://qpr.example.com/unsubscribe/x

Change notifications:
https://qpr.example.com/studio/org_x/notifications
`,
  )
})

test('the notice of a deactivated webhook reads as a person would write it', async (t) => {
  const { mail, text } = await received(t, webhookDeactivatedMail(webhook))
  assert.equal(mail.subject, 'A webhook of Café Zoë was switched off')
  assert.match(text, /We have switched the webhook off\.\n\nIt no longer receives events\./)
  assert.match(text, /switch the webhook on and resend them\.\n/)
})

test('a chosen mail carries the headers of RFC 8058, in every language', async (t) => {
  for (const language of ownerLanguages) {
    const { mail } = await received(t, webhookFailingMail({ ...webhook, language }))
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    assert.equal(header('list-unsubscribe'), '<https://qpr.example.com/unsubscribe/x>')
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    assert.ok(mail.html?.includes(`<html lang="${language}">`))
  }
  const german = webhookFailingMail({ ...webhook, language: 'de' })
  assert.equal(german.subject, 'Ein Webhook von Café Zoë schlägt fehl')
  assert.match(german.text, /^Seit Montag, 2\. Februar 2026 um 12:00 UTC ist jede Zustellung/)
})

for (const language of ownerLanguages.filter((one) => one !== 'en')) {
  test(`no mail has an English word left (${language})`, () => {
    const linkTo = () => link
    const about = { organizationName: 'Zoë', link, language, choice: webhook.choice }
    const limit = { ...about, plan: 'starter', used: 800, maximum: 1000, until: expiresAt }
    const plan = { ...about, plan: 'free', previousPlan: 'starter', retentionDays: 30 }
    const address = { changeId: 'x', oldEmail: 'a@b.c', newEmail: 'd@e.f', link, language }
    const quoted = { conversationId: 'x', codeName: 'Zoë', question: 'Zoë?', comment: 'Zoë' }
    const summary = {
      ...about,
      linkTo,
      firstDay: '2026-02-02',
      lastDay: '2026-02-08',
      sections: [],
    }
    const mails = [
      signInMail({ expiresAt, link, language }),
      ...['owner', 'admin', 'editor', 'viewer'].map((role) =>
        invitationMail({ ...invitation, role, language }),
      ),
      ...(['confirm', 'undo'] as const).map((kind) =>
        addressMail(kind, { ...address, until: expiresAt }),
      ),
      webhookFailingMail({ ...webhook, language }),
      webhookDeactivatedMail({ ...webhook, language }),
      ...(['scans_per_month', 'messages_per_month'] as const).flatMap((name) => [
        limitNearMail({ ...limit, limit: name }),
        limitReachedMail({ ...limit, limit: name, choice: null }),
      ]),
      planChangedMail({ ...plan, cancelAt: expiresAt, isUpgrade: false }),
      planChangedMail({ ...plan, cancelAt: null, isUpgrade: true }),
      paymentFailedMail({ ...plan, graceUntil: expiresAt }),
      paymentFailedMail({ ...plan, graceUntil: null }),
      ...[0, 7].flatMap((others) => [
        badRatingsMail({ ...about, linkTo, ratings: [quoted], others }),
        unansweredMail({
          ...about,
          linkTo,
          questions: [quoted],
          count: 1 + others,
          isMore: others > 0,
        }),
      ]),
      ...(['daily', 'weekly'] as const).map((interval) => summaryMail({ ...summary, interval })),
    ]
    for (const { subject, text } of mails) {
      const words = `${subject} ${text}`.replaceAll(/https:\S+/g, '')
      assert.doesNotMatch(
        words,
        /(?<!\p{L})(the|your|this|with|from|and|you|has|until|of|to)(?!\p{L})/iu,
      )
    }
  })
}
