// node sdk/packages.ts FOLDER
//
// Writes the packages of both SDKs, as users install them. The documentation offers them for
// download, and a release contains them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import JSZip from 'jszip'
import { buildSdk } from './typescript/build.ts'

const own = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const read = (path: string) => readFileSync(own(path), 'utf8')

/** A package of npm is an archive with a folder named "package". */
const packTypescript = async (folder: string) => {
  const { name, version } = JSON.parse(read('typescript/package.json'))
  const stage = await mkdtemp(join(tmpdir(), 'qpr-sdk-'))
  try {
    await buildSdk(join(stage, 'package'))
    const file = join(folder, `${name}-${version}.tgz`)
    execFileSync('tar', ['-czf', file, '-C', stage, 'package'])
  } finally {
    await rm(stage, { recursive: true })
  }
}

const project = read('python/pyproject.toml')

const settingOf = (name: string): string =>
  new RegExp(`^${name} = "(.+)"$`, 'm').exec(project)?.[1] ?? ''

const dependencies = (): string[] =>
  Array.from((/^dependencies = \[(.+)\]$/m.exec(project)?.[1] ?? '').matchAll(/"([^"]+)"/g)).map(
    ([, one = '']) => one,
  )

const metadata = () =>
  [
    'Metadata-Version: 2.1',
    `Name: ${settingOf('name')}`,
    `Version: ${settingOf('version')}`,
    `Summary: ${settingOf('description')}`,
    'License: MIT',
    `Requires-Python: ${settingOf('requires-python')}`,
    ...dependencies().map((one) => `Requires-Dist: ${one}`),
    'Description-Content-Type: text/markdown',
    '',
    read('python/README.md'),
  ].join('\n')

const wheel = `Wheel-Version: 1.0
Generator: qpr
Root-Is-Purelib: true
Tag: py3-none-any
`

/** A line of RECORD: every file of a wheel with its hash and its size. */
const recorded = ([name, text]: [string, string]) => {
  const hash = createHash('sha256').update(text).digest('base64url')
  return `${name},sha256=${hash},${Buffer.byteLength(text)}`
}

/** A wheel, because pip installs it without a build: a build would download its tools. */
const packPython = async (folder: string) => {
  const name = `${settingOf('name')}-${settingOf('version')}`
  const info = `${name}.dist-info`
  const sources = globSync('qpr/*.{py,typed}', { cwd: own('python') }).toSorted()
  const files: [string, string][] = [
    ...sources.map((path): [string, string] => [path, read(`python/${path}`)]),
    [`${info}/METADATA`, metadata()],
    [`${info}/WHEEL`, wheel],
    [`${info}/LICENSE`, read('../LICENSE')],
  ]
  const record = [...files.map(recorded), `${info}/RECORD,,`, ''].join('\n')
  const zip = new JSZip()
  for (const [path, text] of [...files, [`${info}/RECORD`, record] as const]) {
    zip.file(path, text, { createFolders: false })
  }
  const bytes = await zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
  await writeFile(join(folder, `${name}-py3-none-any.whl`), bytes)
}

export const packSdks = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  await packTypescript(folder)
  await packPython(folder)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Usage: node sdk/packages.ts FOLDER')
  await packSdks(folder)
}
