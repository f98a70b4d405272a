import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createProgram } from '../../src/cli/program.ts'
import type { NewKey } from '../harness/data/given.ts'
import { startReceiver } from '../harness/receivers/receiver.ts'
import { newMachine, projectFile } from '../harness/service/process.ts'
import { assertShape } from './shape.ts'

const { commands } = createProgram()

// A service, and a laptop elsewhere that only has the address and a key.
const server = await newMachine({ after })
const service = await server.serveHere()
const laptop = await newMachine({ after })
const home = { HOME: laptop.folder }
const api = await service.connect()

const qpr = (args: string[], settings = {}) => laptop.run(args, { ...home, ...settings })

/** Runs `qpr ARGS` with a text at its standard input. */
const qprWithInput = (input: string, args: string[], settings = {}) =>
  laptop.command(args, { ...home, ...settings }, input).exited

/** The same in a process of its own, behind a pipe of the shell. */
const pipedInto = (input: string, args: string[]) =>
  laptop.startProgram(
    '/bin/sh',
    [
      '-c',
      'printf %s "$INPUT" | "$@"',
      'sh',
      process.execPath,
      projectFile('bin/program.js'),
      ...args,
    ],
    { ...home, INPUT: input },
  ).exited

const json = async (name: string, args: string[], settings = {}) => {
  const { code, stdout, stderr } = await qpr([...name.split(' '), ...args, '--json'], settings)
  assert.equal(code, 0, stderr)
  const output = JSON.parse(stdout)
  assertShape(output, commands[name]?.notes.json, name)
  return output
}

const { body: key } = await api.post<NewKey>('/v1/api-keys', { name: 'Laptop' })
const loginFile = join(laptop.folder, '.config', 'qpr', 'login.json')

test('qpr login checks a key from standard input and stores it for its owner alone', async () => {
  const wrong = await qprWithInput('an-unknown-key', ['login', service.address])
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /^qpr: \S+ does not accept this key\. .*\(request req_\w+\)\n$/)
  const empty = await qprWithInput('', ['login', service.address])
  assert.match(empty.stderr, /^qpr: No key was given\. [^\n]+\n$/)
  assert.deepEqual(readdirSync(laptop.folder), [], 'nothing was stored')

  const args = ['login', `${service.address}/`, '--json']
  const { code, stdout, stderr } = await pipedInto(`${key.key}\n`, args)
  assert.deepEqual([code, stderr], [0, ''])
  const output = JSON.parse(stdout)
  assertShape(output, commands.login?.notes.json, 'login')
  assert.deepEqual(output, { url: service.address, email: 'owner@localhost', file: loginFile })
  assert.doesNotMatch(stdout, new RegExp(key.key))
  assert.equal(statSync(loginFile).mode & 0o777, 0o600)
  assert.equal(statSync(join(loginFile, '..')).mode & 0o777, 0o700)
  assert.deepEqual(JSON.parse(readFileSync(loginFile, 'utf8')), {
    url: service.address,
    key: key.key,
  })
})

test('qpr knowledge add uploads a file and says why another cannot be read', async () => {
  const file = join(laptop.folder, 'House manual.md')
  writeFileSync(file, 'The sauna is in the basement.')
  const source = await json('knowledge add', [file, '--title', 'Manual'])
  assert.deepEqual([source.status, source.title, source.passages], ['ready', 'Manual', 1])
  writeFileSync(file, ' ')
  const failed = await qpr(['knowledge', 'add', file])
  assert.deepEqual([failed.code, failed.stderr], [1, 'qpr: The file contains no text.\n'])
  const missing = await qpr(['knowledge', 'add', join(laptop.folder, 'none.pdf')])
  assert.match(missing.stderr, /^qpr: Cannot read .*none\.pdf \(ENOENT\)\.\n$/)
})

/** Of the code that the second test creates. */
let shortId = ''

