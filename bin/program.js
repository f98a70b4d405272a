// Runs the built program while it is newer than every source, and the sources otherwise. The installed
// package has no sources.
import { readdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Stripping types and compiling take half of a cold start. Where the folder cannot be written, nothing is
// kept.
enableCompileCache(`${root}node_modules/.cache/compile`)

// The last one is written by every install.
const sources = ['src', 'contract', 'sdk/typescript/src', 'node_modules/.package-lock.json']

const changedAt = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Includes the folders: their time changes when a file is removed. Tests are not built. */
const pathsIn = (folder) =>
  readdirSync(root + folder, { recursive: true })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

const folders = sources.filter((path) =>
  statSync(root + path, { throwIfNoEntry: false })?.isDirectory(),
)
const newest = Math.max(...[...sources, ...folders.flatMap(pathsIn)].map(changedAt))
const isFresh = changedAt('src/main.ts') === 0 || changedAt('dist/server/main.js') >= newest
await import(isFresh ? '../dist/server/main.js' : '../src/main.ts')
