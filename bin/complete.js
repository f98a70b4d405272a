// Runs at the end of every install, before the Studio is built. npm skips a native package whose
// `engines` exclude the Node.js that runs npm. The build runs on the Node.js 24 that the project
// brings, so that Node.js installs what is missing.
import { spawnSync } from 'node:child_process'

const bundlerLoads = await import('vite').then(
  () => true,
  () => false,
)
if (!bundlerLoads) {
  const packageManager = process.env.npm_execpath ?? 'npm'
  const args = ['install', '--ignore-scripts']
  const options = {
    stdio: 'inherit',
    // Not as arguments: pnpm does not know them.
    env: {
      ...process.env,
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_loglevel: 'error',
    },
  }
  const { status } = /\.[cm]?js$/.test(packageManager)
    ? spawnSync(process.execPath, [packageManager, ...args], options)
    : spawnSync(packageManager, args, options)
  process.exitCode = status ?? 1
}
