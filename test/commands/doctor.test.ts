import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { Environment } from '../../src/service/config/config.ts'
import { startSmtp } from '../harness/receivers/smtp.ts'
import { freePort } from '../harness/service/ports.ts'
import { type Machine, newMachine } from '../harness/service/process.ts'

/** The findings of the doctor, by subject. */
const examine = async (machine: Machine, settings?: Environment) => {
  const { code, stdout, stderr } = await machine.run(['doctor'], settings)
  assert.equal(stderr, '')
  const findings = stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, verdict, subject = '', text = ''] =
        line.match(/^( ok {2}|WRONG) {2}(\w+) +(.+)$/) ?? []
      assert.ok(verdict, `not a finding: ${line}`)
      return { isWrong: verdict === 'WRONG', subject, text }
    })
  const wrong = Object.fromEntries(
    findings.filter(({ isWrong }) => isWrong).map(({ subject, text }) => [subject, text]),
  )
  assert.equal(code, Object.keys(wrong).length > 0 ? 1 : 0)
  return { subjects: findings.map(({ subject }) => subject), wrong }
}

test('on a fresh machine the doctor finds nothing wrong, and creates no database', async (t) => {
  const machine = await newMachine(t)
  const { subjects, wrong } = await examine(machine)
  assert.deepEqual(wrong, {})
  assert.deepEqual(
    ['runtime', 'data', 'disk', 'secret', 'port', 'database', 'mail', 'clock'].filter(
      (subject) => !subjects.includes(subject),
    ),
    [],
  )
  assert.deepEqual(readdirSync(machine.folder), [])
})

test('with a running service and a working mail server the doctor finds nothing wrong, and sends no mail', async (t) => {
  const machine = await newMachine(t)
  const smtp = await startSmtp(t, () => false)
  await machine.serveHere()
  const { subjects, wrong } = await examine(machine, { QPR_SMTP_URL: smtp.url })
  assert.deepEqual(wrong, {})
  assert.deepEqual(smtp.mails, [])
  assert.ok(subjects.includes('address'))
  assert.ok(subjects.includes('schema'))
})

test('the doctor reports a used port, an unreachable mail server, an open secret and a misspelled setting', async (t) => {
  const machine = await newMachine(t)
  const other = createServer((_request, response) => response.end('not QPR'))
  t.after(() => other.close())
  await new Promise<void>((resolve) => other.listen(machine.port, resolve))
  mkdirSync(join(machine.folder, 'data'))
  const file = join(machine.folder, 'data', 'secret')
  writeFileSync(file, 'the secret of this installation\n')
  chmodSync(file, 0o644)
  const { wrong } = await examine(machine, {
    QPR_SMTP_URL: 'smtp://127.0.0.1:1',
    QPR_SMPT_URL: 'smtp://127.0.0.1',
  })
  assert.deepEqual(Object.keys(wrong).sort(), ['mail', 'port', 'secret', 'settings'])
  assert.match(wrong.port ?? '', new RegExp(`^${machine.port} cannot be used`))
  assert.match(wrong.mail ?? '', /^cannot be sent: .*ECONNREFUSED.* Check QPR_SMTP_URL\.$/)
  assert.match(wrong.secret ?? '', /is readable by others\. Run: chmod 600 data\/secret$/)
  assert.match(wrong.settings ?? '', /^QPR_SMPT_URL is set/)
})

test('the doctor reports a public address that leads nowhere', async (t) => {
  const machine = await newMachine(t)
  const settings = { QPR_BASE_URL: `http://127.0.0.1:${await freePort()}` }
  await machine.serveHere(settings)
  const { wrong } = await examine(machine, settings)
  assert.deepEqual(Object.keys(wrong), ['address'])
  assert.match(wrong.address ?? '', /does not answer\. Check QPR_BASE_URL/)
})

test('the doctor reports a data directory that is not writable', async (t) => {
  const machine = await newMachine(t)
  // Permission bits do not apply to root, so a file takes the place of the directory.
  writeFileSync(join(machine.folder, 'taken'), 'a file, not a directory')
  const { wrong } = await examine(machine, { QPR_DATA_DIR: 'taken' })
  assert.match(wrong.data ?? '', /taken is not writable: .+ Set QPR_DATA_DIR\.$/)
  assert.deepEqual(Object.keys(wrong), ['data', 'mail'])
})

test('the doctor reports an unreachable database, without its password', async (t) => {
  const { wrong } = await examine(await newMachine(t), {
    DATABASE_URL: 'postgres://qpr:the-secret-password@127.0.0.1:1/qpr',
  })
  assert.deepEqual(Object.keys(wrong), ['database'])
  assert.match(wrong.database ?? '', /^cannot be used: .*ECONNREFUSED.* Check DATABASE_URL\.$/)
  assert.doesNotMatch(wrong.database ?? '', /the-secret/)
})

test('the doctor reports a damaged database file', async (t) => {
  const machine = await newMachine(t)
  await (await machine.serveHere()).stop()
  writeFileSync(join(machine.folder, 'data', 'qpr.db'), 'this was a database once '.repeat(1000))
  const { wrong } = await examine(machine)
  assert.deepEqual(Object.keys(wrong), ['database'])
})

test('the doctor reports a database of a newer version', async (t) => {
  const machine = await newMachine(t)
  await (await machine.serveHere()).stop()
  const file = new DatabaseSync(join(machine.folder, 'data', 'qpr.db'))
  file.exec(`insert into migrations values ('0099-later', '2099-01-01T00:00:00Z')`)
  file.close()
  const { wrong } = await examine(machine)
  assert.deepEqual(Object.keys(wrong), ['schema'])
  assert.match(wrong.schema ?? '', /newer version of QPR \(0099-later\)/)
})

test('the doctor reports a clock behind the newest event', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serveHere()
  const api = await service.connect()
  await api.post('/v1/qpr-codes', { name: 'a', prompt: 'b' })
  await service.stop()
  const file = new DatabaseSync(join(machine.folder, 'data', 'qpr.db'))
  file.exec('update events set created_at = created_at + 3600000')
  file.close()
  const { wrong } = await examine(machine)
  assert.deepEqual(Object.keys(wrong), ['clock'])
  assert.match(wrong.clock ?? '', /^is 3\d\d\d s off/)
})
