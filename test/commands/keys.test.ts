import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Organizations } from '../harness/data/given.ts'
import { anyPostgres, newDatabase } from '../harness/service/postgres.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'

/** The key that `qpr keys create` prints, and its id. */
const createKey = async (machine: Machine, name: string) => {
  const { code, stdout, stderr } = await machine.run(['keys', 'create', name])
  assert.equal(code, 0, stderr)
  const [, id = ''] = stderr.match(/^(key_\w{26}) /) ?? []
  return { id, key: stdout.trimEnd(), stderr }
}

test('qpr keys create prints only a key, which works at once and is in the audit log, and qpr keys revoke ends it at once', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serveHere()
  const { id, key, stderr } = await createKey(machine, 'Point of sale')
  assert.match(key, /^qpr_sk_[0-9A-Za-z]{38}$/)
  assert.match(stderr, /"Point of sale" of owner@localhost/)
  const api = await service.connect(key)
  assert.equal((await api.get('/v1/qpr-codes')).status, 200)
  assert.equal((await api.get<{ id: string }>(`/v1/api-keys/${id}`)).body.id, id)
  const { organizations } = (await api.get<Organizations>('/v1/organizations')).body
  const log = await api.get<{ entries: Record<string, unknown>[] }>(
    `/v1/organizations/${organizations[0]?.id}/audit`,
  )
  const [entry] = log.body.entries
  const { action, via, email, target_id, target_name } = entry ?? {}
  assert.deepEqual(
    { action, via, email, target_id, target_name },
    {
      action: 'createApiKey',
      via: 'command',
      email: 'owner@localhost',
      target_id: id,
      target_name: 'Point of sale',
    },
  )
  // The running service has just used the key.
  for (let times = 0; times < 5; times++) {
    assert.equal((await api.get('/v1/qpr-codes')).status, 200)
  }
  const { code, stdout } = await machine.start(['keys', 'revoke', id]).exited
  assert.equal(code, 0)
  assert.equal(stdout, `${id} is revoked.\n`)
  assert.equal((await api.get('/v1/qpr-codes')).status, 401)
})

test('qpr keys list shows name and state of every key, and no key value', async (t) => {
  const machine = await newMachine(t)
  await (await machine.serveHere()).stop()
  const { id, key } = await createKey(machine, 'Point of sale')
  await machine.run(['keys', 'revoke', id])
  const { stdout } = await machine.run(['keys', 'list'])
  const lines = stdout.trimEnd().split('\n')
  assert.equal(lines.length, 2)
  assert.match(stdout, /^key_\w{26} {2}\S+Z {2}never used {2}First key$/m)
  assert.match(stdout, new RegExp(`^${id} {2}\\S+Z {2}revoked {2}Point of sale$`, 'm'))
  assert.doesNotMatch(stdout, new RegExp(key))
})

test('qpr keys works on PostgreSQL next to the service', async (t) => {
  const machine = await newMachine(t)
  const settings = { DATABASE_URL: await newDatabase(await anyPostgres(t)) }
  const service = await machine.serveHere(settings)
  const { stdout, stderr } = await machine.run(['keys', 'create', 'Point of sale'], settings)
  const api = await service.connect(stdout.trim())
  assert.equal((await api.get('/v1/qpr-codes')).status, 200)
  const [id = ''] = stderr.match(/key_\w+/) ?? []
  await machine.run(['keys', 'revoke', id], settings)
  assert.equal((await api.get('/v1/qpr-codes')).status, 401)
})

const refusals: Record<string, { args: string[]; line: RegExp; exitCode?: number }> = {
  'an unknown key': { args: ['keys', 'revoke', 'key_unknown'], line: /no key key_unknown/ },
  'no action': { args: ['keys'], line: /Name the action/, exitCode: 2 },
  'a sign-in for an unknown user': { args: ['signin', 'a@b'], line: /no user a@b/ },
}

test('a failing qpr keys prints one line, with exit code 1, or 2 for wrong usage', async (t) => {
  const machine = await newMachine(t)
  await (await machine.serveHere()).stop()
  for (const [what, { args, line, exitCode = 1 }] of Object.entries(refusals)) {
    const { code, stdout, stderr } = await machine.run(args)
    assert.equal(code, exitCode, what)
    assert.equal(stdout, '', what)
    assert.match(stderr, /^qpr: [^\n]+\n$/, what)
    assert.match(stderr, line, what)
  }
})

test('on a database without a first start qpr keys says that there is no user yet', async (t) => {
  const machine = await newMachine(t)
  await machine.run(['migrate'])
  const { code, stderr } = await machine.run(['keys', 'list'])
  assert.equal(code, 1)
  assert.equal(stderr, 'qpr: There is no user owner@localhost. Start the service once first.\n')
})

test('qpr signin prints a link, which signs in once while the service runs', async (t) => {
  const machine = await newMachine(t)
  await machine.serveHere({ QPR_OWNER_EMAIL: 'Lena@example.com' })
  const { stdout } = await machine.run(['signin', 'lena@EXAMPLE.com'])
  assert.match(stdout, new RegExp(`^http://localhost:${machine.port}/signin/\\S+\n$`))
  const press = () => fetch(stdout.trim(), { method: 'POST', redirect: 'manual' })
  assert.equal((await press()).status, 303)
  assert.equal((await press()).status, 410)
})

test('qpr migrate prepares an empty database, and then has nothing to do', async (t) => {
  const machine = await newMachine(t)
  assert.match((await machine.start(['migrate']).exited).stdout, /^Applied: 0001-foundation\b.*\n$/)
  assert.equal((await machine.run(['migrate'])).stdout, 'The database is up to date.\n')
  const file = new DatabaseSync(join(machine.folder, 'data', 'qpr.db'), { readOnly: true })
  t.after(() => file.close())
  assert.equal(file.prepare('select count(*) as users from users').get()?.users, 0)
})

test('qpr migrate on SQLite refuses while the service runs', async (t) => {
  const machine = await newMachine(t)
  await machine.serveHere()
  const { code, stderr } = await machine.run(['migrate'])
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: Another QPR process is using [^\n]+\n$/)
})
