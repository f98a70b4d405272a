// Ends every install, also one without devDependencies: completes the packages, builds the Studio,
// and removes files that no program here reads.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { slim } from './slim.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs the package manager that runs this install, on the Node.js that runs this file. */
const runPackageManager = (...args) => {
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, ...args], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}

// npm skips a native package whose `engines` exclude the Node.js that runs npm. The build runs on
// the Node.js 24 that the project brings, so that Node.js installs what is missing.
const bundlerLoads = await import('rolldown').then(
  () => true,
  () => false,
)
if (!bundlerLoads) {
  runPackageManager('install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')
}

runPackageManager('run', 'studio:build')
await slim(root)
