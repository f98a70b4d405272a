// Linters and generators that are too large for this project's own packages. They are installed
// into a folder of their own, so this test needs the registry of npm.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { describeService } from '../../../service/document.ts'

const packages = [
  '@stoplight/spectral-core@1.24.1',
  '@stoplight/spectral-rulesets@1.23.1',
  '@stoplight/spectral-parsers@1.0.5',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.30.0',
  'typescript@5.9.3',
]

let folder = ''
const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qpr-generators-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const document = await describeService('https://codes.harbour-hotels.test')
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document))
  run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages)
})

after(() => rm(folder, { recursive: true, force: true }))

test('the recommended rules of Spectral pass without a warning', async () => {
  await writeFile(
    join(folder, 'spectral.js'),
    `import core from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import { readFileSync } from 'node:fs'
const spectral = new core.Spectral()
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] })
const text = readFileSync('openapi.json', 'utf8')
const problems = await spectral.run(new core.Document(text, parsers.Json, 'openapi.json'))
console.log(JSON.stringify(problems.map(({ code, message, path }) => [code, message, path.join('/')])))`,
  )
  assert.deepEqual(JSON.parse(run('node', 'spectral.js')), [])
})

const compile = async (sources: string) => {
  const options = { strict: true, noEmit: true, skipLibCheck: true, module: 'esnext' }
  const platform = {
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
  }
  const compilerOptions = { ...options, ...platform }
  const config = { compilerOptions, include: [sources] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  // Throws with the errors of the compiler.
  run('npx', 'tsc', '-p', '.')
}

test('hey-api makes a client that compiles', async () => {
  run('npx', 'openapi-ts', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch')
  await compile('hey')
})

test('orval makes a client that compiles', async () => {
  const config = {
    qpr: { input: 'openapi.json', output: { target: 'orval/qpr.ts', client: 'fetch' } },
  }
  await writeFile(join(folder, 'orval.config.js'), `export default ${JSON.stringify(config)}`)
  run('npx', 'orval')
  await compile('orval')
})
