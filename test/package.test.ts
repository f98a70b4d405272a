// The package that users install. package.deep.test.ts installs it.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { builtInPackages } from '../release/built.ts'
import { runtimePackages } from '../release/manifest.ts'
import { releaseNotes } from '../release/notes.ts'
import { projectFile, readJson } from '../release/project.ts'
import { stagePackage } from '../release/stage.ts'

interface Manifest {
  private: boolean
  version: string
  dependencies: Record<string, string>
  bundleDependencies: string[]
  exports: { '.': Record<string, string> }
  bin: Record<string, string>
}

const lockfile = readJson<{ packages: Record<string, { version: string }> }>('package-lock.json')
let stage = ''
let files: string[] = []
let manifest: Manifest

const read = (path: string) => readFileSync(join(stage, path), 'utf8')

before(async () => {
  stage = await mkdtemp(join(tmpdir(), 'qpr-package-'))
  await stagePackage(stage)
  files = globSync('**/*.*', { cwd: stage })
  manifest = JSON.parse(read('package.json'))
})
after(() => rm(stage, { recursive: true, force: true }))

test('the package has the built service, the Studio, the page of visitors, the documentation and types', () => {
  const { '.': entry } = manifest.exports
  const needed = [
    ...Object.values(manifest.bin),
    ...Object.values(entry),
    'dist/server/main.js',
    'dist/server/reader.js',
    'dist/server/thread.js',
    'web/docs/dist/site/index.html',
    'web/docs/dist/site/llms.txt',
    'web/studio/dist/current/index.html',
    'web/studio/dist/current/push.js',
    'web/visitor/dist/current/embed.js',
    'web/visitor/dist/current/later.js',
    'web/visitor/dist/current/panel.js',
    'web/visitor/dist/current/visitor.js',
    'LICENSES.md',
  ].filter((path) => !files.includes(path.replace(/^\.\//, '')))
  assert.deepEqual(needed, [])
  assert.ok(files.some((path) => /^web\/studio\/dist\/current\/assets\/index-.*\.js$/.test(path)))
})

test('the package has no tests and no sources', () => {
  const unwanted = files.filter((path) =>
    /(^|\/)(tests?|fixtures?)\/|\.(test|fixture)\.|(?<!\.d)\.[cm]?tsx?$|\.map$|^(src|contract)\//.test(
      path,
    ),
  )
  assert.deepEqual(unwanted, [])
})

test('the dependencies of the package have the versions of the lockfile, and are inside', () => {
  assert.deepEqual(Object.keys(manifest.dependencies).sort(), [...runtimePackages].sort())
  assert.deepEqual(manifest.bundleDependencies, runtimePackages)
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    assert.equal(version, lockfile.packages[`node_modules/${name}`]?.version, name)
  }
  const inside = files.filter((path) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
  assert.ok(inside.length > runtimePackages.length)
  for (const path of inside) {
    const { version } = JSON.parse(read(path))
    const folder = path.replace(/\/package\.json$/, '')
    assert.equal(version, lockfile.packages[folder]?.version, folder)
  }
})

test('npm refuses to publish the package by accident, because the name is not registered', () => {
  assert.equal(manifest.private, true)
})

test('the package has every package that the built service loads', () => {
  const loads = /^import [^;]*from "([^".][^"]*)"|(?:import\.meta\.|\)\.)resolve\("([^".][^"]*)"/gm
  const loaded = globSync('dist/server/*.js', { cwd: stage })
    .flatMap((path) => [...read(path).matchAll(loads)])
    .map(([, imported, resolved]) => imported ?? resolved ?? '')
    .filter((name) => !isBuiltin(name))
    .map((name) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? name)
  assert.ok(loaded.includes('pino'))
  assert.ok(loaded.includes('@resvg/resvg-wasm'))
  assert.deepEqual(
    // unpdf has its own copy inside, and only asks whether there is another.
    [...new Set(loaded)].filter((name) => ![...runtimePackages, 'pdfjs-dist'].includes(name)),
    [],
  )
})

test('the licences name every package inside the built files', () => {
  const notices = read('LICENSES.md')
  const names = builtInPackages().map(({ name, version }) => `## ${name} ${version} (`)
  for (const part of ['## fastify ', '## react ', '## streaming-markdown ']) {
    assert.ok(
      names.some((title) => title.startsWith(part)),
      part,
    )
  }
  assert.deepEqual(
    names.filter((title) => !notices.includes(title)),
    [],
  )
})

test('release notes are the section of the version, or what is not released yet', () => {
  const changelog = '# Changelog\n\n## Unreleased\n\n- b\n\n## 1.0.0 (2026-01-02)\n\n- a\n'
  assert.equal(releaseNotes(changelog, '1.0.0'), '# QPR 1.0.0\n\n- a\n')
  assert.equal(releaseNotes(changelog, '1.1.0'), '# QPR 1.1.0\n\n- b\n')
  assert.throws(() => releaseNotes('# Changelog\n', '1.0.0'), /"## 1\.0\.0" or "## Unreleased"/)
})

test('the documentation states the size of the package, as a tarball and installed, within a tenth', () => {
  const contents = globSync('**', { cwd: stage, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  const tarball = gzipSync(Buffer.concat(contents)).length / 1e6
  // As `du` counts, in blocks of 4 KB.
  const blocks = contents.reduce((sum, { length }) => sum + Math.ceil(length / 4096), 0)
  const installed = (blocks * 4096) / 2 ** 20
  const isClose = (stated: string | undefined, measured: number) =>
    Math.abs(Number(stated) - measured) <= measured / 10
  const page = readFileSync(projectFile('docs/deployment.md'), 'utf8')
  const [, packed, unpacked] = /no registry: (\d+) MB, (\d+) MB installed/.exec(page) ?? []
  const measured = `${tarball.toFixed(1)} MB, ${installed.toFixed(1)} MB installed`
  assert.ok(isClose(unpacked, installed) && isClose(packed, tarball), measured)
})
