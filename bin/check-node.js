// Runs first at every install. Inside npm scripts `node` may already be the Node.js 24 that the
// project brings, so the version to check is the one that runs the package manager.
import { atLeast } from './versions.js'

const [, running = process.versions.node] =
  / node\/v(\d+\.\d+\.\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []

if (!atLeast(running, '20.9')) {
  console.error(`QPR needs Node.js 20.9 or later to install. This is Node.js ${running}.`)
  process.exitCode = 1
}
