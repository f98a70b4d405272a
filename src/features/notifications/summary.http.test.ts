import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { plantConversations } from '../../../test/harness/data/conversations.ts'
import { createCode } from '../../../test/harness/data/given.ts'
import { chooseNotifications } from '../../../test/harness/data/notifications.ts'
import { listQuestions, plantQuestions } from '../../../test/harness/data/questions.ts'
import { scan } from '../../../test/harness/data/scans.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { openMailbox } from '../../../test/harness/receivers/mailbox.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/kit/clock.ts'
import { sendNotifications } from './sender.ts'

const owner = 'owner@localhost'

const start = async (t: TestContext, choice: object) => {
  // A Wednesday, 20:00 in Berlin.
  const clock = fakeClock('2099-06-17T18:00:00Z')
  const service = await startService(t, { clock })
  const mailbox = await openMailbox(t, service)
  await chooseNotifications(service, { time_zone: 'Europe/Berlin', ...choice })
  const code = await createCode(service, { name: 'Table 7', prompt: 'Breakfast is at seven.' })
  return { clock, service, mailbox, code }
}

const scanTimes = async (service: Service, code: { short_id: string }, times: number) => {
  for (let n = 0; n < times; n++) await scan(service, code)
}

/** As several processes would: all of them look for due summaries at the same time. */
const due = (service: Service) =>
  Promise.all(Array.from({ length: 4 }, () => sendNotifications(service.internals)))

test('a daily summary is sent once, at 7:00 of the member, and compares with the day before', async (t) => {
  const { clock, service, mailbox, code } = await start(t, { summary: 'daily' })
  await scanTimes(service, code, 2)
  clock.advance(dayMs)
  await scanTimes(service, code, 3)
  const visitor = await openTalk(service, code.short_id)
  await visitor.ask('When is breakfast?')
  await visitor.post('/rating', { rating: 'up' })
  await visitor.ask('Is there a pool?')
  await visitor.post('/rating', { rating: 'down', comment: 'You should know.' })
  // Wednesday has a mail, which is about its scans alone.
  await due(service)
  assert.match((await mailbox.mailTo(owner)).text ?? '', /^Wednesday, 17 June 2099/)
  clock.advance(10 * hourMs)
  await due(service)
  assert.equal((await mailbox.all()).length, 1, 'it is 6:00 in Berlin')
  clock.advance(hourMs)
  await due(service)
  const mail = await mailbox.mailTo(owner, 2)
  assert.equal(mail.subject, 'owner’s organization: your day')
  const text = mail.text ?? ''
  assert.match(text, /^Thursday, 18 June 2099, compared with the day before\./)
  assert.match(text, /Scans: 3 \(\+50%\)\n/)
  assert.match(text, /Conversations: 1 \(none in the period before\)\n/)
  assert.match(text, /Answers that visitors liked\n\nTable 7: “When is breakfast\?” – “/)
  assert.match(text, /Answers that visitors did not like\n\nTable 7: “Is there a pool\?” – “/)
  assert.match(text, /\(comment: “You should know\.”\)\n/)
  assert.match(text, /Busiest hours \(Europe\/Berlin\)\n\n20:00–21:00: 3 scans\n/)
  const studio = `${service.config.QPR_BASE_URL}/studio/${await service.defaultOrganizationId()}`
  assert.ok(text.includes(`${studio}/conversations/${visitor.conversation_id}\n`))
  assert.ok(text.includes(`${studio}/insight?period=7d\n`))
  await due(service)
  assert.equal((await mailbox.all()).length, 2)

  // The link of a daily mail does not end the weekly ones that were chosen later.
  const [link = ''] = text.match(/\S+\/unsubscribe\/\S+/) ?? []
  await chooseNotifications(service, { summary: 'weekly' })
  await service.request('POST', new URL(link).pathname, { key: null })
  assert.equal((await chooseNotifications(service, {})).summary, 'weekly')
})

