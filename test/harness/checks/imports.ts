import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Import {
  from: string
  to: string
  isType: boolean
  /** By `import()`, or only for its side effects. */
  isBare: boolean
  /** The names that the file uses as they are: none for `import * as`, and none that it renames. */
  names: string[]
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

const isProduct = (file: string) => !/\.(test|testing|given|fixture|fixture-\w+)\.ts$/.test(file)

/** The product files of a folder, as paths inside it. */
export const filesIn = (folder: string): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: join(root, folder) }).filter(isProduct)

export const sourceOf = (folder: string, file: string): string =>
  readFileSync(join(root, folder, file), 'utf8')

const importedFrom = /^(?:im|ex)port\s+([^'"`;]*?)\bfrom\s+'((?:\.|#contract\/)[^']*\.tsx?)'/gm
const importedBare = /\bimport\(?\s*'((?:\.|#contract\/)[^']*\.tsx?)'/g

/** `a` and `B` of `{ a, type B, c as d }`. */
const namesIn = (what: string): string[] =>
  (/\{([^}]*)\}/.exec(what)?.[1] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^type /, ''))
    .filter((one) => /^\w+$/.test(one))

/**
 * The files of this repository that a file imports, without packages. Paths are relative to the
 * folder of the file: `../contract/roles.ts` for a file of `src`.
 */
export const importsOf = (folder: string, from: string): Import[] => {
  const up = folder
    .split('/')
    .map(() => '..')
    .join('/')
  const target = (path: string) =>
    normalize(path.startsWith('#') ? join(up, path.slice(1)) : join(dirname(from), path))
  const text = sourceOf(folder, from)
  return [
    ...Array.from(text.matchAll(importedFrom), ([, what = '', path = '']) => ({
      from,
      to: target(path),
      isType: what.startsWith('type ') || /^\{(\s*type \w+( as \w+)?,?)+\s*\}\s*$/.test(what),
      isBare: false,
      names: namesIn(what),
    })),
    ...Array.from(text.matchAll(importedBare), ([, path = '']) => ({
      from,
      to: target(path),
      isType: false,
      isBare: true,
      names: [],
    })),
  ]
}

/** The first circle of runtime imports, as a list of files; undefined without one. */
export const circleIn = (imports: Import[]): string[] | undefined => {
  const values = imports.filter(({ isType }) => !isType)
  const targets = Map.groupBy(values, ({ from }) => from)
  const finished = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path, file]
    if (finished.has(file)) return
    for (const { to } of targets.get(file) ?? []) {
      const circle = visit(to, [...path, file])
      if (circle) return circle
    }
    finished.add(file)
  }
  for (const file of targets.keys()) {
    const circle = visit(file, [])
    if (circle) return circle
  }
}
