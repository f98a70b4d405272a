// npm run release: makes the files of a release in dist/release. It needs the packages for
// development, a build, and no network. It contains the optional model for vectors if `npm run
// embedding-model` has made it before.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseNotes } from './notes.ts'
import { project, projectFile } from './project.ts'
import { createSbom } from './sbom.ts'
import { stagePackage } from './stage.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
const folder = values.to ?? projectFile('dist/release')
const name = `${project.name}-${project.version}`

const pack = (from: string) =>
  execFileSync('npm', ['pack', from, '--pack-destination', folder, '--silent'])

const packService = async () => {
  const stage = await mkdtemp(join(tmpdir(), 'qpr-release-'))
  try {
    await stagePackage(stage)
    pack(stage)
  } finally {
    await rm(stage, { recursive: true })
  }
}

/** In the format of `sha256sum --check`. */
const checksums = async (): Promise<string> => {
  const lines = (await readdir(folder)).sort().map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(folder, file)))
    return `${hash.digest('hex')}  ${file}\n`
  })
  return (await Promise.all(lines)).join('')
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await packService()
const model = projectFile('dist/qpr-embedding-model')
if (existsSync(model)) pack(model)
// The SDKs, as the documentation offers them.
await cp(projectFile('web/docs/dist/site/packages'), folder, { recursive: true })
await writeFile(join(folder, `${name}.cdx.json`), `${JSON.stringify(createSbom(), null, 2)}\n`)
const changelog = await readFile(projectFile('CHANGELOG.md'), 'utf8')
await writeFile(join(folder, `${name}.md`), releaseNotes(changelog, project.version))
await writeFile(join(folder, 'SHA256SUMS'), await checksums())
for (const file of (await readdir(folder)).sort()) console.log(join(folder, file))
