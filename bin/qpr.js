#!/usr/bin/env node
// Runs on whatever Node.js is there, and hands over to the Node.js 24 that the project brings.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const child = spawn(
  inProject('node_modules/node/bin/node'),
  // The same as in `npm start`: V8 would keep 130 MB for short-lived objects where 67 will do.
  ['--max-semi-space-size=32', inProject('src/main.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0)
})
