// QPR_PROCESSES: several processes on one port of one machine.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Code } from '../harness/data/given.ts'
import type { Client } from '../harness/service/client.ts'
import { anyPostgres, newDatabase } from '../harness/service/postgres.ts'
import { newMachine, type RunningService, testKey } from '../harness/service/process.ts'

// One service for the tests that it survives, in this order: each of its processes takes a second to start.
let service: RunningService
let api: Client
/** What became of the connections that clients opened all the time while it started. */
const outcomes = new Set<string>()
const ends: (() => Promise<void>)[] = []
before(async () => {
  const ending = { after: (end: () => Promise<void>) => void ends.unshift(end) }
  const DATABASE_URL = await newDatabase(await anyPostgres(ending))
  const machine = await newMachine(ending)
  let isOver = false
  const connectAgainAndAgain = async () => {
    while (!isOver) {
      const outcome = await outcomeAt(machine.port)
      outcomes.add(outcome)
      // Without a pause the clients take the processor from the start.
      await wait(5)
    }
  }
  const clients = Array.from({ length: 16 }, connectAgainAndAgain)
  service = await machine.serve({ DATABASE_URL, QPR_PROCESSES: '2' })
  await service.printed(/(listening on port .*){2}/s)
  isOver = true
  await Promise.all(clients)
  api = await service.connect()
})
after(async () => {
  for (const end of ends) await end()
})

const listening = () =>
  [...service.output.stdout.matchAll(/"pid":(\d+),"msg":"listening on port/g)].map(([, pid]) =>
    Number(pid),
  )

const alive = () =>
  [...new Set(listening())].filter((pid) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  })

/** On a connection of its own, because a connection stays with one process. */
const request = async (path: string) => {
  const response = await fetch(`${service.address}${path}`, {
    headers: { Authorization: `Bearer ${testKey}`, Connection: 'close' },
  })
  return { status: response.status, text: await response.text() }
}

const count = async (pattern: RegExp): Promise<number> => {
  const { text } = await request('/metrics')
  return Number(text.match(pattern)?.[1] ?? Number.NaN)
}

const lists =
  /^qpr_http_requests_total\{method="GET",route="\/v1\/qpr-codes",status="200"\} (\d+)$/m
const timed =
  /^qpr_http_request_duration_seconds_count\{method="GET",route="\/v1\/qpr-codes"\} (\d+)$/m

test('every connection that is accepted during a start is answered', () => {
  outcomes.delete('ECONNREFUSED')
  assert.deepEqual([...outcomes], ['200'])
})

test('two processes serve one port as one service, and only one announces it', async () => {
  assert.equal(new Set(listening()).size, 2)
  assert.equal(service.output.stdout.match(/QPR is running\./g)?.length, 1)
  const created = await api.post<Code>('/v1/qpr-codes', { name: 'a', prompt: 'b' })
  for (let n = 0; n < 4; n++) {
    assert.equal((await request(`/v1/qpr-codes/${created.body.id}`)).status, 200)
  }
})

test('the metrics of all processes are added, and facts of the database are not', async () => {
  const before = (await count(lists)) || 0
  for (let n = 0; n < 9; n++) await request('/v1/qpr-codes')
  assert.equal(await count(lists), before + 9)
  assert.equal(await count(timed), before + 9)
  assert.equal(await count(/^qpr_build_info\{[^}]*\} (\d+)$/m), 1)
  assert.equal(await count(/^qpr_jobs_open (\d+)$/m), 0)
})

test('counters do not fall when a process is killed, frozen, or killed while it is frozen', async () => {
  for (let n = 0; n < 4; n++) await request('/v1/qpr-codes')
  let counted = await count(lists)
  const remains = async () => {
    const now = await count(lists)
    assert.ok(now >= counted, `${now} after ${counted}`)
    assert.ok((await count(timed)) >= counted)
    counted = now
  }
  const [first] = listening().slice(-1)
  const { length } = listening()
  process.kill(first as number, 'SIGKILL')
  // Until the main process knows of it, it may hand a connection to the process that is no more.
  await service.printed(/a process ended and is replaced/)
  await remains()
  await service.printed(new RegExp(`(listening on port .*){${length + 1}}`, 's'))
  await remains()
  const [frozen] = alive()
  process.kill(frozen as number, 'SIGSTOP')
  // By a process that is not frozen: it waits 2 s for the other.
  const texts = await Promise.any(Array.from({ length: 4 }, () => request('/metrics')))
  assert.ok(Number(texts.text.match(lists)?.[1]) >= counted)
  process.kill(frozen as number, 'SIGCONT')
})

test('a process that is killed is replaced, and the service answers meanwhile', async () => {
  const { length } = listening()
  process.kill(alive()[0] ?? assert.fail(), 'SIGKILL')
  await service.printed(new RegExp(`(listening on port .*){${length + 1}}`, 's'))
  assert.equal((await request('/v1/qpr-codes')).status, 200)
  assert.match(service.output.stdout, /a process ended and is replaced/)
  assert.equal(service.output.stdout.match(/QPR is running\./g)?.length, 1)
})

test('SIGTERM to the main process ends all of them, within 10 s also one that is frozen', async () => {
  const [frozen] = alive()
  process.kill(frozen as number, 'SIGSTOP')
  const { code, stdout } = await service.stop()
  assert.equal(code, 0)
  for (const pid of listening()) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  assert.equal(stdout.match(/a process did not stop and is killed/g)?.length, 1)
})

/** The status of a request on a new connection, or why there is none. */
const outcomeAt = (port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.setTimeout(20_000, () => {
      resolve('no answer')
      socket.destroy()
    })
    socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text.slice(9, 12) || 'closed'))
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  })

test('a failing start ends the main process with one line', async (t) => {
  const machine = await newMachine(t)
  const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/qpr', QPR_PROCESSES: '2' }
  const { code, stderr } = await machine.run(['serve'], settings)
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: [^\n]+\n$/)
})

test('on SQLite several processes are refused with a sentence', async (t) => {
  const { code, stderr } = await (await newMachine(t)).command(['serve'], {
    QPR_PROCESSES: 'auto',
  }).exited
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^qpr: QPR_PROCESSES is \d+, and a SQLite database belongs to one process\. /,
  )
})
