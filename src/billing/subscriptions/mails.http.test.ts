import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { choosePlan, startLimited } from '../../../test/harness/billing.ts'
import { createCode } from '../../../test/harness/given.ts'
import { openMailbox, wordsOf } from '../../../test/harness/mailbox.ts'
import { scan } from '../../../test/harness/scans.ts'
import { talkWithNewCode } from '../../../test/harness/talk.ts'
import { dayMs } from '../../kit/clock.ts'
import { createChangePlan, type NextSubscription } from './change-plan.ts'

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
  return { service, clock, organizationId, studio, mailbox: await openMailbox(t, service) }
}

/** As a payment provider says it. */
const changeTo = async (
  { service, clock, organizationId }: Awaited<ReturnType<typeof start>>,
  next: Partial<NextSubscription>,
) => {
  const { outbox, mail, members } = service.rules
  const changePlan = createChangePlan({ clock, outbox, mail, owners: members.owners })
  const paid: NextSubscription = {
    plan: 'starter',
    provider: 'stripe',
    status: 'active',
    currentPeriodEnd: clock.now() + 30 * dayMs,
    cancelAt: null,
    graceUntil: null,
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    reconcileAt: null,
    ...next,
  }
  const chooser = { id: 'usr_1', email: owner }
  await service.database.transaction((tx) => changePlan(tx, organizationId, paid, chooser))
}

test('the mail about an upgrade reads as a person would write it', async (t) => {
  const { service, mailbox, studio } = await start(t)
  await choosePlan(service, 'starter')
  const mail = await mailbox.mailTo(owner)
  assert.equal(mail.subject, 'The plan of Café Zoë <b> is now starter')
  assert.equal(
    wordsOf(mail),
    `Café Zoë <b> was on the plan free and is on the plan starter from now on.

What the new plan includes counts at once.

Look at the plan:
${studio}

You get this mail because you own the organization.`,
  )
})

test('the mail about a downgrade says what stays and what is deleted', async (t) => {
  const { service, mailbox } = await start(t)
  await choosePlan(service, 'professional')
  await choosePlan(service, 'starter')
  const down = await mailbox.mailTo(owner, 2)
  assert.match(wordsOf(down), /Nothing is deleted because of it\. Where more is in use than/)
  assert.doesNotMatch(wordsOf(down), /days/)
  await choosePlan(service, 'free')
  const cancelled = await mailbox.mailTo(owner, 3)
  assert.equal(cancelled.subject, 'The plan of Café Zoë <b> is now free')
  assert.match(
    wordsOf(cancelled),
    /The smaller plan keeps scans and conversations for 30 days\. Older ones are deleted once it has lasted 30 days; totals stay\.\n/,
  )
})

test('the mail about a cancellation says how long the plan continues', async (t) => {
  const given = await start(t)
  await changeTo(given, {})
  await changeTo(given, { cancelAt: given.clock.now() + 10 * dayMs })
  const mail = await given.mailbox.mailTo(owner, 2)
  assert.equal(mail.subject, 'The plan of Café Zoë <b> was cancelled')
  assert.equal(
    wordsOf(mail),
    `The plan starter of Café Zoë <b> was cancelled. It goes on until Thursday, 25 June 2099 at 12:00 UTC. After that the organization is on the plan free.

Nothing is deleted because of it. Where more is in use than the plan includes, it stays; only something new is refused. Printed codes go on opening.

The smaller plan keeps scans and conversations for 30 days. Older ones are deleted once it has lasted 30 days; totals stay.

Look at the plan:
${given.studio}

You get this mail because you own the organization.`,
  )
})

test('the mail about a failed payment says what to do, and by when', async (t) => {
  const given = await start(t)
  await changeTo(given, {})
  const graceUntil = given.clock.now() + 7 * dayMs
  // Sent once, for any number of events.
  for (let n = 0; n < 2; n++) await changeTo(given, { status: 'past_due', graceUntil })
  const mail = await given.mailbox.mailTo(owner, 2)
  assert.equal(mail.subject, 'A payment for Café Zoë <b> failed')
  assert.equal(
    wordsOf(mail),
    `The last payment for the plan starter of Café Zoë <b> did not go through.

Please check the card, or name another one, before Monday, 22 June 2099 at 12:00 UTC. Until then the plan stays; after that the organization is on the plan free.

Printed codes go on opening in any case.

Look at the payment:
${given.studio}

You get this mail because you own the organization.`,
  )
  assert.equal((await given.mailbox.all()).length, 2)
})

test('the mails about messages say how many are used and what visitors read', async (t) => {
  const { service, mailbox, studio } = await start(t)
  const visitor = await talkWithNewCode(service)
  for (let n = 0; n < 4; n++) await visitor.ask('Hello')
  const near = await mailbox.mailTo(owner)
  assert.equal(near.subject, 'Café Zoë <b> has used most of its messages for this month')
  assert.equal(
    wordsOf(near),
    `4 of the 5 messages a month that the plan free includes are used.

When they are used up, visitors who ask something read that no more questions can be answered this month. Printed codes go on opening.

The count begins anew on Wednesday, 1 July 2099 at 00:00 UTC. A larger plan counts at once.

Look at the plan and its use:
${studio}

You get this mail because you own the organization. It is sent once a month.`,
  )
  await visitor.ask('Hello')
  const reached = await mailbox.mailTo(owner, 2)
  assert.equal(reached.subject, 'Café Zoë <b> has used all of its messages for this month')
  assert.equal(
    wordsOf(reached),
    `All 5 messages a month that the plan free includes are used.

Visitors who ask something read that no more questions can be answered this month. Printed codes go on opening.

The count begins anew on Wednesday, 1 July 2099 at 00:00 UTC. A larger plan counts at once.

Look at the plan and its use:
${studio}

You get this mail because you own the organization. It is sent once a month.`,
  )
})

test('the mails about scans say that nothing stops', async (t) => {
  const { service, mailbox } = await start(t)
  const code = await createCode(service)
  for (let n = 0; n < 4; n++) await scan(service, code)
  await service.rules.limitWatch.look()
  const near = await mailbox.mailTo(owner)
  assert.equal(near.subject, 'Café Zoë <b> has used most of its scans for this month')
  assert.match(wordsOf(near), /^4 of the 5 scans a month that the plan free includes are used\.\n/)
  assert.match(wordsOf(near), /\n\nWhen they are used up nothing stops: printed codes go on/)
  for (let n = 0; n < 4; n++) await scan(service, code)
  await service.rules.limitWatch.look()
  const reached = await mailbox.mailTo(owner, 2)
  assert.equal(reached.subject, 'Café Zoë <b> has used all of its scans for this month')
  assert.match(wordsOf(reached), /^All 5 scans a month that the plan free includes are used\.\n/)
  assert.match(wordsOf(reached), /\n\nNothing stops: printed codes go on opening, and scans go on/)
})
