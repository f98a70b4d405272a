// Runs at the end of every install, before the Studio is built. npm skips a native package whose
// `engines` exclude the Node.js that runs npm. The build runs on the Node.js 24 that the project
// brings, so that Node.js installs what is missing.
import { spawnSync } from 'node:child_process'

const bundlerLoads = await import('rolldown').then(
  () => true,
  () => false,
)
if (!bundlerLoads) {
  const packageManager = process.env.npm_execpath ?? 'npm'
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = /\.[cm]?js$/.test(packageManager)
    ? spawnSync(process.execPath, [packageManager, ...args], { stdio: 'inherit' })
    : spawnSync(packageManager, args, { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
