/**
 * A file of the project by its path from the root. The sources and the built program in
 * `dist/server` lie at different depths below the root, so a file must not look for another one
 * beside itself.
 */
export const projectFile = (path: string): URL => new URL(`../../${path}`, import.meta.url)

/** Whether this is the built program, and not its sources. */
export const isBuilt = !import.meta.url.endsWith('.ts')
