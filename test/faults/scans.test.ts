import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { statSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { isDeep, rounds } from '../harness/checks/depth.ts'
import type { Code } from '../harness/data/given.ts'
import { newMachine } from '../harness/service/process.ts'

const connections = 64

/** Scans without pause over many connections until the service ends. */
const startScanning = (address: string) => {
  let acknowledged = 0
  let wanted = Number.POSITIVE_INFINITY
  const reached = Promise.withResolvers<void>()
  const scanOn = async () => {
    for (;;) {
      try {
        const response = await fetch(address)
        await response.text()
        if (response.status !== 200) return
        acknowledged += 1
      } catch {
        return
      }
      if (acknowledged >= wanted) reached.resolve()
    }
  }
  const done = Promise.all(Array.from({ length: connections }, scanOn))
  return {
    acknowledges: (count: number) => {
      wanted = count
      return reached.promise
    },
    done: async () => {
      await done
      return acknowledged
    },
  }
}

const books = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const number = (query: string) => Object.values(db.prepare(query).get() ?? {})[0]
  const counts = {
    rows: number('select count(*) from scans'),
    counter: number('select sum(scans_total) from codes'),
    events: number("select count(*) from events where type = 'scan.created'"),
    sums: number("select sum(scans) from scan_hours where scope_id like 'qpr_%'"),
  }
  db.close()
  return counts
}

test('repeated kill -9 under 64 connections: no acknowledged scan is lost, and all counts agree', async (t) => {
  const machine = await newMachine(t)
  const settings = { QPR_LOG_LEVEL: 'silent' }
  const file = join(machine.folder, 'data', 'qpr.db')
  const first = await machine.serveHere(settings)
  const api = await first.connect()
  const code = await api.post<Code>('/v1/qpr-codes', { name: 'Table', prompt: 'A host.' })
  await first.stop()
  let acknowledged = 0
  // Once in the short form; the long form repeats it at other moments.
  for (let killed = 1; killed <= rounds(1, 20); killed++) {
    const service = await machine.serve(settings)
    const load = startScanning(`${service.address}/s/${code.body.short_id}`)
    await load.acknowledges(isDeep ? randomInt(50, 400) : 100)
    await service.stop('SIGKILL')
    acknowledged += await load.done()
    const next = await machine.serveHere(settings)
    const { rows, counter, events, sums } = books(file)
    assert.deepEqual([counter, events, sums], [rows, rows, rows])
    assert.ok(Number(rows) >= acknowledged, `${rows} of ${acknowledged}`)
    assert.ok(Number(rows) <= acknowledged + connections * killed, `${rows} of ${acknowledged}`)
    await next.stop()
  }
})

if (platform() === 'linux') {
  test('a full disk is a 503 page for people, counts nothing, and the service recovers', async (t) => {
    const machine = await newMachine(t)
    const service = await machine.serve()
    const api = await service.connect()
    const code = await api.post<Code>('/v1/qpr-codes', { name: 'Table', prompt: 'A host.' })
    const scan = () => fetch(`${service.address}/s/${code.body.short_id}`)
    const limit = (size: number | 'unlimited') =>
      promisify(execFile)('prlimit', [`--pid=${service.pid}`, `--fsize=${size}:`])
    const file = join(machine.folder, 'data', 'qpr.db')
    assert.equal((await scan()).status, 200)

    await limit(statSync(`${file}-wal`).size)
    const refused = await scan()
    assert.equal(refused.status, 503)
    assert.match(refused.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(await refused.text(), /Not reachable at the moment/)

    await limit('unlimited')
    assert.equal((await scan()).status, 200)
    assert.deepEqual(books(file), { rows: 2, counter: 2, events: 2, sums: 2 })
  })
}
