import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fastify } from 'fastify'
import { collectLogs } from '../../../../test/harness/service/logs.ts'
import type { Signals } from '../../store/signals.ts'
import type { LiveSource } from './live-stream.ts'
import { createStreams, eventText } from './streams.ts'

const unreachable = () => Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' })

/** The text of streams of these sources, until each ends, and the lines in the log. */
const follow = async (t: TestContext, sources: LiveSource[]) => {
  const logs = collectLogs()
  const signals: Signals = { send: () => undefined, listen: () => () => undefined }
  const streams = createStreams(signals, logs.log)
  const server = fastify()
  server.get('/:number', (request, reply) => {
    const { number } = request.params as { number: string }
    return streams.answer(reply, sources[Number(number)] as LiveSource)
  })
  t.after(() => server.close())
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  const texts = await Promise.all(
    sources.map(async (_, number) => await (await fetch(`${address}/${number}`)).text()),
  )
  return { texts, lines: logs.lines() }
}

test('a live stream ends when its source throws an error, and the error is logged', async (t) => {
  const source: LiveSource = {
    topic: 'scan org_1',
    sweepMs: () => 10,
    async *read() {
      yield eventText(1, 'scan', '{}')
      throw new Error('a bug')
    },
  }
  const { texts, lines } = await follow(t, [source])
  assert.match(texts[0] ?? '', /id: 1/)
  assert.equal(lines.length, 1)
  const { err, topic } = lines[0] as { err?: { message: string; stack: string }; topic?: string }
  assert.deepEqual([err?.message, topic], ['a bug', 'scan org_1'])
  assert.match(err?.stack ?? '', /live-errors/)
})

test('live streams are read again after the database was unreachable, with one line in the log', async (t) => {
  const sourceOf = (): LiveSource => {
    let reads = 0
    return {
      // No sweep and no signal: only the error causes the next read.
      topic: 'scan org_1',
      async *read() {
        reads += 1
        if (reads < 3) throw unreachable()
        yield eventText(7, 'scan', '{}')
        return true
      },
    }
  }
  const { texts, lines } = await follow(t, [sourceOf(), sourceOf(), sourceOf()])
  for (const text of texts) assert.match(text, /id: 7/)
  assert.equal(lines.length, 1)
})

test('a stream that cannot be resumed ends when the database is unreachable', async (t) => {
  let reads = 0
  const source: LiveSource = {
    async *read() {
      reads += 1
      yield eventText(1, 'delta', '{}')
      throw unreachable()
    },
  }
  await follow(t, [source])
  assert.equal(reads, 1)
})
