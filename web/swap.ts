// Makes a finished build the one in use. Each build has a folder of its own, named by its contents, and
// `target` is a link to the newest one. A running service has resolved the link at its start: it serves
// the files of its own build until it is restarted, whatever is built meanwhile.
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Former builds that stay for the services that run them. */
const retainedBuilds = 3

/** Where a build is written until it is complete. Two builds at the same time do not meet. */
export const stagingOf = (target: string): string => `${target}-new-${process.pid}`

/** For Vite: writes into the staging folder, and swaps it in when all files are written. */
export const swappedIn = (target: string): Plugin => ({
  name: 'swapped-in',
  apply: 'build',
  config: () => ({ build: { outDir: stagingOf(target), emptyOutDir: true } }),
  writeBundle: { order: 'post', sequential: true, handler: () => swapIn(target) },
})

export const swapIn = (target: string) => {
  const staging = stagingOf(target)
  const hash = hashOf(staging)
  const folder = `${target}-${hash}`
  if (existsSync(folder) && hashOf(folder) === hash) rmSync(staging, { recursive: true })
  else {
    rmSync(folder, { recursive: true, force: true })
    renameSync(staging, folder)
  }
  // A build that changed nothing is newer than its sources too.
  const now = new Date()
  for (const path of [...filesIn(folder), folder]) utimesSync(path, now, now)
  pointTo(target, folder)
  removeFormerBuilds(target, folder)
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

const hashOf = (folder: string): string => {
  const hash = createHash('sha256')
  for (const path of filesIn(folder)) {
    const contents = readFileSync(path)
    hash.update(`${relative(folder, path)}\0${contents.length}\0`).update(contents)
  }
  return hash.digest('hex').slice(0, 16)
}

const pointTo = (target: string, folder: string) => {
  const link = `${target}-link-${process.pid}`
  symlinkSync(basename(folder), link, 'junction')
  // Only a link is replaced in one step, and not on Windows.
  const isLink = lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? true
  if (!isLink || process.platform === 'win32') rmSync(target, { recursive: true, force: true })
  renameSync(link, target)
}

const removeFormerBuilds = (target: string, current: string) => {
  const parent = dirname(target)
  const former = readdirSync(parent)
    .filter((name) => name.startsWith(`${basename(target)}-`))
    .map((name) => join(parent, name))
    .filter((path) => path !== current)
    // Another build may have removed it meanwhile.
    .flatMap((path) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found ? [{ path, changedAt: found.mtimeMs }] : []
    })
    .sort((a, b) => b.changedAt - a.changedAt)
  for (const { path } of former.slice(retainedBuilds))
    rmSync(path, { recursive: true, force: true })
}
