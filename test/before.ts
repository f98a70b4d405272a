// node test/before.ts types|lint|build: what `npm run check` and `npm test` do before the tests.
//
// Types, then also lint and sizes, then also everything that is built, side by side: most of them keep
// only one core busy. Before them the SDKs get the types of the service. What is newer than all of its
// sources is not built, as after an install.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runner/phases.ts'

const changedAt = (path: string): number =>
  statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/**
 * Its files and its folders, whose time changes when a file is removed. Tests and types are not built.
 */
const pathsIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true })
    .map(String)
    .filter((name) => !/\.(test|d)\.ts$|(^|\/)(dist|node_modules)(\/|$)/.test(name))
    .map((name) => `${folder}/${name}`)

// The last one is written by every install.
const files = ['package.json', 'tsconfig.json', 'vite.config.ts', 'node_modules/.package-lock.json']
const sources = () => [
  ...files,
  ...['contract', 'sdk', 'src', 'web/studio', 'web/visitor'].flatMap(pathsIn),
]
const built = [
  'dist/server/main.js',
  'web/studio/dist/current/index.html',
  'web/visitor/dist/current/packages.json',
]

const isNewer = (made: string[], from: string[]) =>
  Math.min(...made.map(changedAt)) >= Math.max(...from.map(changedAt))

/** The types of the service, which the Studio and the commands need too. */
const isGenerated = () =>
  isNewer(
    ['sdk/typescript/src/schema.d.ts'],
    [...files, ...['contract', 'sdk', 'src'].flatMap(pathsIn)],
  )

const chooseBuilds = (): string[] => {
  if (!isNewer(built, sources())) return ['npm run build']
  const ofSite = [...sources(), ...['docs', 'web/docs'].flatMap(pathsIn)]
  return isNewer(['web/docs/dist/stamp'], ofSite) ? [] : ['npm run docs:build']
}

/** Prints the output of a command that fails, and all of it at its end: several run at once. */
const run = async (command: string): Promise<boolean> => {
  // The compiler is written in Go: fewer collections of its memory save a fifth of its time.
  const env = { GOGC: '400', ...process.env }
  const child = spawn(command, { cwd: root, shell: true, env })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => output.push(data))
  }
  const [code] = await once(child, 'close')
  if (code !== 0) console.error(`${command}\n${Buffer.concat(output)}`)
  return code === 0
}

const types = ['.', 'web/visitor', 'web/studio'].map((project) => `tsc --checkers 1 -p ${project}`)
const lint = [...types, 'biome check', 'node test/size.ts']
const scopes: Record<string, () => string[]> = {
  types: () => types,
  lint: () => lint,
  build: () => [...lint, ...chooseBuilds()],
}
const [, , scope = ''] = process.argv
const commands = scopes[scope]
if (!commands) throw new Error(`Usage: node test/before.ts ${Object.keys(scopes).join('|')}`)
const isReady = isGenerated() || (await run('npm run sdk:generate'))
const results = isReady ? await Promise.all(commands().map(run)) : [false]
process.exitCode = results.every(Boolean) ? 0 : 1
