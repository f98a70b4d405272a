// Runs the built program while it is newer than every source, and the sources otherwise. The installed
// package has no sources.
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
// Stripping types and compiling take half of a cold start. Where the folder cannot be written, nothing is
// kept.
const compileCache = `${root}node_modules/.cache/compile`
enableCompileCache(compileCache)
process.env.NODE_COMPILE_CACHE ??= compileCache

// The last one is written by every install.
const sources = ['src', 'contract', 'sdk/typescript/src', 'node_modules/.package-lock.json']

const changedAt = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Includes the folders: their time changes when a file is removed. Tests and types are not built. */
const pathsIn = (folder) =>
  readdirSync(root + folder, { recursive: true })
    .filter((name) => !/\.(test|d)\.ts$/.test(name))
    .map((name) => `${folder}/${name}`)

const folders = sources.filter((path) =>
  statSync(root + path, { throwIfNoEntry: false })?.isDirectory(),
)
const newest = Math.max(...[...sources, ...folders.flatMap(pathsIn)].map(changedAt))
const isFresh = changedAt('src/main.ts') === 0 || changedAt('dist/server/main.js') >= newest
const program = isFresh ? realpathSync(`${root}dist/server/main.js`) : `${root}src/main.ts`
// A process that QPR_PROCESSES starts later runs the same build, also when a newer one is there.
process.argv[1] = program
await import(pathToFileURL(program))
