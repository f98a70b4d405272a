import { existsSync } from 'node:fs'
import manifest from '../../../package.json' with { type: 'json' }

/** Whether this is the built program instead of the sources. */
export const isBuilt = !import.meta.url.endsWith('.ts')

/**
 * A project file by its path from the root. The sources and the built program in `dist/server` have
 * different depths, so a file must not be located relative to a module.
 */
export const projectFile = (path: string): URL =>
  new URL(`${isBuilt ? '../..' : '../../..'}/${path}`, import.meta.url)

/**
 * A file that a thread or a process starts from: an entry of this build, or a source. It is found beside
 * this module, because `dist/server` may lead to a newer build by then.
 */
export const entryFile = (name: string): URL =>
  isBuilt ? new URL(`${name}.js`, import.meta.url) : projectFile(`src/service/${name}.ts`)

/** Whether this is a checkout instead of the installed package, which has no sources. */
export const isCheckout = existsSync(projectFile('src/main.ts'))

export const { version } = manifest
