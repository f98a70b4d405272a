// node release/stage.ts FOLDER: writes the package that users install into an empty folder. It needs a
// build. The documentation is part of it, so the build needs VitePress, a package for development.
import { cp, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isolatedDeclaration } from 'rolldown/experimental'
import { builtInPackages, licenceNotices } from './built.ts'
import { type Locked, lockedPackages } from './locked.ts'
import { createManifest, runtimePackages } from './manifest.ts'
import { projectFile } from './project.ts'

const files = [
  'LICENSE',
  'CHANGELOG.md',
  'bin/program.js',
  'bin/qpr.js',
  'bin/versions.js',
  'deploy/systemd/qpr.service',
  'dist/server',
  'docs/plans.example.json',
  'web/docs/dist/site',
  'web/studio/dist/current/assets',
  'web/studio/dist/current/index.html',
  'web/studio/dist/current/push.js',
  'web/visitor/dist/current/embed.js',
  'web/visitor/dist/current/later.js',
  'web/visitor/dist/current/panel.js',
  'web/visitor/dist/current/visitor.js',
]

/** Top-level folders of packages that no program loads. Nested packages have entries of their own. */
const unread =
  /^(\..*|bench(marks?)?|docs?|examples?|fixtures?|node_modules|scripts|tests?|test-.*)$/

/** Data that the service does not read: the halves of the country map, and other forms of the font. */
const unreadData = /-ipv[46]\.mmdb$|roboto-fontface\/(css|fonts\/roboto-[^/]+|.+\.woff2)$/

const isRead = (path: string, folder: string): boolean =>
  !unreadData.test(path) &&
  !(dirname(path) === folder && unread.test(basename(path))) &&
  // Source maps, tests and sources in TypeScript. Types stay.
  !/\.map$|\.test\.\w+$|(?<!\.d)\.[cm]?tsx?$/.test(path)

const copyPackage = (stage: string, { path }: Locked) => {
  const folder = projectFile(path)
  return cp(folder, join(stage, path), {
    recursive: true,
    filter: (from) => isRead(from, folder),
  })
}

/** The types of what the package exports, made from one file. */
const writeTypes = async (stage: string) => {
  const source = projectFile('src/package.ts')
  const { code, errors } = await isolatedDeclaration(source, await readFile(source, 'utf8'))
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  await writeFile(join(stage, 'dist/package.d.ts'), code)
}

export const stagePackage = async (stage: string) => {
  await mkdir(stage, { recursive: true })
  const existing = await readdir(stage)
  if (existing.length > 0) throw new Error(`${stage} is not empty.`)
  for (const file of files) {
    // A build is a link to its newest folder.
    await cp(await realpath(projectFile(file)), join(stage, file), { recursive: true })
  }
  await rm(join(stage, 'dist/server/packages.json'))
  await cp(projectFile('release/README.md'), join(stage, 'README.md'))
  await writeFile(join(stage, 'LICENSES.md'), licenceNotices(builtInPackages()))
  await writeTypes(stage)
  for (const one of lockedPackages(runtimePackages)) await copyPackage(stage, one)
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(createManifest(), null, 2)}\n`)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Usage: node release/stage.ts FOLDER')
  await stagePackage(folder)
}
