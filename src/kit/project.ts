import { existsSync } from 'node:fs'

/**
 * A project file by its path from the root. The sources and the built program in `dist/server` have
 * different depths, so a file must not be located relative to a module.
 */
export const projectFile = (path: string): URL => new URL(`../../${path}`, import.meta.url)

/** Whether this is the built program instead of the sources. */
export const isBuilt = !import.meta.url.endsWith('.ts')

/** Whether this is a checkout instead of the installed package, which has no sources. */
export const isCheckout = existsSync(projectFile('src/main.ts'))
