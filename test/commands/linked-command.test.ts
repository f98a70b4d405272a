// `npx qpr` in a checkout: the install links the command, and npm has nothing to install or to build.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { projectFile } from '../harness/service/process.ts'

const execute = promisify(execFile)

/** A checkout with our package.json and commands, and a program that prints its arguments. */
const newCheckout = async (t: TestContext) => {
  const root = await mkdtemp(join(tmpdir(), 'qpr-checkout-'))
  t.after(() => rm(root, { recursive: true }))
  const folder = join(root, 'checkout')
  mkdirSync(join(folder, 'dist/server'), { recursive: true })
  cpSync(projectFile('bin'), join(folder, 'bin'), { recursive: true })
  const manifest = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
  for (const name of ['preinstall', 'prepare']) manifest.scripts[name] = `echo > ${name}-ran`
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(
    join(folder, 'dist/server/main.js'),
    'console.log(JSON.stringify(process.argv.slice(2)))',
  )
  const env = { PATH: process.env.PATH, HOME: join(root, 'home'), npm_config_offline: 'true' }
  const run = (file: string, args: string[], cwd = folder) => execute(file, args, { cwd, env })
  return { folder, run }
}

const contentsOf = (folder: string) =>
  globSync('**', { cwd: folder, exclude: ['node_modules/.cache'] })
    .filter((path) => !path.startsWith('node_modules/.cache'))
    .map((path) => `${path} ${statSync(join(folder, path)).mtimeMs}`)
    .sort()

test('npx qpr runs the command that the install has linked, builds nothing and writes nothing', async (t) => {
  const { folder, run } = await newCheckout(t)
  // Of the compile cache, which a checkout without write permission does without.
  mkdirSync(join(folder, 'node_modules/.cache'), { recursive: true })
  mkdirSync(join(folder, 'docs'))
  await run(process.execPath, ['bin/link.js'])
  // A second install replaces the link.
  await run(process.execPath, ['bin/link.js'])
  const before = contentsOf(folder)
  for (const cwd of [folder, join(folder, 'docs')]) {
    const { stdout } = await run('npx', ['qpr', 'signin', 'a b'], cwd)
    assert.deepEqual(JSON.parse(stdout), ['signin', 'a b'])
  }
  assert.deepEqual(contentsOf(folder), before)
})

test('npx qpr before an install fails, and does not download a package of that name', async (t) => {
  const { folder, run } = await newCheckout(t)
  const before = contentsOf(folder)
  await assert.rejects(run('npx', ['--yes', 'qpr', 'signin']), /could not determine executable/)
  assert.deepEqual(contentsOf(folder), before)
})
