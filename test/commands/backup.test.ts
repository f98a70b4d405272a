import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import type { Code, CodePage, Organizations } from '../harness/data/given.ts'
import { startWriters } from '../harness/data/writers.ts'
import { assertBooks } from '../harness/receivers/books.ts'
import { openMailbox } from '../harness/receivers/mailbox.ts'
import { type Machine, newMachine, type RunningService } from '../harness/service/process.ts'

const dataOf = ({ folder }: Machine, name: string) => join(folder, 'data', name)
const fileOf = ({ folder }: Machine) => join(folder, 'backup.db')

type Connectable = Pick<RunningService, 'connect'>

const createCode = async (service: Connectable, name: string) => {
  const api = await service.connect()
  const headers = { 'Idempotency-Key': name }
  const { status, headers: answered } = await api.post<Code>(
    '/v1/qpr-codes',
    { name, prompt: 'You are the concierge.' },
    { headers },
  )
  assert.equal(status, 200)
  return { isReplayed: answered.get('idempotent-replayed') === 'true' }
}

const codeNames = async (service: Connectable) => {
  const { codes } = (await (await service.connect()).get<CodePage>('/v1/qpr-codes')).body
  return codes.map(({ name }) => name)
}

// A running service that these tests share: one open invitation and one code before the backup, and
// a second code after it.
const shared = await newMachine({ after })
const sharedService = await shared.serveHere()
const mailbox = await openMailbox({ after }, { folder: join(shared.folder, 'data') })
const api = await sharedService.connect()
const { organizations } = (await api.get<Organizations>('/v1/organizations')).body
await api.post(`/v1/organizations/${organizations[0]?.id}/members`, { email: 'mira@example.com' })
const invitationLink = await mailbox.linkTo('mira@example.com')
await createCode(sharedService, 'early')
await shared.run(['backup', 'backup.db'])
await createCode(sharedService, 'late')

test('qpr backup during writes contains everything that was acknowledged before', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serveHere()
  const load = startWriters(service.address)
  await load.acknowledges(100)
  const acknowledged = [...load.acknowledged]
  const { code, stdout, stderr } = await machine.run(['backup', 'backup.db'])
  assert.equal(code, 0, stderr)
  assert.equal(stdout, 'Backed up to backup.db. It contains secrets: keep it safe.\n')
  await load.stop()
  assert.deepEqual(load.refusals, [], 'the service was not disturbed')
  assert.ok(load.acknowledged.length > acknowledged.length)
  const later = load.acknowledged.length - acknowledged.length
  await assertBooks(`sqlite:${fileOf(machine)}`, { acknowledged, inFlight: later })
})

test('qpr restore refuses while the service runs, and changes nothing', async () => {
  const { code, stdout, stderr } = await shared.run(['restore', 'backup.db'])
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^qpr: Another QPR process is using [^\n]+\n$/)
  assert.deepEqual(await codeNames(sharedService), ['late', 'early'])
})

test('qpr restore restores the data and keeps the former database', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serve()
  await createCode(service, 'other')
  await service.stop('SIGKILL')
  const { code, stdout, stderr } = await machine.run(['restore', fileOf(shared)])
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^Restored \S+ to data\/qpr\.db\.\n/)
  const [, kept = ''] = stdout.match(/\nThe previous database is in (\S+)\.\n$/) ?? []
  const former = new DatabaseSync(join(machine.folder, kept))
  assert.equal(former.prepare('select name from codes').get()?.name, 'other')
  former.close()
  assert.deepEqual(await codeNames(await machine.serveHere()), ['early'])
})

test('a backup restored elsewhere includes its secret: earlier links and stored responses still work', async (t) => {
  const elsewhere = await newMachine(t)
  mkdirSync(join(elsewhere.folder, 'data'))
  writeFileSync(dataOf(elsewhere, 'secret'), 'of another installation\n')
  const { code, stdout, stderr } = await elsewhere.run(['restore', fileOf(shared)])
  assert.equal(code, 0, stderr)
  assert.equal(stdout, `Restored ${fileOf(shared)} to data/qpr.db.\n`)
  const restored = await elsewhere.serveHere()
  const page = await fetch(restored.address + invitationLink)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /mira@example\.com/)
  assert.deepEqual(await createCode(restored, 'early'), { isReplayed: true })

  const kept = readdirSync(join(elsewhere.folder, 'data')).find((name) => /^secret\./.test(name))
  assert.equal(readFileSync(dataOf(elsewhere, kept ?? ''), 'utf8'), 'of another installation\n')
})

test('a damaged backup is refused with one line, and the database stays unchanged', async (t) => {
  const machine = await newMachine(t)
  await (await machine.serveHere()).stop()
  const damaged = join(machine.folder, 'damaged.db')
  copyFileSync(fileOf(shared), damaged)
  truncateSync(damaged, 40_000)
  const before = readdirSync(join(machine.folder, 'data'))
  const { code, stdout, stderr } = await machine.run(['restore', 'damaged.db'])
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^qpr: damaged\.db is not a valid backup of QPR: [^\n]+\n$/)
  assert.deepEqual(readdirSync(join(machine.folder, 'data')), before)
})

test('a backup is refused when another QPR_SECRET is set, because the start would refuse it too', async (t) => {
  const machine = await newMachine(t)
  const { code, stderr } = await machine.run(['restore', fileOf(shared)], {
    QPR_SECRET: 'not-the-secret-of-the-backup',
  })
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^qpr: QPR_SECRET is set and differs from the secret of this backup[^\n]+\n$/,
  )
  assert.equal(existsSync(dataOf(machine, 'qpr.db')), false)
})

test('qpr backup overwrites nothing, and names a missing folder in one line', async () => {
  const before = readFileSync(fileOf(shared))
  const refusals: [string, RegExp][] = [
    ['backup.db', /^qpr: backup\.db already exists[^\n]+\n$/],
    ['no/such/folder/backup.db', /^qpr: [^\n]+\n$/],
  ]
  for (const [file, line] of refusals) {
    const { code, stderr } = await shared.run(['backup', file])
    assert.equal(code, 1, file)
    assert.match(stderr, line)
  }
  assert.deepEqual(readFileSync(fileOf(shared)), before)
})

test('qpr backup without a database is refused', async (t) => {
  const machine = await newMachine(t)
  const { code, stderr } = await machine.run(['backup', 'backup.db'])
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: There is no database at data\/qpr\.db yet\. [^\n]+\n$/)
  assert.equal(existsSync(fileOf(machine)), false)
})

test('on PostgreSQL qpr backup and restore print the command to run, without the password', async (t) => {
  const machine = await newMachine(t)
  const settings = { DATABASE_URL: 'postgres://qpr:the-secret-password@127.0.0.1:1/qpr' }
  const backup = await machine.run(['backup', 'qpr.dump'], settings)
  assert.equal(backup.code, 0)
  assert.match(backup.stdout, /^pg_dump --format=custom --file=qpr\.dump "\$DATABASE_URL"$/m)
  const restore = await machine.run(['restore', 'qpr.dump'], settings)
  assert.equal(restore.code, 0)
  assert.match(restore.stdout, /^pg_restore .*--dbname="\$DATABASE_URL" qpr\.dump$/m)
  assert.doesNotMatch(backup.stdout + restore.stdout, /the-secret/)
})
