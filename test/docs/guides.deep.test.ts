// Every example of the guides, against a real service: curl in a shell, TypeScript with the SDK. Python:
// snippets.deep.test.ts.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import {
  blocksOf,
  countOf,
  guides,
  prepare,
  shellProgram,
  startServices,
  triosOf,
  typescriptProgram,
} from './snippets.ts'

const run = promisify(execFile)

const temporary = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'qpr-snippets-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('every guide shows its examples in curl, TypeScript and Python', () => {
  for (const guide of guides) {
    const trios = triosOf(guide)
    assert.ok(trios > 0, `docs/${guide}.md has no example in three languages`)
    const commands = blocksOf(guide, 'sh').filter((text) => text.includes('curl'))
    assert.ok(trios >= commands.length, `docs/${guide}.md has curl without the SDKs`)
    for (const language of ['ts', 'python'] as const) {
      assert.equal(blocksOf(guide, language).length, trios, `docs/${guide}.md, ${language}`)
    }
  }
})

const has = (program: string) => spawnSync(program, ['version']).error === undefined

const step = (guide: string, folder: string, env: object) => `
Object.assign(process.env, ${JSON.stringify(env)})
process.chdir('${folder}')
await import('${folder}/page.ts').catch((error) => {
  console.error('docs/${guide}.md:', error)
  process.exitCode = 1
})`

if (has('curl') && has('openssl')) {
  test('the commands of every guide are accepted', async (t) => {
    const serviceOf = await startServices(t, guides)
    const failures: string[] = []
    for (const guide of guides) {
      const folder = await temporary(t)
      const blocks = shellProgram(blocksOf(guide, 'sh'))
      const { env, program } = await prepare(serviceOf(guide), folder, blocks)
      await run('sh', ['-eu', '-c', program], { cwd: folder, env }).catch(({ stdout, stderr }) =>
        failures.push(`docs/${guide}.md: …${stdout.slice(-300)}${stderr}`),
      )
    }
    assert.deepEqual(failures, [])
    t.diagnostic(countOf('sh'))
  })
}

test('the TypeScript of every guide runs', async (t) => {
  const serviceOf = await startServices(t, guides)
  const folder = await temporary(t)
  // One process for all pages: starting one takes longer than a page.
  const steps: string[] = []
  for (const guide of guides) {
    const own = join(folder, guide)
    await mkdir(own)
    const text = typescriptProgram(blocksOf(guide, 'ts'))
    const { env, program } = await prepare(serviceOf(guide), own, text)
    await writeFile(join(own, 'page.ts'), program)
    steps.push(step(guide, own, env))
  }
  const main = join(folder, 'main.mjs')
  // A receiver of an example still listens.
  await writeFile(main, `${steps.join('\n')}\nprocess.exit()\n`)
  const args = ['--disable-warning=ExperimentalWarning', main]
  await run(process.execPath, args, { timeout: 120_000 }).catch((error) =>
    assert.fail(error.stderr),
  )
  t.diagnostic(countOf('ts'))
})
