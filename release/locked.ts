import { readJson } from './project.ts'

/** A package as the lockfile has it. */
export interface Locked {
  /** Its folder, such as `node_modules/pino`. */
  path: string
  name: string
  version: string
}

interface Entry {
  version: string
  dependencies?: Record<string, string>
}

const { packages } = readJson<{ packages: Record<string, Entry> }>('package-lock.json')

/** The folder of the package that a package in the folder `from` gets when it imports `name`. */
const find = (from: string, name: string): string => {
  const path = `${from}node_modules/${name}`
  if (packages[path]) return path
  if (from === '') throw new Error(`The lockfile has no package "${name}".`)
  return find(from.slice(0, from.lastIndexOf('node_modules/')), name)
}

/** The packages with these names and everything that they need, without optional packages. */
export const lockedPackages = (names: readonly string[]): Locked[] => {
  const found = new Map<string, Locked>()
  const add = (from: string, name: string) => {
    const path = find(from, name)
    if (found.has(path)) return
    const { version, dependencies = {} } = packages[path] as Entry
    found.set(path, { path, name, version })
    for (const needed of Object.keys(dependencies)) add(`${path}/`, needed)
  }
  for (const name of names) add('', name)
  return [...found.values()].sort((a, b) => a.path.localeCompare(b.path, 'en'))
}