test('qpr codes create and list use the stored login', async () => {
  const prompt = 'You are the concierge. Breakfast is from 7 to 10:30.'
  const created = await json('codes create', ['Harbour\nHotel', '--prompt', prompt])
  const file = join(laptop.folder, 'prompt.txt')
  writeFileSync(file, 'You are the host.')
  await json('codes create', ['Terrace', '--prompt-file', file, '--template', 'retail'])
  const found = await json('codes list', ['--search', 'harbour'])
  assert.deepEqual([found.total, found.codes[0].id], [1, created.id])
  shortId = created.short_id
  const { stdout, stderr } = await qpr(['codes', 'list', '--limit', '1'])
  assert.match(stdout, /^SHORT ID +SCANS +CREATED +NAME\n[0-9a-z]{8} +0 +\S+ +Terrace\n$/)
  assert.equal(stderr, '1 of 2 codes. --limit 2 shows all.\n')
})

test('qpr leads lists and deletes what visitors left', async () => {
  const consent = 'You may contact me.'
  const fields = [{ key: 'email', label: 'E-mail', type: 'email', required: true }]
  const { body: code } = await api.post<{ short_id: string }>('/v1/qpr-codes', {
    name: 'Bar',
    prompt: 'You are the host.',
    lead_form: { title: 'Write to us', fields, consent },
  })
  for (const email of ['ana@example.com', 'Ana@example.com', 'bob@example.com']) {
    const { body } = await api.post<{ token: string }>(`/s/${code.short_id}/conversations`)
    await api.post(`/c/${body.token}/lead`, { values: { email }, consent })
  }
  const { leads } = await json('leads list', ['--email', 'ANA@example.com'])
  assert.equal(leads.length, 2)
  const { stdout } = await qpr(['leads', 'list', '--limit', '1'])
  assert.match(stdout, /^lead_\w{26} {2}\S+ {2}Bar · E-mail: bob@example\.com\n$/)
  assert.equal((await qpr(['leads', 'delete'])).code, 2)
  assert.equal((await json('leads delete', ['--email', 'ana@example.com'])).deleted, 2)
  const [left] = (await json('leads list', [])).leads
  assert.equal((await json('leads delete', [left.id])).deleted, 1)
})

test('an error of the service is shown with its sentence and the request id', async () => {
  const { code, stdout, stderr } = await qpr(['codes', 'create', 'x', '--prompt', ' '])
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^qpr: prompt must not be blank[^\n]* \(request req_\w{26}\)\n$/)
})

test('the stored key is not sent to another service', async (t) => {
  const other = await startReceiver(t)
  const { stderr } = await qpr(['codes', 'list'], { QPR_URL: other.url })
  assert.match(stderr, /^qpr: The key is missing\. [^\n]+\n$/)
  assert.deepEqual(other.requests, [])
})

test('qpr ask streams the answer and closes the conversation; qpr tail shows both and resumes', async () => {
  const tail = laptop.start(['tail', '--json'], home)
  await tail.errorPrinted(/Press Ctrl\+C to stop\./)
  await fetch(`${service.address}/s/${shortId}`)
  await tail.printed(/"type":"scan"/)
  const asked = await qpr(['ask', shortId, 'When is breakfast?'], {
    HOME: '',
    QPR_URL: service.address,
  })
  assert.deepEqual([asked.code, asked.stdout], [0, 'Breakfast is from 7 to 10:30.\n'])
  await tail.printed(/"type":"conversation_ended"/)
  const { code, stdout, stderr } = await tail.stop('SIGINT')
  assert.equal(code, 0)
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ type, data }) => [type, data.short_id]),
    ['scan', 'conversation_started', 'conversation_ended'].map((type) => [type, shortId]),
  )
  assertShape(lines[0], commands.tail?.notes.json, 'tail')
  assert.equal(lines[2].data.reason, 'closed')

  // A second run continues after the last line of the first one.
  const [, lastId = ''] = stderr.match(/Continue with: qpr tail --after (\S+)\n$/) ?? []
  assert.equal(lastId, lines[2].event_id)
  const again = await json('ask', [shortId, 'When is breakfast?'])
  const resumed = laptop.command(['tail', '--after', lines[0].event_id], home)
  await resumed.printed(/ended[^\n]*\n[\s\S]*ended/)
  const text = (await resumed.stop('SIGINT')).stdout
  assert.doesNotMatch(text, /scan/)
  assert.match(text, /^\S+ \S+ +conversation +\w{8} +started +Harbour Hotel: When is breakfast\?$/m)
  assert.equal(text.match(/ended +2 messages, closed$/gm)?.length, 2)
  assert.match(again.text, /7 to 10:30/)
})

