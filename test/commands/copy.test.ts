// qpr copy: from one file to PostgreSQL and back, while the service runs.
import assert from 'node:assert/strict'
import { platform } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { eventually } from '../harness/checks/eventually.ts'
import type { Code } from '../harness/data/given.ts'
import { anyPostgres, createDatabase, patient } from '../harness/service/postgres.ts'
import { type Machine, newMachine, projectFile, testKey } from '../harness/service/process.ts'

const postgres = await anyPostgres({ after })

interface Copied {
  tables: { table: string; rows: number; checksum: string }[]
  stopped_seconds: number
}

type Service = Awaited<ReturnType<Machine['serveHere']>>

const createCode = async (service: Pick<Service, 'connect'>, name: string) => {
  const api = await service.connect()
  return (await api.post<Code>('/v1/qpr-codes', { name, prompt: 'You are the concierge.' })).body
}

/** Scans until it is stopped. Counts the scans that were acknowledged. */
const startScanning = (address: string, shortId: string) => {
  const acknowledged = { scans: 0 }
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      const response = await fetch(`${address}/s/${shortId}`).catch(() => null)
      await response?.text().catch(() => undefined)
      if (response?.status === 200) acknowledged.scans += 1
      else break
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      isOver = true
      await done
    },
  }
}

const scansOf = async (service: Pick<Service, 'connect'>, code: Code) => {
  const { body } = await (await service.connect()).get<{ scans_total: number }>(
    `/v1/qpr-codes/${code.id}/analytics?period=all`,
  )
  return body.scans_total
}

/**
 * A session that PostgreSQL still lists although its service has stopped. It ends a moment after the
 * copy has looked for services.
 */
const startLingering = async (url: string) => {
  const session = new Client({ connectionString: url, application_name: 'qpr service' })
  await session.connect()
  return async () => {
    await session.query(`do $$
      begin
        while not exists (
          select from pg_stat_activity
          where datname = current_database() and application_name not like 'qpr %'
        ) loop
          perform pg_sleep(0.001), pg_stat_clear_snapshot();
        end loop;
        perform pg_sleep(0.1);
      end $$`)
    await session.end()
  }
}

test('a running installation moves to PostgreSQL and back, and loses nothing', async (t) => {
  const machine = await newMachine(t)
  const file = join(machine.folder, 'data', 'qpr.db')
  const here = await machine.serveHere()
  const code = await createCode(here, 'printed')
  const deleted = await createCode(here, 'deleted later')
  const url = patient(await createDatabase(postgres))
  const scanning = startScanning(here.address, code.short_id)
  await eventually(async () => assert.ok(scanning.acknowledged.scans > 20))

  const copying = machine.start(['copy', '--to', url, '--json'])
  await copying.errorPrinted(/Stop the service now/)
  // After the first rounds: a deletion, a change, and more scans.
  const api = await here.connect()
  await api.delete(`/v1/qpr-codes/${deleted.id}`)
  await api.patch(`/v1/qpr-codes/${code.id}`, { name: 'printed and renamed' })
  await scanning.stop()
  await here.stop()
  const { code: exit, stdout, stderr } = await copying.exited
  assert.equal(exit, 0, stderr)
  const { tables, stopped_seconds } = JSON.parse(stdout) as Copied
  assert.equal(tables.find(({ table }) => table === 'scans')?.rows, scanning.acknowledged.scans)
  assert.ok(tables.every(({ checksum }) => /^[\da-f]{16}$/.test(checksum)))
  assert.ok(stopped_seconds < 20)

  const there = await machine.serveHere({ DATABASE_URL: url })
  const moved = await (await there.connect()).get<Code>(`/v1/qpr-codes/${code.id}`)
  assert.equal(moved.body.name, 'printed and renamed')
  assert.equal(await scansOf(there, code), scanning.acknowledged.scans)
  assert.equal((await fetch(`${there.address}/s/${code.short_id}`)).status, 200)
  const fresh = await createCode(there, 'made on PostgreSQL')
  await there.stop()

  const back = join(machine.folder, 'data', 'back.db')
  const again = await machine.run(['copy', '--to', `sqlite:${back}`], { DATABASE_URL: url })
  assert.equal(again.code, 0, again.stderr)
  assert.match(again.stdout, /^scans +\d+ +[\da-f]{16}$/m)
  const home = await machine.serveHere({ DATABASE_URL: `sqlite:${back}` })
  assert.equal(await scansOf(home, code), scanning.acknowledged.scans + 1)
  assert.equal((await fetch(`${home.address}/s/${fresh.short_id}`)).status, 200)
  assert.equal(await scansOf(home, fresh), 1)
  assert.notEqual(file, back)
})

