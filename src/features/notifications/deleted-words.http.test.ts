import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/harness/checks/eventually.ts'
import { createCode, createOrganization } from '../../../test/harness/data/given.ts'
import { chooseNotifications } from '../../../test/harness/data/notifications.ts'
import { openTalk } from '../../../test/harness/data/talk.ts'
import { startSmtp } from '../../../test/harness/receivers/smtp.ts'
import { fakeClock, type Service, startService } from '../../../test/harness/service/service.ts'
import { dayMs, minuteMs } from '../../platform/kit/clock.ts'
import { sendNotifications } from './sender.ts'

const words = /Silva|arthritis/

/** A service whose mails are refused until `accept` is called. */
const start = async (t: TestContext) => {
  const clock = fakeClock('2099-06-17T18:00:00Z')
  let isRefusing = true
  const smtp = await startSmtp(t, () => isRefusing)
  const service = await startService(t, { clock, settings: { QPR_SMTP_URL: smtp.url } })
  const waiting = () =>
    service.database.db
      .selectFrom('mails')
      .select(['kind', 'data', 'last_error'])
      .where('member_id', 'is not', null)
      .execute()
  return {
    clock,
    service,
    /** Waits until all notifications were refused, and returns what the database has of them. */
    refused: (count: number) =>
      eventually(async () => {
        const rows = await waiting()
        assert.equal(rows.filter(({ last_error }) => last_error !== null).length, count)
        return JSON.stringify(rows)
      }),
    waiting,
    /** The mails of the next attempt, after one that the test queues to wake the sender. */
    async accept(count: number) {
      isRefusing = false
      clock.advance(minuteMs)
      const { id } = await createOrganization(service)
      await service.post(`/v1/organizations/${id}/members`, { email: 'a@b.c', role: 'editor' })
      const mails = await smtp.arrived(count + 1)
      await eventually(async () => {
        for (const { data } of await waiting()) assert.equal(data, '{}')
      })
      return mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n')
    },
  }
}

const unhappy = async (service: Service, shortId: string, question: string) => {
  const visitor = await openTalk(service, shortId)
  await visitor.ask(question)
  await visitor.post('/rating', { rating: 'down', comment: `${question} Nothing!` })
  return visitor
}

test('a mail that waits has no words of visitors, and none of a deleted conversation when it is sent', async (t) => {
  const { clock, service, refused, accept } = await start(t)
  await chooseNotifications(service, { bad_rating: true, summary: 'daily', time_zone: 'UTC' })
  const code = await createCode(service, { name: 'Table 7', prompt: 'Breakfast is at seven.' })
  const secret = 'I am Ana Silva, is there a sauna for my arthritis?'
  const deleted = await unhappy(service, code.short_id, secret)
  await unhappy(service, code.short_id, 'Where can I park a bicycle?')
  clock.advance(dayMs)
  await sendNotifications(service.internals)
  assert.doesNotMatch(await refused(2), /Silva|arthritis|bicycle/)
  await deleted.forget()
  const text = await accept(2)
  assert.doesNotMatch(text, words)
  assert.match(text, /A bad rating for/)
  assert.match(text, /“Where can I park a bicycle\?” \(1 conversation\)/)
  assert.match(text, /Table 7: “Where can I park a bicycle\?” – “/)
  assert.match(text, /Question: “Where can I park a bicycle\?”\n/)
  assert.match(text, /Comment: “Where can I park a bicycle\? Nothing!”\n/)
})

test('a mail about conversations that were all deleted is not sent', async (t) => {
  const { clock, service, refused, accept } = await start(t)
  await chooseNotifications(service, { bad_rating: true })
  const code = await createCode(service, { prompt: 'Breakfast is at seven.' })
  const deleted = await unhappy(service, code.short_id, 'I am Ana Silva.')
  clock.advance(5 * minuteMs)
  await sendNotifications(service.internals)
  await refused(1)
  await deleted.forget()
  assert.doesNotMatch(await accept(0), words)
})
