import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { createDatabase, dropDatabase, type PostgresServer, startPostgres } from './postgres.ts'

let server: PostgresServer
before(async () => {
  server = await startPostgres()
})
after(() => server.stop())

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

test('a server accepts a superuser and 300 connections', async () => {
  const shown = await query(server.url, 'show is_superuser')
  assert.deepEqual([...shown, ...(await query(server.url, 'show max_connections'))], ['on', '300'])
})

test('text is sorted by language and not by bytes', async () => {
  const sorted = await query(server.url, `select x from (values ('B'), ('a')) t (x) order by x`)
  assert.deepEqual(sorted, ['a', 'B'])
})

test('a database keeps its rows across a restart', async () => {
  const url = await createDatabase(server.url)
  await query(url, 'create table kept as select 7 as seven')
  await server.restart()
  assert.deepEqual(await query(url, 'select seven from kept'), [7])
  await dropDatabase(url)
})

test('a dropped database is deleted, although a client was connected', async () => {
  const url = await createDatabase(server.url, 'odd "name"')
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // pg reports the broken connection, then the closed socket
  await client.connect()
  await dropDatabase(url)
  await assert.rejects(query(url, 'select 1'), { code: '3D000' })
})

test('the server ends with the process that started it, even by SIGKILL', async () => {
  const module = JSON.stringify(new URL('postgres.ts', import.meta.url).href)
  const script = `
    const { startPostgres } = await import(${module})
    console.log((await startPostgres()).url)
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(owner.stdout, 'data')
  const url = String(line).trim()
  assert.deepEqual(await query(url, 'select 1'), [1])
  owner.kill('SIGKILL')
  await portClosed(Number(new URL(url).port))
})

/** Polls until nothing listens, because a foreign process sends no event. */
async function portClosed(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (!isOpen) return
    await wait(50)
  }
}