test('qpr tail continues after the service was restarted, without a gap', async () => {
  const tail = laptop.command(['tail', '--json'], home)
  await tail.errorPrinted(/Press Ctrl\+C to stop\./)
  await service.stop()
  await tail.errorPrinted(/The connection was lost/)
  await server.serveHere()
  for (let i = 0; i < 3; i++) await fetch(`${service.address}/s/${shortId}`)
  await tail.printed(/(?:"type":"scan"[\s\S]*){3}/)
  const { stdout } = await tail.stop('SIGINT')
  assert.equal(stdout.match(/"type":"scan"/g)?.length, 3)
})

test('qpr listen --json prints one line of JSON for each event', async (t) => {
  const receiver = await startReceiver(t)
  const listen = laptop.command(['listen', '--forward-to', receiver.url, '--json'], home)
  await listen.errorPrinted(/Press Ctrl\+C to stop\./)
  await api.post('/v1/qpr-codes', { name: 'Bar', prompt: 'You are the host.' })
  const [line = ''] = await listen.printed(/^.+\n/)
  assertShape(JSON.parse(line), commands.listen?.notes.json, 'listen')
  assert.equal((await listen.stop('SIGINT')).code, 0)
})

test('qpr logout deletes the login; without HOME qpr login uses XDG_CONFIG_HOME or says what to do', async () => {
  const output = await json('logout', [])
  assert.deepEqual(output, { url: service.address })
  assert.deepEqual(readdirSync(join(loginFile, '..')), [])
  const nowhere = await qprWithInput(key.key, ['login', service.address], { HOME: '' })
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.stderr, /^qpr: There is no place for the login: HOME is not set\. [^\n]+\n$/)
  const folder = join(laptop.folder, 'elsewhere')
  const settings = { HOME: '', XDG_CONFIG_HOME: folder }
  assert.equal((await qprWithInput(key.key, ['login', service.address], settings)).code, 0)
  assert.equal(statSync(join(folder, 'qpr', 'login.json')).mode & 0o777, 0o600)
})

test('qpr seed creates demo data once, over the API', async () => {
  const flags = ['--server', service.address, '--key', key.key]
  const { scans, conversations } = await json('seed', flags)
  const count = async (slug: string) => {
    const { body } = await api.get<{ codes: { scans_total: number }[] }>(
      `/v1/qpr-codes?organization_id=${slug}&status=active`,
    )
    return body.codes.map(({ scans_total }) => scans_total)
  }
  assert.deepEqual(await count('harbour-hotels'), [3, 3, 3, 3, 3])
  assert.deepEqual(await count('altstadt-luebeck'), [3, 3, 3, 3, 3, 3])
  assert.deepEqual([scans, conversations], [36, 16])
  const list = async (path: string) => (await api.get<Record<string, unknown[]>>(path)).body
  for (const slug of ['harbour-hotels', 'altstadt-luebeck']) {
    const of = `organization_id=${slug}`
    // The file, and the answer of the owner.
    assert.equal((await list(`/v1/knowledge?${of}`)).sources?.length, 2)
    for (const status of ['open', 'answered']) {
      const { questions = [] } = await list(`/v1/questions?${of}&status=${status}`)
      assert.ok(questions.length > 0, `${slug} has no question that is ${status}`)
    }
    const { text } = await api.get(`/v1/conversations/export?${of}&format=jsonl`)
    assert.match(text, /"quote":/)
  }
  const again = await qpr(['seed', ...flags])
  assert.equal(again.code, 1)
  assert.match(again.stderr, /^qpr: [^\n]*harbour-hotels[^\n]*\n$/)
})
