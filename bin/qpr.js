#!/usr/bin/env node
// Runs on any Node.js, and starts the program on the Node.js 24 that a checkout brings. Where that one
// is missing (in the installed package, or when its install script did not run), the Node.js that runs
// this file may be new enough.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { atLeast } from './versions.js'

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const findNode = () => {
  const brought = inProject('node_modules/node/bin/node')
  if (existsSync(brought)) return brought
  return atLeast(process.versions.node, '22.19') ? process.execPath : null
}

const run = (node) => {
  const child = spawn(
    node,
    [
      // The same as in `npm start`: V8 would keep up to 130 MB for short-lived objects where 33 are enough.
      '--max-semi-space-size=16',
      // Node.js 22 calls SQLite and the types in the sources experimental, at every start.
      '--disable-warning=ExperimentalWarning',
      inProject('bin/program.js'),
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit', env: { MALLOC_ARENA_MAX: '2', ...process.env } },
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Cannot run ${node}: ${error.message}.`))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0)
  })
}

const fail = (message) => {
  console.error(`qpr: ${message}`)
  process.exitCode = 1
}

const node = findNode()
if (node) run(node)
else {
  const isCheckout = existsSync(inProject('src/main.ts'))
  fail(
    isCheckout
      ? `The npm package "node" is not installed and Node.js ${process.versions.node} is too old: run "npm install", or use Node.js 22.19 or later.`
      : `QPR needs Node.js 22.19 or later. This is Node.js ${process.versions.node}.`,
  )
}
