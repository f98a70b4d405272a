import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { anyPostgres, newDatabase } from '../../../test/harness/service/postgres.ts'
import { fakeClock } from '../../../test/harness/service/service.ts'
import { changeContext, type Service } from '../context.ts'
import { type Clock, minuteMs, systemClock } from '../kit/clock.ts'
import { createLog } from '../kit/log.ts'
import type { Database } from '../store/database.ts'
import { openDatabase } from '../store/open.ts'
import { createMailSender, enqueueMail, type MailTexts, type Transport } from './mail.ts'

const log = createLog('silent')
const pace = { name: 'mail', log, everyMs: minuteMs, retryMs: minuteMs }

const openSqlite = async (t: TestContext): Promise<Database> => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-mail-'))
  const database = openDatabase(`sqlite:${join(folder, 'qpr.db')}`, log)
  await database.migrate()
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  return database
}

/** A worker of one process, whose transport is a function. */
const workerOf = (database: Database, clock: Clock, send: Transport['send']) => {
  const words = { subject: 'A link', text: 'text', html: 'html' }
  const texts = { signIn: async () => words } as unknown as MailTexts
  const transport = { send, verify: async () => undefined, close: () => undefined }
  const service = {
    database,
    clock,
    log,
    mailWorker: { wake: () => mail.wake() },
  } as unknown as Service
  const mail = createMailSender({ service, transport, texts })
  return {
    ...mail,
    enqueue: (recipient: string, failure?: Error) =>
      database.transaction(async (tx) => {
        const data = { signInId: 'sgn_x', expiresAt: 0 }
        await enqueueMail(changeContext(service, tx, null), {
          kind: 'signIn',
          recipient,
          data,
        })
        if (failure) throw failure
      }),
    /** Checks once for due mails, and sends them. */
    async runOnce() {
      mail.start(pace)
      await mail.stop()
    },
  }
}

test('a refused mail does not delay any number of others', async (t) => {
  const database = await openSqlite(t)
  const recipients = Array.from({ length: 70 }, (_, index) => `m${index}@example.com`)
  const sent: string[] = []
  const all = Promise.withResolvers<void>()
  const mail = workerOf(database, systemClock, async ({ recipient }) => {
    if (recipient === recipients[0]) throw new Error('no such mailbox')
    sent.push(recipient)
    if (sent.length === recipients.length - 1) all.resolve()
  })
  for (const recipient of recipients) await mail.enqueue(recipient)
  mail.start(pace)
  await all.promise
  await mail.stop()
  assert.deepEqual(sent.sort(), recipients.slice(1).sort())
})

test('a mail is sent right after the commit of its cause, and never without it', async (t) => {
  const database = await openSqlite(t)
  const left = new EventEmitter()
  const mail = workerOf(database, systemClock, async ({ recipient }) => {
    left.emit('mail', recipient)
  })
  mail.start(pace)
  const next = once(left, 'mail')
  await assert.rejects(mail.enqueue('nobody@example.com', new Error('changed its mind')))
  await mail.enqueue('mira@example.com')
  assert.deepEqual(await next, ['mira@example.com'])
  await mail.stop()
  const rows = await database.db.selectFrom('mails').select('recipient').execute()
  assert.deepEqual(rows, [{ recipient: 'mira@example.com' }])
})

test('a mail of a process that dies while sending is sent by the next process', async (t) => {
  const database = await openSqlite(t)
  const clock = fakeClock('2026-01-01T00:00:00Z')
  const begun = Promise.withResolvers<void>()
  const dying = workerOf(database, clock, () => {
    begun.resolve()
    return new Promise(() => undefined)
  })
  await dying.enqueue('mira@example.com')
  dying.start(pace)
  await begun.promise

  const sent: string[] = []
  const next = workerOf(database, clock, async ({ recipient }) => void sent.push(recipient))
  await next.runOnce()
  assert.deepEqual(sent, [], 'while the first may still be at it')
  clock.advance(3 * minuteMs)
  await next.runOnce()
  assert.deepEqual(sent, ['mira@example.com'])
})

test('workers of several processes on one PostgreSQL send every mail exactly once', async (t) => {
  const url = await newDatabase(await anyPostgres(t))
  const databases = Array.from({ length: 4 }, () => openDatabase(url, log))
  t.after(() => Promise.all(databases.map((database) => database.close())))
  await databases[0]?.migrate()

  const sent = new Map<string, number>()
  const done = Promise.withResolvers<void>()
  const workers = databases.map((database) =>
    workerOf(database, systemClock, async ({ recipient }) => {
      sent.set(recipient, (sent.get(recipient) ?? 0) + 1)
      // As long as a mail server takes, so that the others look for work meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 2))
      if (sent.size === recipients.length) done.resolve()
    }),
  )
  const recipients = Array.from({ length: 400 }, (_, index) => `m${index}@example.com`)
  for (const recipient of recipients) await workers[0]?.enqueue(recipient)
  for (const worker of workers) worker.start(pace)
  await done.promise
  await Promise.all(workers.map((worker) => worker.stop()))
  assert.deepEqual([...sent.keys()].sort(), recipients.sort())
  assert.deepEqual(
    [...sent].filter(([, times]) => times > 1),
    [],
  )
})
