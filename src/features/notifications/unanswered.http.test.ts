import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { chooseNotifications } from '../../../test/harness/data/notifications.ts'
import { plantQuestions } from '../../../test/harness/data/questions.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { runUnaudited } from '../../platform/change.ts'
import { minuteMs } from '../../platform/kit/clock.ts'
import { sendNotifications } from './sender.ts'
import { collectUnanswered } from './unanswered.ts'

const owner = 'owner@localhost'
const unknown = 'Zxqv plmk wrtz?'

const start = async (t: TestContext, choice: object = { unanswered_question: true }) => {
  const clock = fakeClock('2099-06-15T12:00:00Z')
  const service = await startService(t, { clock })
  const mailbox = await openMailbox(t, service)
  await chooseNotifications(service, choice)
  const code = await createCode(service, { name: 'Table 7', prompt: 'Breakfast is at seven.' })
  return { clock, service, mailbox, code }
}

const askUnknown = async (service: Service, code: { short_id: string }) => {
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask(unknown)
  return visitor
}

const due = (service: Service) => sendNotifications(service.internals)

/** The recipients of all mails, sent or not. */
const queued = async ({ database }: Service) =>
  await database.db
    .selectFrom('mails')
    .select('recipient')
    .where('kind', '=', 'unansweredQuestions')
    .execute()

const noticesOf = async ({ database }: Service) =>
  await database.db.selectFrom('question_notices').selectAll().execute()

test('a question without an answer is mailed to the members who chose it, and to no others', async (t) => {
  const { clock, service, mailbox, code } = await start(t)
  await service.keyOf('admin', undefined, 'admin@example.com')
  const { conversation_id: id } = await askUnknown(service, code)
  await due(service)
  assert.deepEqual(await queued(service), [])
  clock.advance(2 * minuteMs)
  await due(service)
  const mail = await mailbox.mailTo(owner)
  assert.match(mail.subject ?? '', /^An unanswered question for /)
  assert.ok(mail.text?.includes(unknown), mail.text)
  assert.ok(mail.text?.includes(`/conversations/${id}`), mail.text)
  assert.ok(mail.text?.includes('Table 7'), mail.text)
  assert.equal((await mailbox.all()).length, 1)
})

test('without the choice, and for an answered question, nothing is scheduled', async (t) => {
  const { service, code } = await start(t, {})
  await askUnknown(service, code)
  assert.deepEqual(await noticesOf(service), [])
  await chooseNotifications(service, { unanswered_question: true })
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('When is breakfast?')
  assert.deepEqual(await noticesOf(service), [])
})

test('a thousand questions in a minute are one mail, and the next one waits 15 minutes', async (t) => {
  const { clock, service, mailbox, code } = await start(t)
  const organizationId = await service.defaultOrganizationId()
  const at = clock.now()
  const questions = Array.from({ length: 300 }, (_, number) => ({
    question: `Zxqv ${number}?`,
    at,
  }))
  await plantQuestions(service, code, questions)
  const fact = { organizationId, outcome: 'unknown' as const, answerId: '', conversationId: '' }
  for (let asked = 0; asked < 1000; asked += 100) {
    await runUnaudited(service.internals, async (change) => {
      for (let one = 0; one < 100; one++) await collectUnanswered(change, fact)
    })
    clock.advance(minuteMs / 10)
  }
  clock.advance(minuteMs)
  // As several processes, and one that has died after the claim.
  await Promise.all([due(service), due(service), due(service)])
  assert.equal((await queued(service)).length, 1)
  const mail = await mailbox.mailTo(owner)
  assert.match(mail.subject ?? '', /^More than 100 unanswered questions for /)
  assert.equal(mail.text?.match(/Zxqv/g)?.length, 10)

  clock.advance(minuteMs)
  await askUnknown(service, code)
  for (let minute = 0; minute < 13; minute++) {
    clock.advance(minuteMs)
    await due(service)
  }
  assert.equal((await queued(service)).length, 1)
  clock.advance(minuteMs)
  await due(service)
  const next = await mailbox.mailTo(owner, 2)
  assert.match(next.subject ?? '', /^An unanswered question for /)
})

test('a process that dies after the claim does not lose the mail', async (t) => {
  const { clock, service, mailbox, code } = await start(t)
  await askUnknown(service, code)
  clock.advance(2 * minuteMs)
  await service.database.transaction(({ db }) =>
    db
      .updateTable('question_notices')
      .set({ due_at: clock.now() + 10 * minuteMs })
      .where('due_at', 'is not', null)
      .execute(),
  )
  await due(service)
  assert.deepEqual(await mailbox.all(), [])
  clock.advance(10 * minuteMs)
  await due(service)
  await mailbox.mailTo(owner)
})

test('a deleted conversation and an answered question are in no mail', async (t) => {
  const { clock, service, mailbox, code } = await start(t)
  const { conversation_id: id } = await askUnknown(service, code)
  await service.delete(`/v1/conversations/${id}`)
  clock.advance(2 * minuteMs)
  await due(service)
  await askUnknown(service, code)
  const { body } = await service.get<{ questions: { id: string }[] }>('/v1/questions')
  await service.post(`/v1/questions/${body.questions[0]?.id}/answer`, { answer: 'At nine.' })
  clock.advance(2 * minuteMs)
  await due(service)
  assert.deepEqual([await queued(service), await mailbox.all()], [[], []])
})

test('questions of another organization are in no mail, and its deletion deletes the schedule', async (t) => {
  const { clock, service, mailbox, code } = await start(t)
  const elsewhere = await createOrganization(service)
  const foreign = await createCode(service, {
    organization_id: elsewhere.id,
    prompt: 'Breakfast is at seven.',
  })
  await service.patch(`/v1/organizations/${elsewhere.id}/notifications`, {
    unanswered_question: true,
  })
  await askUnknown(service, foreign)
  assert.equal((await noticesOf(service)).length, 1)
  await service.delete(`/v1/organizations/${elsewhere.id}`)
  assert.deepEqual(await noticesOf(service), [])
  await askUnknown(service, code)
  clock.advance(2 * minuteMs)
  await due(service)
  const mail = await mailbox.mailTo(owner)
  assert.match(mail.subject ?? '', /^An unanswered question for /)
})
