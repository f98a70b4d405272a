import assert from 'node:assert/strict'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import decodeQR from 'qr/decode.js'
import type { Code, CodePage } from '../harness/data/given.ts'
import { type Machine, newMachine, testKey } from '../harness/service/process.ts'
import { readCode } from './terminal-code.ts'

const keyText = /qpr_sk_[0-9A-Za-z]{38}/g

/** Starts it like `npm start`, without settings. Resolves when everything is printed. */
const startFirst = async (machine: Machine) => {
  const service = machine.start(['serve'])
  await service.printed(/ -d '.*'\n\n/)
  return service
}

// One first start for the tests that only read its output, after one that found its port in use.
const machine = await newMachine({ after })
const other = createServer()
await new Promise<void>((resolve) => other.listen(machine.port, resolve))
const refused = await machine.run(['serve'])
await new Promise((resolve) => other.close(resolve))
const { output } = await startFirst(machine)

test('the first start prints the working addresses of the Studio, the API, its reference and the guides', async () => {
  const base = `http://localhost:${machine.port}`
  assert.match(output.stdout, new RegExp(`Studio +${base}/studio\n`))
  const studio = await fetch(`${base}/studio`)
  assert.match(String(studio.headers.get('content-type')), /^text\/html/)
  assert.match(output.stdout, new RegExp(`API +${base}/v1\n`))
  assert.match(output.stdout, new RegExp(`Reference +${base}/docs\n`))
  assert.match(output.stdout, new RegExp(`Guides +${base}/docs/\n`))
  const reference = await fetch(`${base}/docs`)
  assert.equal(reference.status, 200)
  assert.match(await reference.text(), /\/v1\/qpr-codes/)
})

test('the first start prints an API key that works', async () => {
  const [key = ''] = output.stdout.match(/(?<=API key {5})\S+/) ?? []
  assert.match(key, keyText)
  const response = await fetch(`${machine.address}/v1/qpr-codes`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  assert.equal(response.status, 200)
})

test('the first start prints a link that signs the owner in once', async () => {
  const [label = ''] = output.stdout.match(/Open the Studio \(signs you in\):/) ?? []
  const [link = ''] = output.stdout.match(/http\S+/) ?? []
  assert.ok(label !== '' && output.stdout.indexOf(label) < output.stdout.indexOf(link))
  assert.match(link, /\/signin\/sgn_/, 'the link is the first address of the output')
  const page = await fetch(link)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /owner@localhost/)
  const press = () => fetch(link, { method: 'POST', redirect: 'manual' })
  const pressed = await press()
  assert.equal(pressed.status, 303)
  const [cookie = ''] = pressed.headers.getSetCookie()
  const account = await fetch(`${machine.address}/account`, {
    headers: { Cookie: cookie.split(';')[0] ?? '' },
  })
  assert.match(await account.text(), /owner@localhost/)
  assert.equal((await press()).status, 410)
})

test('the curl line of the first start, pasted into a shell, creates a code', async () => {
  const [line = ''] = output.stdout.match(/ {2}curl [^']*'[^']*'/) ?? []
  const [key = ''] = line.match(keyText) ?? []
  const shell = machine.startProgram('/bin/sh', ['-c', line], { PATH: withCurl(machine) })
  const { code, stdout, stderr } = await shell.exited
  assert.equal(code, 0, stderr)
  const created: Code = JSON.parse(stdout)
  const response = await fetch(`${machine.address}/v1/qpr-codes`, {
    headers: { Authorization: `Bearer ${key}` },
  })
  const { codes, total } = (await response.json()) as CodePage
  assert.equal(total, 1)
  assert.deepEqual(
    codes.map(({ id, name }) => ({ id, name })),
    [{ id: created.id, name: 'Harbour Hotel' }],
  )
})

/** Replaces curl on machines without it, for the options that we print. */
const withCurl = ({ folder }: Machine): string => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  if (folders.some((one) => existsSync(join(one, 'curl')))) return folders.join(delimiter)
  const script = `#!${process.execPath}
const { parseArgs } = require('node:util')
const short = (type, letter, multiple = false) => ({ type, short: letter, multiple })
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { method: short('string', 'X'), header: short('string', 'H', true), body: short('string', 'd') },
})
const headers = values.header.map((header) => header.split(/: (.*)/).slice(0, 2))
fetch(positionals[0], { method: values.method, headers, body: values.body })
  .then((response) => response.text())
  .then((text) => process.stdout.write(text))
`
  writeFileSync(join(folder, 'curl'), script)
  chmodSync(join(folder, 'curl'), 0o755)
  return [folder, ...folders].join(delimiter)
}

test('the second start prints the addresses and no secret; a key that is set then is not installed, and the log says so without the key', async (t) => {
  assert.equal(output.stdout.match(keyText)?.length, 2, 'in the table and in the curl line')
  const machine = await newMachine(t)
  await (await machine.serveHere({ QPR_API_KEY: '' })).stop()
  const second = await machine.serve()
  await second.printed(/QPR_API_KEY is not a key of this database/)
  assert.equal((await (await second.connect()).get('/v1/qpr-codes')).status, 401)
  const { stdout: shown } = await second.stop()
  assert.match(shown, /\/v1\n/)
  assert.doesNotMatch(shown, new RegExp(testKey))
  assert.doesNotMatch(shown, keyText)
  assert.doesNotMatch(shown, /signin\/sgn_|signs you in|Bearer/)
})

test('a key from QPR_API_KEY works and is not printed', async (t) => {
  const machine = await newMachine(t)
  const service = await machine.serve()
  assert.equal((await (await service.connect()).get('/v1/qpr-codes')).status, 200)
  await service.printed(/\$QPR_API_KEY/)
  const { stdout, stderr } = await service.stop()
  assert.doesNotMatch(stdout + stderr, new RegExp(testKey))
  assert.doesNotMatch(stdout, keyText)
})

test('a first start on a used port ends with one line, and the next still prints the key', () => {
  assert.equal(refused.code, 1)
  assert.equal(refused.stderr, `qpr: Port ${machine.port} is in use. Set PORT to another port.\n`)
  assert.match(output.stdout, keyText)
})

const networkAddresses = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address)

if (networkAddresses.length > 0) {
  test('--lan serves at an address of the network and prints it as a code that decodes', async (t) => {
    const machine = await newMachine(t)
    const service = machine.start(['serve', '--lan'], { QPR_API_KEY: testKey })
    const [, scanHost = ''] = await service.printed(/phone on the same network: (\S+)\n/)
    const { hostname, port } = new URL(scanHost)
    assert.ok(networkAddresses.includes(hostname), hostname)
    assert.equal(port, String(machine.port))
    assert.match(service.output.stdout, new RegExp(`API +${scanHost}/v1\n`))

    await service.printed(/\n█+\n[█▀▄ \n]+\n\n/)
    const image = readCode(service.output.stdout)
    assert.equal(decodeQR(image, { timeLimit: 5000 }), scanHost)

    const created = await fetch(`${scanHost}/v1/qpr-codes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${testKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'a', prompt: 'b' }),
    })
    const { scan_url } = (await created.json()) as Code
    assert.ok(scan_url.startsWith(`${scanHost}/s/`), scan_url)
  })
} else {
  test('--lan on a machine without a network ends with one line', async (t) => {
    const { code, stderr } = await (await newMachine(t)).run(['serve', '--lan'])
    assert.equal(code, 1)
    assert.match(stderr, /^qpr: This machine has no network address\..*\n$/)
  })
}