test('a summary that fails is tried again ten minutes later', async (t) => {
  const { clock, service, mailbox, code } = await start(t, { summary: 'daily' })
  const setTimeZone = (time_zone: string) =>
    service.database.transaction(({ db }) => db.updateTable('users').set({ time_zone }).execute())
  await scanTimes(service, code, 1)
  clock.advance(dayMs)
  await setTimeZone('Nowhere')
  await due(service)
  await setTimeZone('Europe/Berlin')
  clock.advance(10 * minuteMs - 1)
  await due(service)
  assert.deepEqual(await mailbox.all(), [])
  clock.advance(1)
  await due(service)
  assert.match((await mailbox.mailTo(owner)).text ?? '', /^Wednesday, 17 June 2099/)
})

test('a weekly summary comes on Monday, in German, also after an interruption, and not for an empty week', async (t) => {
  const { clock, service, mailbox, code } = await start(t, { summary: 'weekly', language: 'de' })
  await scanTimes(service, code, 1)
  // Nothing ran on Monday at 7:00. On Tuesday the service is back.
  clock.advance(6 * dayMs)
  await due(service)
  const mail = await mailbox.mailTo(owner)
  assert.equal(mail.subject, 'owner’s organization: Ihre Woche')
  const text = mail.text ?? ''
  assert.match(
    text,
    /^Montag, 15\. Juni 2099 bis Sonntag, 21\. Juni 2099, verglichen mit der Woche/,
  )
  assert.match(text, /Scans: 1 \(keine im Zeitraum davor\)\n/)
  assert.match(text, /Meistbesuchte Stunden \(Europe\/Berlin\)\n\n20:00–21:00: 1 Scan\n/)
  clock.advance(14 * dayMs)
  await due(service)
  assert.equal((await mailbox.all()).length, 1, 'the week has no scans and no conversations')
})

test('a summary shows three answers of each kind, and none of another organization', async (t) => {
  const { clock, service, mailbox, code } = await start(t, { summary: 'daily' })
  await scanTimes(service, code, 1)
  const at = clock.now()
  const talks = Array.from({ length: 5 }, (_, n) => ({
    at: at + n,
    rating: 'down' as const,
    said: [`Question ${n}`, `Answer ${n}`],
  }))
  await plantConversations(service, code, talks)
  clock.advance(dayMs)
  await due(service)
  const text = (await mailbox.mailTo(owner)).text ?? ''
  assert.deepEqual(
    [...text.matchAll(/“(Question \d)”/g)].map(([, question]) => question),
    ['Question 4', 'Question 3', 'Question 2'],
  )
})

test('a summary names the open questions of the period, each with a link to its answer box', async (t) => {
  const { clock, service, mailbox, code } = await start(t, { summary: 'daily', language: 'de' })
  const at = clock.now()
  const subjects = ['Sauna', 'Garage', 'Kanu', 'Klavier', 'Bibliothek', 'Kegelbahn']
  await plantQuestions(service, code, [
    { question: 'Gibt es eine Sauna?', at, language: 'de' },
    ...subjects.map((subject) => ({ question: `${subject}?`, at })),
  ])
  const { questions } = await listQuestions(service)
  const [sauna, dismissed] = questions
  await service.patch(`/v1/questions/${dismissed?.id}`, { status: 'dismissed' })
  clock.advance(dayMs)
  await due(service)
  const text = (await mailbox.mailTo(owner)).text ?? ''
  assert.match(
    text,
    /Fragen ohne Antwort: zum Beantworten öffnen\n\n„(Gibt es eine )?Sauna\?“ \(2 Gespräche\)/,
  )
  const studio = `${service.config.QPR_BASE_URL}/studio/${await service.defaultOrganizationId()}`
  assert.ok(text.includes(`${studio}/questions/${sauna?.id}\n`))
  assert.ok(!text.includes(dismissed?.id ?? ''))
  assert.equal(text.split('/questions/').length - 1, 5)
  // The next day has no new question: the mail does not repeat the old ones.
  clock.advance(dayMs)
  await scanTimes(service, code, 1)
  clock.advance(dayMs)
  await due(service)
  assert.doesNotMatch((await mailbox.mailTo(owner, 2)).text ?? '', /Fragen ohne Antwort/)
})