test('a killed copy is completed by the next one; until then the service does not start', async (t) => {
  const machine = await newMachine(t)
  const here = await machine.serveHere()
  const code = await createCode(here, 'printed')
  const url = patient(await createDatabase(postgres))
  const killed = machine.start(['copy', '--to', url])
  await killed.errorPrinted(/Stop the service now/)
  await killed.stop('SIGKILL')
  const started = await machine.command(['serve'], {
    DATABASE_URL: url,
    QPR_API_KEY: testKey,
  }).exited
  assert.equal(started.code, 1)
  assert.match(started.stderr, /incomplete copy\. Run the same qpr copy command again/)

  // Rows that only the target has, and rows that differ there, are mended.
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("insert into rate_windows (id, hits, expires_at) values ('extra', 1, 1)")
  await client.query("update codes set name = 'damaged'")
  await client.end()
  await here.stop()
  const completed = await machine.run(['copy', '--to', url])
  assert.equal(completed.code, 0, completed.stderr)
  const there = await machine.serveHere({ DATABASE_URL: url })
  const moved = await (await there.connect()).get<Code>(`/v1/qpr-codes/${code.id}`)
  assert.equal(moved.body.name, 'printed')
})

/** A stopped service with one code. */
const stoppedService = async (machine: Machine) => {
  const here = await machine.serveHere()
  await createCode(here, 'printed')
  await here.stop()
  return new DatabaseSync(join(machine.folder, 'data', 'qpr.db'))
}

test('tables of other programs beside those of QPR are left out, with a note', async (t) => {
  const machine = await newMachine(t)
  const file = await stoppedService(machine)
  file.exec('create table notes (text); create table other_codes (id text primary key)')
  file.close()
  const url = patient(await createDatabase(postgres))
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table visits (n integer)')
  const { code, stdout, stderr } = await machine.run(['copy', '--to', url])
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^Not copied, because they are not tables of QPR: notes, other_codes\.$/m)
  assert.doesNotMatch(stdout, /^(?:notes|visits) /m)

  await client.query('insert into visits values (1)')
  await client.end()
  const back = await machine.run(['copy', '--to', 'sqlite:data/back.db'], { DATABASE_URL: url })
  assert.equal(back.code, 0, back.stderr)
  assert.match(back.stderr, /^Not copied, because they are not tables of QPR: visits\.$/m)
})

test('a table or a column of another program in the way is refused with a sentence', async (t) => {
  const machine = await newMachine(t)
  const file = await stoppedService(machine)
  const url = patient(await createDatabase(postgres))
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create table mails (n integer)')
  const taken = await machine.run(['copy', '--to', url])
  assert.equal(taken.code, 1)
  assert.match(taken.stderr, /^qpr: The database has tables of another program \(.+\)\. [^\n]+\n$/)

  await client.query('drop table mails')
  await client.end()
  file.exec("alter table codes add column colour text default 'red'")
  file.close()
  const more = await machine.run(['copy', '--to', url])
  assert.equal(more.code, 1)
  assert.match(
    more.stderr,
    /^qpr: The copy stopped: .+colour.+ The old database is unchanged\. [^\n]+\n$/m,
  )
})

if (platform() === 'linux') {
  test('a copy to a full disk stops with a sentence, and continues when there is space', async (t) => {
    const machine = await newMachine(t)
    const file = await stoppedService(machine)
    file.close()
    const url = patient(await createDatabase(postgres))
    assert.equal((await machine.run(['copy', '--to', url])).code, 0)
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`insert into settings select 'n' || n, repeat('x', 100000)
      from generate_series(1, 40) n`)
    await client.end()
    const program = projectFile('bin/program.js')
    const to = ['copy', '--to', 'sqlite:data/back.db']
    const full = await machine.startProgram(
      'prlimit',
      ['--fsize=2000000', process.execPath, program, ...to],
      { DATABASE_URL: url },
    ).exited
    assert.equal(full.code, 1)
    assert.match(
      full.stderr,
      /^qpr: The copy stopped: [^\n]+ run the same command again: it continues\.\n$/m,
    )
    assert.doesNotMatch(full.stderr, /\n {4}at /)
    assert.equal((await machine.run(to, { DATABASE_URL: url })).code, 0)
  })
}

test('a copy to a database with data, in use, or of a wrong kind is refused and changes nothing', async (t) => {
  const machine = await newMachine(t)
  const here = await machine.serveHere()
  await createCode(here, 'printed')
  await here.stop()
  const url = patient(await createDatabase(postgres))
  const other = await machine.serveHere({ DATABASE_URL: url })
  const refusals: [string, RegExp][] = [
    [url, /uses the target already/],
    ['sqlite:other.db', /Use qpr backup/],
    ['mysql://localhost/qpr', /--to must be sqlite:PATH or postgres:/],
  ]
  for (const [to, message] of refusals) {
    const { code, stderr } = await machine.run(['copy', '--to', to])
    assert.notEqual(code, 0)
    assert.match(stderr, message)
  }
  await other.stop()
  const linger = await startLingering(url)
  const [{ stderr }] = await Promise.all([machine.run(['copy', '--to', url]), linger()])
  assert.match(stderr, /has data already/)
  const db = new DatabaseSync(join(machine.folder, 'data', 'qpr.db'), { readOnly: true })
  assert.equal(db.prepare("select count(*) as n from settings where name = 'copying'").get()?.n, 0)
  db.close()
})
