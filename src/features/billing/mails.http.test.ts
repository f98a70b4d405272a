import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode } from '../../../test/harness/data/given.ts'
import { chooseNotifications } from '../../../test/harness/data/notifications.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { talkWithNewCode } from '../../../test/harness/data/talk.ts'
import { choosePlan, startLimited } from '../../../test/harness/providers/billing.ts'
import { openMailbox, wordsOf } from '../../../test/harness/receivers/mailbox.ts'
import { runUnaudited } from '../../platform/change.ts'
import { dayMs } from '../../platform/kit/clock.ts'
import { changePlan, type NextSubscription } from './change-plan.ts'
import { checkLimits } from './notices.ts'

const owner = 'owner@localhost'

const limits = {
  free: { scans_per_month: 5, messages_per_month: 5, retention_days: 30 },
}

const start = async (t: TestContext) => {
  const { service, clock } = await startLimited(t, limits)
  const organizationId = await service.defaultOrganizationId()
  // A name must not lay out the letter.
  await service.patch(`/v1/organizations/${organizationId}`, { name: 'Café\r\nZoë <b>' })
  const studio = `${service.config.QPR_BASE_URL}/studio`
  const plan = `${studio}/${organizationId}/plan`
  return { service, clock, organizationId, studio, plan, mailbox: await openMailbox(t, service) }
}

/** As a payment provider says it. */
const changeTo = async (
  { service, clock, organizationId }: Awaited<ReturnType<typeof start>>,
  next: Partial<NextSubscription>,
) => {
  const paid: NextSubscription = {
    plan: 'starter',
    provider: 'stripe',
    status: 'active',
    current_period_end: clock.now() + 30 * dayMs,
    cancel_at: null,
    grace_until: null,
    customer_id: 'cus_1',
    subscription_id: 'sub_1',
    reconcile_at: null,
    ...next,
  }
  const chooser = { id: 'usr_1', email: owner }
  await runUnaudited(service.internals, (change) =>
    changePlan(change, organizationId, paid, chooser),
  )
}

test('the mail about an upgrade reads as a person would write it', async (t) => {
  const { service, mailbox, plan } = await start(t)
  await choosePlan(service, 'starter')
  const mail = await mailbox.mailTo(owner)
  assert.equal(mail.subject, 'The plan of Café Zoë <b> is now starter')
  assert.equal(
    wordsOf(mail),
    `Café Zoë <b> has moved from the plan free to the plan starter.

Your new limits apply now.

Open the plan:
${plan}

You get this mail because you are an owner of the organization.`,
  )
})

test('the mail about a downgrade says what stays and what is deleted', async (t) => {
  const { service, mailbox } = await start(t)
  await choosePlan(service, 'professional')
  await choosePlan(service, 'starter')
  const down = await mailbox.mailTo(owner, 2)
  assert.match(wordsOf(down), /The change deletes nothing now\. If you use more than/)
  assert.doesNotMatch(wordsOf(down), /days/)
  await choosePlan(service, 'free')
  const cancelled = await mailbox.mailTo(owner, 3)
  assert.equal(cancelled.subject, 'The plan of Café Zoë <b> is now free')
  assert.match(
    wordsOf(cancelled),
    /The smaller plan keeps scans and conversations for 30 days\. Older ones are deleted when you have had the plan for 30 days\. Totals stay\.\n/,
  )
})

test('the mail about a cancellation says how long the plan continues', async (t) => {
  const given = await start(t)
  await changeTo(given, {})
  await changeTo(given, { cancel_at: given.clock.now() + 10 * dayMs })
  const mail = await given.mailbox.mailTo(owner, 2)
  assert.equal(mail.subject, 'The plan of Café Zoë <b> was cancelled')
  assert.equal(
    wordsOf(mail),
    `The plan starter of Café Zoë <b> was cancelled. It stays active until Thursday, 25 June 2099 at 12:00 UTC. Then the organization moves to the plan free.

The change deletes nothing now. If you use more than the plan includes, everything keeps working, but you cannot add more. Printed codes keep working.

The smaller plan keeps scans and conversations for 30 days. Older ones are deleted when you have had the plan for 30 days. Totals stay.

Open the plan:
${given.plan}

You get this mail because you are an owner of the organization.`,
  )
})

test('the mail about a failed payment says what to do, and by when', async (t) => {
  const given = await start(t)
  await changeTo(given, {})
  const graceUntil = given.clock.now() + 7 * dayMs
  // Sent once, for any number of events.
  for (let n = 0; n < 2; n++) await changeTo(given, { status: 'past_due', grace_until: graceUntil })
  const mail = await given.mailbox.mailTo(owner, 2)
  assert.equal(mail.subject, 'A payment for Café Zoë <b> failed')
  assert.equal(
    wordsOf(mail),
    `The last payment for the plan starter of Café Zoë <b> failed.

Please check your card, or enter another one, before Monday, 22 June 2099 at 12:00 UTC. Until then you keep the plan. After that the organization moves to the plan free.

Printed codes keep working in any case.

Check the payment:
${given.plan}

You get this mail because you are an owner of the organization.`,
  )
  assert.equal((await given.mailbox.all()).length, 2)
})

