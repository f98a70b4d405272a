// node test/walks.ts
//
// Prints which files of the product each walk of docs/walks.md runs through. The service runs in this
// process, on SQLite. After two warm requests V8 records which functions the third one calls. Files of
// the platform are left out: they are the same for every walk.
import assert from 'node:assert/strict'
import { type Profiler, Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventually } from './harness/checks/eventually.ts'
import { createCode } from './harness/data/given.ts'
import { upload } from './harness/data/knowledge.ts'
import { asking, openTalk } from './harness/data/talk.ts'
import { startProvider } from './harness/providers/provider.ts'
import { startReceiver } from './harness/receivers/receiver.ts'
import { registerWebhook } from './harness/receivers/webhooks.ts'
import { type Service, startService } from './harness/service/service.ts'
import { root } from './runner/phases.ts'

/** One request, and everything that it causes. */
type Walk = () => Promise<void>

const ends: (() => unknown)[] = []
const t = { after: (end: () => unknown) => ends.unshift(end) }

/** Asks the database itself: a request would run files of other walks. */
const untilNone = async (rows: () => Promise<unknown[]>) =>
  await eventually(async () => assert.deepEqual(await rows(), []))

const walksIn = async (service: Service): Promise<Record<string, () => Promise<Walk>>> => {
  const { db } = service.database
  return {
    create: async () => async () => {
      await createCode(service)
    },

    scan: async () => {
      const { short_id } = await createCode(service)
      return async () => {
        const { status } = await service.get(`/s/${short_id}`, { key: null })
        assert.equal(status, 200)
      }
    },

    message: async () => {
      const { short_id } = await createCode(service)
      const visitor = await openTalk(service, short_id)
      return async () => {
        const { status } = await visitor.say('When is breakfast?')
        assert.equal(status, 202)
        const running = db.selectFrom('messages').select('id').where('status', '=', 'running')
        await untilNone(() => running.execute())
      }
    },

    delivery: async () => {
      const receiver = await startReceiver(t)
      await registerWebhook(service, receiver.url, { events: ['qpr_code.created'] })
      await createCode(service)
      const waiting = db.selectFrom('deliveries').select('id').where('due_at', 'is not', null)
      await untilNone(() => waiting.execute())
      const { id } = await db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow()
      return async () => {
        const { status } = await service.post(`/v1/deliveries/${id}/retry`)
        assert.equal(status, 202)
        await untilNone(() => waiting.execute())
      }
    },

    upload: async () => async () => {
      const { status } = await upload(service, 'menu.md', '# Breakfast\n\nFrom seven to ten.\n')
      assert.equal(status, 201)
      const open = db.selectFrom('jobs').select('id').where('due_at', 'is not', null)
      await untilNone(() => open.execute())
    },
  }
}

/** The called functions of the product outside of the platform, as `FILE OFFSET`. */
const calledIn = (result: Profiler.ScriptCoverage[]): string[] =>
  result
    .filter(({ url }) => url.startsWith('file:'))
    .flatMap(({ url, functions }) => {
      const file = relative(root, fileURLToPath(url))
      return functions
        .filter(isCalled)
        .map(({ ranges: [whole] }) => `${file} ${whole?.startOffset}`)
    })
    .filter((called) => called.startsWith('src/') && !called.startsWith('src/platform/'))

const isCalled = ({ ranges: [whole] }: Profiler.FunctionCoverage) => (whole?.count ?? 0) > 0

/** Long enough for what a request leaves to the background, such as a group of writes. */
const pauseMs = 500

const record = async (session: Session, walk: Walk): Promise<Set<string>> => {
  await wait(pauseMs)
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await walk()
  await wait(pauseMs)
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  return new Set(calledIn(result))
}

/** The files with a function that the walk calls, without those of loops that run without it too. */
const filesOf = async (session: Session, walk: Walk): Promise<string[]> => {
  for (let warm = 0; warm < 2; warm += 1) await walk()
  const first = await record(session, walk)
  const second = await record(session, walk)
  const idle = await record(session, () => wait(2 * pauseMs))
  const called = [...first].filter((one) => second.has(one) && !idle.has(one))
  return [...new Set(called.map((one) => one.slice(0, one.indexOf(' '))))].sort()
}

/** The files of each walk, by its name. */
export const measureWalks = async (): Promise<Map<string, string[]>> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  try {
    const provider = await startProvider(t, { tokens: ['From', ' seven', ' to', ' ten.'] })
    const service = await startService(t, {
      settings: { ...asking(provider), QPR_LIMIT_MESSAGES_PER_MINUTE: '1000' },
    })
    const files = new Map<string, string[]>()
    for (const [name, prepare] of Object.entries(await walksIn(service))) {
      files.set(name, await filesOf(session, await prepare()))
    }
    return files
  } finally {
    session.disconnect()
    for (const end of ends) await end()
  }
}

if (import.meta.main) {
  for (const [name, files] of await measureWalks()) {
    console.log(`${name}: ${files.length} files`)
    for (const file of files) console.log(`  ${file}`)
  }
}
