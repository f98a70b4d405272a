import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BadSetting, parseConfig } from '../../src/service/config/config.ts'
import { newMachine, testKey } from '../harness/service/process.ts'

// One service for the tests that only read its output.
const machine = await newMachine({ after })
const lines = ['QPR_BASE_URL=https://qpr.example.com', `QPR_API_KEY="${testKey}"`, 'PORT=1']
writeFileSync(join(machine.folder, '.env'), `# ours\n${lines.join('\n')}\n`)
const service = await machine.serve({
  QPR_API_KEY: undefined,
  QPR_BASE_ADDRESS: 'a value that nobody should see',
})

test('an unknown QPR_ setting causes a warning with its name, and the service runs', async () => {
  const [line] = await service.printed(/\{.*unknown setting.*\}\n/)
  const { level, name } = JSON.parse(line)
  assert.deepEqual({ level, name }, { level: 40, name: 'QPR_BASE_ADDRESS' })
  assert.doesNotMatch(service.output.stdout, /nobody should see/)
})

test('.env of the working directory is read, and the environment overrides it', async () => {
  await service.printed(/API +https:\/\/qpr\.example\.com\/v1\n/)
  const response = await fetch(`${machine.address}/v1/qpr-codes`, {
    headers: { Authorization: `Bearer ${testKey}` },
  })
  assert.equal(response.status, 200)
})

const badValues: Record<string, string> = {
  PORT: 'eighty',
  DATABASE_URL: 'mysql://localhost/qpr',
  QPR_API_KEY: 'too-short',
  QPR_SIGNUP: 'everyone',
  QPR_OIDC_DOMAINS: 'example.com=acme:king',
}

test('an invalid setting stops the start with one line that names it, and exit code 1', async (t) => {
  for (const [name, value] of Object.entries(badValues)) {
    const isNamed = (error: Error) =>
      error instanceof BadSetting && new RegExp(`^${name} must [^\n]+$`).test(error.message)
    assert.throws(() => parseConfig({ [name]: value }), isNamed)
  }
  // One process is enough: the same lines of the program print every bad setting.
  const machine = await newMachine(t)
  const { code, stdout, stderr } = await machine.command(['serve'], { PORT: badValues.PORT }).exited
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^qpr: PORT must [^\n]+\n$/)
})

test('an unusable data directory stops the start with one line', async (t) => {
  const machine = await newMachine(t)
  writeFileSync(join(machine.folder, 'taken'), 'a file, not a directory')
  const { code, stdout, stderr } = await machine.command(['serve'], { QPR_DATA_DIR: 'taken' })
    .exited
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^qpr: [^\n]*taken[^\n]*\n$/)
})

test('qpr config shows every setting with its current value and masks secrets', async (t) => {
  const machine = await newMachine(t)
  const secrets = {
    QPR_API_KEY: 'the-secret-api-key',
    QPR_SECRET: 'the-secret-of-this-place',
    QPR_METRICS_TOKEN: 'the-secret-metrics-token',
    DATABASE_URL: 'postgres://qpr:the-secret-password@db.example.com:5432/qpr',
    QPR_SMTP_URL: 'smtp://qpr:the-secret-password@mail.example.com:587',
  }
  const { code, stdout, stderr } = await machine.run(['config'], { ...secrets, QPR_SIGNUP: 'open' })
  assert.equal(code, 0, stderr)
  assert.doesNotMatch(stdout, /the-secret/)
  assert.match(stdout, new RegExp(`^PORT=${machine.port}\n {4}\\S.*\\.\n`))
  assert.match(stdout, new RegExp(`^QPR_BASE_URL=http://localhost:${machine.port}\n`, 'm'))
  assert.match(stdout, /^QPR_SIGNUP=open\n/m)
  assert.match(stdout, /^DATABASE_URL=postgres:\/\/qpr:\*+@db\.example\.com:5432\/qpr\n/m)
  for (const name of Object.keys(secrets)) assert.match(stdout, new RegExp(`^${name}=.*\\*`, 'm'))
})

test('qpr config names an unknown setting, without its value', async (t) => {
  const machine = await newMachine(t)
  const { stdout } = await machine.run(['config'], { QPR_APIKEY: 'the-secret-api-key' })
  assert.match(stdout, /QPR_APIKEY is set, but QPR has no such setting\.\n/)
  assert.doesNotMatch(stdout, /the-secret/)
})

test('qpr config with an invalid value prints only the name of the setting', async (t) => {
  const machine = await newMachine(t)
  const { code, stdout, stderr } = await machine.run(['config'], { PORT: '70000' })
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^qpr: PORT must [^\n]+\n$/)
})

test('a damaged database file stops the start with one line', async (t) => {
  const machine = await newMachine(t)
  await (await machine.serveHere()).stop()
  writeFileSync(join(machine.folder, 'data', 'qpr.db'), 'this was a database once '.repeat(1000))
  const { code, stderr } = await machine.run(['serve'])
  assert.equal(code, 1)
  assert.match(stderr, /^qpr: The database is damaged: [^\n]+\n$/)
})
