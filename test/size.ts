// npm run size [-- --write]
//
// Prints the lines of the product, by folder, and fails when a folder has more than its budget in
// size.json. `--write` sets the budgets to the lines of today, rounded up to the next 50.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './runner/phases.ts'

export type Lines = Record<string, number>

const budgetFile = join(root, 'test/size.json')

/** The files of `git ls-files contract src web`, without tests, texts and migrations. */
const productFiles = (): string[] =>
  ['contract', 'src', 'web']
    .flatMap((top) =>
      readdirSync(join(root, top), { recursive: true }).map((name) => `${top}/${name}`),
    )
    .filter((file) => /\.(ts|tsx|js|css)$/.test(file) && !/\/(dist|node_modules)\//.test(file))
    .filter((file) => !/\.test\.|fixture|words|\/texts\/|\/migrations\//.test(file))
    .sort()

/** `src/features/codes`, `src/cli`, `web/studio`; a file that lies above these counts for its own folder. */
export const folderOf = (file: string): string => {
  const folders = file.split('/').slice(0, -1)
  const depth = /^src\/(features|platform)\//.test(file) ? 3 : 2
  return folders.slice(0, depth).join('/')
}

const count = (files: string[]): Lines => {
  const lines: Lines = {}
  for (const file of files) {
    const folder = folderOf(file)
    const text = readFileSync(join(root, file), 'utf8')
    lines[folder] = (lines[folder] ?? 0) + text.split('\n').length - 1
  }
  return lines
}

const withCommas = (value: number) => value.toLocaleString('en')

/** A sentence for each folder that has more lines than its budget. */
export const complaints = (lines: Lines, budgets: Lines): string[] =>
  Object.entries(lines).flatMap(([folder, used]) => {
    const budget = budgets[folder] ?? 0
    if (used <= budget) return []
    return [
      `${folder} has ${withCommas(used)} lines; its budget is ${withCommas(budget)}. Delete what is no ` +
        'longer needed, or raise the budget in test/size.json and say in the commit what it pays for.',
    ]
  })

const main = (isWriting: boolean) => {
  const files = productFiles()
  const lines = count(files)
  if (isWriting) {
    const rounded = Object.entries(lines).map(([folder, used]) => [
      folder,
      Math.ceil(used / 50) * 50,
    ])
    writeFileSync(budgetFile, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
  }
  const budgets: Lines = JSON.parse(readFileSync(budgetFile, 'utf8'))
  for (const [folder, used] of Object.entries(lines)) {
    console.log(
      `${withCommas(used).padStart(7)} of ${withCommas(budgets[folder] ?? 0).padStart(6)}  ${folder}`,
    )
  }
  const total = Object.values(lines).reduce((sum, used) => sum + used, 0)
  const inSrc = files.filter((file) => file.startsWith('src/')).length
  console.log(`${withCommas(total)} lines; ${withCommas(inSrc)} files in src`)
  const found = complaints(lines, budgets)
  for (const complaint of found) console.error(complaint)
  if (found.length > 0) process.exitCode = 1
}

if (import.meta.main) main(process.argv.includes('--write'))