test('the mails about messages say how many are used and what visitors read', async (t) => {
  const { service, mailbox, plan } = await start(t)
  await chooseNotifications(service, { plan_limit: true })
  const visitor = await talkWithNewCode(service)
  for (let n = 0; n < 4; n++) await visitor.ask('Hello')
  const near = await mailbox.mailTo(owner)
  assert.equal(near.subject, 'Café Zoë <b> has used most of its messages for this month')
  const [own] = wordsOf(near).split('\n\nUnsubscribe')
  assert.equal(
    own,
    `4 of 5 messages this month are used (plan free).

When you reach the limit, visitors are told that no more questions can be answered this month. Printed codes keep working.

The count starts again on Wednesday, 1 July 2099 at 00:00 UTC. The limits of a larger plan apply immediately.

Open plan and usage:
${plan}

You get this mail because you want to know when Café Zoë <b> is close to a limit of its plan. It is sent once a month.`,
  )
  await visitor.ask('Hello')
  const reached = await mailbox.mailTo(owner, 2)
  assert.equal(reached.subject, 'Café Zoë <b> has used all of its messages for this month')
  assert.equal(
    wordsOf(reached),
    `All 5 messages of this month are used (plan free).

Visitors are told that no more questions can be answered this month. Printed codes keep working.

The count starts again on Wednesday, 1 July 2099 at 00:00 UTC. The limits of a larger plan apply immediately.

Open plan and usage:
${plan}

You get this mail because you are an owner of the organization. It is sent once a month.`,
  )
})

/** Two mails about messages, then an upgrade, a failed payment and a cancellation. */
const inLanguages = {
  fr: {
    subjects: [
      'Café Zoë <b> a presque épuisé ses messages de ce mois',
      'Café Zoë <b> a épuisé ses messages de ce mois',
      'La formule de Café Zoë <b> est maintenant starter',
      'Un paiement pour Café Zoë <b> a échoué',
      'La formule de Café Zoë <b> a été résiliée',
    ],
    until: /jusqu’au jeudi 25 juin 2099/,
  },
  es: {
    subjects: [
      'Café Zoë <b> ha consumido la mayoría de sus mensajes de este mes',
      'Café Zoë <b> ha consumido todos sus mensajes de este mes',
      'El plan de Café Zoë <b> es ahora starter',
      'Ha fallado un pago de Café Zoë <b>',
      'Se ha cancelado el plan de Café Zoë <b>',
    ],
    until: /hasta el jueves, 25 de junio de 2099/,
  },
  it: {
    subjects: [
      'Café Zoë <b> ha quasi esaurito il limite di messaggi di questo mese',
      'Café Zoë <b> ha esaurito il limite di messaggi di questo mese',
      'Il piano di Café Zoë <b> ora è starter',
      'Un pagamento per Café Zoë <b> non è riuscito',
      'Il piano di Café Zoë <b> è stato disdetto',
    ],
    until: /fino a giovedì 25 giugno 2099/,
  },
} as const

for (const language of ['fr', 'es', 'it'] as const) {
  test(`the mails about the plan are in the language of the owner (${language})`, async (t) => {
    const given = await start(t)
    const { service, mailbox } = given
    await chooseNotifications(service, { plan_limit: true, language })
    const visitor = await talkWithNewCode(service)
    for (let n = 0; n < 5; n++) await visitor.ask('Hello')
    await mailbox.mailTo(owner, 2)
    const end = given.clock.now() + 10 * dayMs
    await changeTo(given, {})
    await changeTo(given, { status: 'past_due', grace_until: end })
    await changeTo(given, { cancel_at: end })
    const { subjects, until } = inLanguages[language]
    // The last three are sent at the same time, so they arrive in any order.
    await mailbox.mailTo(owner, subjects.length)
    for (const [index, subject] of subjects.entries()) {
      const mail = await mailbox.mailTo(owner, index + 1)
      assert.equal(mail.subject, subject)
      assert.doesNotMatch(wordsOf(mail), /\b(the|you|your|until|visitors|open|printed)\b/i, subject)
    }
    assert.match(wordsOf(await mailbox.mailTo(owner, 5)), until)
  })
}

test('the mails about scans say that nothing stops', async (t) => {
  const { service, mailbox } = await start(t)
  await chooseNotifications(service, { plan_limit: true })
  const code = await createCode(service)
  for (let n = 0; n < 4; n++) await scan(service, code)
  await checkLimits(service.internals)
  const near = await mailbox.mailTo(owner)
  assert.equal(near.subject, 'Café Zoë <b> has used most of its scans for this month')
  assert.match(wordsOf(near), /^4 of 5 scans this month are used \(plan free\)\.\n/)
  assert.match(wordsOf(near), /\n\nNothing stops when you reach the limit: printed codes keep/)
  for (let n = 0; n < 4; n++) await scan(service, code)
  await checkLimits(service.internals)
  const reached = await mailbox.mailTo(owner, 2)
  assert.equal(reached.subject, 'Café Zoë <b> has used all of its scans for this month')
  assert.match(wordsOf(reached), /^All 5 scans of this month are used \(plan free\)\.\n/)
  assert.match(
    wordsOf(reached),
    /\n\nNothing stops: printed codes keep working, and scans are still/,
  )
})
