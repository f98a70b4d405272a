// Several processes on one database.

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import type { Code } from '../../../test/harness/data/given.ts'
import type { Exit } from '../../../test/harness/service/output.ts'
import { freePort } from '../../../test/harness/service/ports.ts'
import { anyPostgres, createDatabase, patient } from '../../../test/harness/service/postgres.ts'
import { newMachine } from '../../../test/harness/service/process.ts'

const postgresUrl = await anyPostgres({ after })

const secret = 'the-same-secret-for-all-of-them'

const assertRefusedWithOneLine = ({ code, stdout, stderr }: Exit, line: RegExp) => {
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^qpr: [^\n]+\n$/)
  assert.match(stderr, line)
}

test('a second process on one SQLite file stops with one line, and the first continues', async (t) => {
  const machine = await newMachine(t)
  const first = await machine.serveHere()
  const second = await machine.command(['serve'], { PORT: String(await freePort()) }).exited
  assertRefusedWithOneLine(second, /Another QPR process is using data\/qpr\.db/)
  const api = await first.connect()
  const created = await api.post<Code>('/v1/qpr-codes', { name: 'a', prompt: 'b' })
  assert.equal(created.status, 200)
})

test('when two processes start at once on one empty SQLite file, one serves; its lock ends with it, even by kill -9', async (t) => {
  const machine = await newMachine(t)
  const ports = [await freePort(), await freePort()]
  const both = ports.map((port) => machine.start(['serve'], { PORT: String(port) }))
  const refused = await Promise.race(both.map(({ exited }) => exited))
  assertRefusedWithOneLine(refused, /Another QPR process/)
  const serving = both.map(async (one) => {
    const [, key = ''] = await one.printed(/API key {5}(qpr_sk_\w+)\n/)
    return { one, key }
  })
  const { one: first, key } = await Promise.any(serving)
  await first.stop('SIGKILL')
  const second = await machine.serveHere()
  assert.equal((await (await second.connect(key)).get('/v1/qpr-codes')).status, 200)
})

test('processes that start at once on one empty PostgreSQL are one service with one key', async (t) => {
  const machine = await newMachine(t)
  const settings = { DATABASE_URL: patient(await createDatabase(postgresUrl)), QPR_SECRET: secret }
  const services = await Promise.all(
    Array.from({ length: 3 }, async () =>
      machine.serve({ ...settings, PORT: String(await freePort()), QPR_API_KEY: '' }),
    ),
  )
  const [, key = ''] = await Promise.any(
    services.map((service) => service.printed(/API key {5}(qpr_sk_\w+)\n/)),
  )
  const [first, ...others] = await Promise.all(services.map((service) => service.connect(key)))
  const created = await first?.post<Code>('/v1/qpr-codes', { name: 'a', prompt: 'b' })
  assert.equal(created?.status, 200)
  const path = `/v1/qpr-codes/${created?.body.id}`
  for (const other of others) assert.equal((await other.get(path)).status, 200)

  const exits = await Promise.all(services.map((service) => service.stop()))
  const tellers = exits.filter(({ stdout }) => /API key|signs you in/.test(stdout))
  assert.equal(tellers.length, 1)
})

test('a program older than its schema stops with one line', async (t) => {
  const machine = await newMachine(t)
  await (await machine.serveHere()).stop()
  const file = new DatabaseSync(`${machine.folder}/data/qpr.db`)
  file.exec(`insert into migrations values ('0099-later', '2099-01-01T00:00:00Z')`)
  file.close()
  for (const command of [['serve'], ['migrate'], ['keys', 'list']]) {
    const refused = await machine.command(command).exited
    assertRefusedWithOneLine(refused, /newer version of QPR \(it has the migration "0099-later"\)/)
  }
})

test('on SQLite another QPR_SECRET stops the start with a message', async (t) => {
  const machine = await newMachine(t)
  // The first start binds the database to the secret.
  await (await machine.serveHere({ QPR_SECRET: secret })).stop()
  for (const settings of [{ QPR_SECRET: 'not-the-same-secret' }, {}]) {
    const refused = await machine.command(['serve'], settings).exited
    assertRefusedWithOneLine(refused, /another QPR_SECRET/)
    assert.doesNotMatch(refused.stderr, /the-same-secret/)
  }
  await machine.serveHere({ QPR_SECRET: secret })
})

test('on PostgreSQL a process with another secret stops with a message', async (t) => {
  const machine = await newMachine(t)
  const settings = { DATABASE_URL: patient(await createDatabase(postgresUrl)) }
  await machine.serveHere({ ...settings, QPR_SECRET: secret })
  const other = { ...settings, PORT: String(await freePort()) }
  const refused = await machine.command(['serve'], {
    ...other,
    QPR_SECRET: 'not-the-same-secret',
  }).exited
  assertRefusedWithOneLine(refused, /another QPR_SECRET/)
})
