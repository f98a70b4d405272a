// The program: as it was built, or from its sources when one of them has changed since.
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const built = new URL('../dist/server/main.js', import.meta.url)
const sources = ['src', 'contract', 'web/scan', 'node_modules/.package-lock.json']

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Folders count too: theirs is the time at which a file was removed. */
const newestOf = (path) =>
  Math.max(
    changedAt(path),
    ...(statSync(path, { throwIfNoEntry: false })?.isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => changedAt(`${path}/${name}`))
      : []),
  )

const isBuiltSince = (time) => changedAt(fileURLToPath(built)) >= time

const newest = Math.max(...sources.map((path) => newestOf(inProject(path))))
await import(isBuiltSince(newest) ? built : new URL('../src/main.ts', import.meta.url))
