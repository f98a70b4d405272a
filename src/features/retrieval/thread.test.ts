import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ranking } from './index.ts'
import { createIndexes } from './indexes.ts'
import type { SourceSet } from './sets.ts'
import { createSearchThread, ThreadEnded } from './thread.ts'

/** A thread that runs this for each message of the process. */
const threadOf = (onMessage: string) =>
  createSearchThread({
    file: new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads'
        parentPort.on('message', ({ number, request }) => { ${onMessage} })`,
      )}`,
    ),
    budgetBytes: 2 ** 20,
    memoryMb: 64,
  })

const query = { question: 'Is there a sauna?', vector: null, limit: 8 }
const searching = { kind: 'search', key: 'set', query } as const

const endings = {
  'is closed': { onMessage: '', end: (thread: ReturnType<typeof threadOf>) => thread.close() },
  'throws an error': { onMessage: 'throw new Error("broken")', end: async () => undefined },
  'ends by itself': { onMessage: 'process.exit()', end: async () => undefined },
}

for (const [name, { onMessage, end }] of Object.entries(endings)) {
  test(`pending searches are rejected when their thread ${name}`, async (t) => {
    const thread = threadOf(onMessage)
    t.after(thread.close)
    const pending = [thread.ask(searching), thread.ask(searching)]
    const settled = Promise.allSettled(pending)
    await end(thread)
    for (const result of await settled) {
      assert.equal(result.status, 'rejected')
      assert.ok(result.reason instanceof ThreadEnded)
    }
  })
}

test('a search after the close is rejected and starts no thread', async () => {
  const thread = threadOf('')
  await thread.close()
  await assert.rejects(thread.ask(searching), ThreadEnded)
})

test('a request that cannot be sent is rejected', async (t) => {
  const thread = threadOf('')
  t.after(thread.close)
  const question = (() => 'a function') as unknown as string
  await assert.rejects(thread.ask({ ...searching, query: { ...query, question } }))
})

test('a search whose thread ends is repeated once in a new thread', async (t) => {
  const ranking: Ranking = { ranked: [], best: 0.5 }
  // The first search of a set that is not built yet ends the thread.
  const thread = threadOf(
    `if (request.kind === 'search' && !globalThis.isBuilt) process.exit()
    if (request.kind === 'end') globalThis.isBuilt = true
    const answer = request.kind === 'search' ? ${JSON.stringify(ranking)} : null
    parentPort.postMessage({ number, answer })`,
  )
  t.after(thread.close)
  const indexes = createIndexes({ thread, passagesOf: async function* () {} })
  const set = { key: 'set', passages: 1_000_000 } as SourceSet
  assert.deepEqual(await indexes.search(set, query), ranking)
})
