// node test/mutants/run.ts [BEGINNING OF A NAME]
//
// Runs the tests with small faults (mutants) in the rules, one at a time: a fault that no test finds
// is a rule that no test guards. mutants.json has the faults. A fault is located by its text, because
// files move; a changed text must be changed there too.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Covered, Wanted } from './cover.ts'
import type { Planted } from './plant.ts'

interface Mutant {
  readonly name: string
  /** Whole lines that occur once in `src/`. */
  readonly before: string
  readonly after: string
}

interface Located extends Mutant {
  readonly file: string
  /** Of the first difference. */
  readonly offset: number
}

interface Verdict {
  readonly mutant: Located
  /** The first test that failed. */
  readonly foundBy?: string | undefined
  /** The nearest one first. */
  readonly files: string[]
}

/** How many mutants are tested at the same time. */
const lanes = 2

const root = fileURLToPath(new URL('../..', import.meta.url))
process.chdir(root)
const cache = 'node_modules/.cache/mutants.json'
const folder = mkdtempSync(join(tmpdir(), 'qpr-mutants-'))
const running = new Set<ChildProcess>()

process.on('exit', () => {
  for (const child of running) child.kill()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

async function main(part: string) {
  const all = locate(JSON.parse(readFileSync('test/mutants/mutants.json', 'utf8')))
  const chosen = all.filter(({ name }) => name.startsWith(part))
  if (chosen.length === 0) throw new Error(`No name of a mutant begins with "${part}".`)
  const covered = await coverage(all)
  const verdicts = await inLanes(chosen, async (mutant) => {
    const verdict = await judge(mutant, covered)
    const { foundBy } = verdict
    console.log(
      `${foundBy ? 'found    ' : 'NOT FOUND'}  ${mutant.name}${foundBy ? ` (${foundBy})` : ''}`,
    )
    return verdict
  })
  const survivors = verdicts.filter(({ foundBy }) => !foundBy)
  for (const survivor of survivors) console.log(describe(survivor))
  console.log(`\nfound ${chosen.length - survivors.length} of ${chosen.length}`)
  if (survivors.length > 0) process.exitCode = 1
}

/** Finds the file of each mutant; refuses those whose text is not exactly once in the product. */
function locate(mutants: Mutant[]): Located[] {
  const sources = globSync('src/**/*.ts')
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const wrong: string[] = []
  const located = mutants.flatMap((mutant) => {
    const lines = `\n${mutant.before}\n`
    const places = sources.flatMap(({ file, text }) =>
      text
        .split(lines)
        .slice(1)
        .map(() => ({ file, at: text.indexOf(lines) + 1 })),
    )
    if (places.length !== 1) wrong.push(`${mutant.name}: ${places.length} times`)
    return places.map(({ file, at }) => ({ ...mutant, file, offset: at + difference(mutant) }))
  })
  if (wrong.length === 0) return located
  throw new Error(`These are not exactly once in src/:\n${wrong.join('\n')}`)
}

const difference = ({ before, after }: Mutant) =>
  [...before].findIndex((character, at) => character !== after[at])

/**
 * Which test files run the line of which mutant. A run of all takes minutes, so the last result is
 * used again; after a change of test files alone, only these run.
 */
async function coverage(mutants: Located[]): Promise<Covered[]> {
  const tests = testFiles(mutants)
  const known = existsSync(cache) ? statSync(cache).mtimeMs : 0
  const changed = globSync('{contract,src,test}/**/*.{ts,json}').filter(
    (file) => statSync(file).mtimeMs > known && !/^test\/mutants\/(run|plant)\.ts$/.test(file),
  )
  const isReusable = changed.every((file) => file.endsWith('.test.ts'))
  const before: Covered[] = isReusable ? JSON.parse(readFileSync(cache, 'utf8')) : []
  const output = join(folder, 'covered')
  writeFileSync(output, '')
  const points = mutants.map(({ name, file, offset }) => {
    const url = pathToFileURL(file).href
    const line = readFileSync(file, 'utf8').lastIndexOf('\n', offset) + 1
    const start = line + (/\S/.exec(readFileSync(file, 'utf8').slice(line))?.index ?? 0)
    return { name, url, offsets: [start, offset] }
  })
  const wanted: Wanted = { output, points }
  const isKnown = (file: string) => before.some((one) => one.file === file)
  const renewed = tests.filter((file) => changed.includes(file) || !isKnown(file))
  if (renewed.length > 0) console.log(`Recording what ${renewed.length} test files run …`)
  const failed: string[] = []
  for (const [scope, files] of scopesOf(renewed)) {
    const env = { QPR_TEST_COVER: JSON.stringify(wanted) }
    const { failures } = await runTests({ scope, files, preload: 'cover.ts', env })
    for (const one of failures) console.log(`Not used, because it fails without a fault: ${one}`)
    failed.push(...failures.map((one) => one.split(' ')[0] ?? ''))
  }
  const recorded: Covered[] = readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Covered => JSON.parse(line))
    .filter(({ file }) => !failed.includes(file))
  const others = before.filter(({ file }) => !renewed.includes(file) && tests.includes(file))
  const covered = [...others, ...recorded]
  mkdirSync(dirname(cache), { recursive: true })
  writeFileSync(cache, JSON.stringify(covered))
  return covered
}

/**
 * HTTP tests, the other tests beside the mutants' features, and those of what the service does after a
 * crash. A service that a test starts as a process is the built one, which has no fault.
 */
function testFiles(mutants: Located[]): string[] {
  const features = new Set(mutants.map(({ file }) => featureOf(file)))
  return globSync(['{src,test}/**/*.http.test.ts', '{src,test/faults}/**/*.test.ts']).filter(
    (file) =>
      !/\.(journey|deep|last)\.test\.ts$|postgres/.test(file) &&
      (isHttp(file) || file.startsWith('test/') || features.has(featureOf(file))),
  )
}

/** Without the layer, because a feature may have its tests above its queue: `jobs/claiming.ts`. */
const placeOf = (file: string) => file.replace(/^src\/((features|platform)\/)?/, '')
const featureOf = (file: string) => placeOf(file).split('/')[0] ?? ''
const isHttp = (file: string) => file.endsWith('.http.test.ts')

/** By the scope of `test/run.ts` that runs them. */
function scopesOf(files: string[]): [scope: string, files: string[]][] {
  return [...Map.groupBy(files, (file) => (isHttp(file) ? 'sqlite' : 'plain'))]
}

/** Runs the test files that run its line, the nearest one first, until a test fails. */
async function judge(mutant: Located, all: Covered[]): Promise<Verdict> {
  const recorded = all.filter(({ names }) => names.includes(mutant.name))
  // The line may run in a process of its own, such as the one that reads files.
  const beside = all.filter(({ file }) => featureOf(file) === featureOf(mutant.file))
  const covering = (recorded.length > 0 ? recorded : beside).toSorted(
    (a, b) => nearness(mutant, b) - nearness(mutant, a) || a.durationMs - b.durationMs,
  )
  const files = covering.map(({ file }) => file)
  const output = join(folder, mutant.name.replaceAll(/\W/g, '-'))
  const { before, after } = mutant
  const url = pathToFileURL(mutant.file).href
  const planted: Planted = { url, before: `\n${before}\n`, after: `\n${after}\n`, output }
  const env = { QPR_TEST_MUTANT: JSON.stringify(planted) }
  const firstFailure = async (scope: string, some: string[]): Promise<string | undefined> => {
    if (some.length === 0) return undefined
    const expectedMs = covering
      .filter(({ file }) => some.includes(file))
      .reduce((sum, { durationMs }) => sum + durationMs, 0)
    const limitMs = 60_000 + 10 * expectedMs
    const { failures } = await runTests({ scope, files: some, preload: 'plant.ts', env, limitMs })
    return failures[0]
  }
  for (const [scope, some] of [files.slice(0, 1), files.slice(1)].flatMap(scopesOf)) {
    let left = some
    for (;;) {
      const failure = await firstFailure(scope, left)
      const isLoaded = existsSync(output)
      if (!isLoaded && recorded.length > 0) throw new Error(`${mutant.name} was not loaded.`)
      if (!isLoaded || failure === undefined) break
      // A test that failed because the machine is busy passes the second time.
      const file = failure.split(' ')[0] ?? ''
      if (await firstFailure(scope, [file])) return { mutant, foundBy: failure, files }
      left = left.filter((one) => one !== file)
    }
  }
  return { mutant, files }
}

/** The length of the path that both have in common. */
const nearness = (mutant: Located, test: Covered): number => {
  const place = placeOf(mutant.file)
  const other = placeOf(test.file)
  const at = [...place].findIndex((character, index) => character !== other[index])
  return at === -1 ? place.length : at
}

interface TestRun {
  readonly scope: string
  readonly files: string[]
  readonly preload: 'cover.ts' | 'plant.ts'
  readonly env: NodeJS.ProcessEnv
  /** The run ends at the first failure or after this time, which is a failure too. */
  readonly limitMs?: number
}

/** Returns the failures: a test file, and its test where that is known. */
function runTests({
  scope,
  files,
  preload,
  env,
  limitMs,
}: TestRun): Promise<{ failures: string[] }> {
  return new Promise((resolve, reject) => {
    const url = new URL(preload, import.meta.url).href
    const child = spawn(process.execPath, ['test/run.ts', scope, files.join(',')], {
      env: { ...process.env, ...env, NODE_OPTIONS: `--import=${url}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    let isTooLong = false
    const timer = limitMs && setTimeout(() => (isTooLong = child.kill()), limitMs)
    child.stderr.on('data', (data) => {
      output += data
    })
    child.stdout.setEncoding('utf8').on('data', (data) => {
      output += data
      if (limitMs && failuresIn(output).length > 0) child.kill()
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      const failures = failuresIn(output)
      if (isTooLong && failures.length === 0) failures.push(`${files[0]} takes too long`)
      if (code === 0 || failures.length > 0) resolve({ failures })
      else reject(new Error(`The tests did not run:\n${output}`))
    })
  })
}

/** The runner prints a line with the mark, the file and the name of the test. */
const failuresIn = (output: string): string[] => [
  ...new Set(
    Array.from(output.matchAll(/^✘ (\S+\.test\.ts.*)\n/gm), ([, failure = '']) => failure),
  ),
]

async function inLanes<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [at, item] of left) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

function describe({ mutant, files }: Verdict): string {
  const { name, file, offset, before, after } = mutant
  const line = readFileSync(file, 'utf8').slice(0, offset).split('\n').length
  const marked = (text: string, mark: string) => text.replaceAll(/^/gm, `  ${mark} `)
  return [
    `\n${name}`,
    `  ${file}:${line}`,
    marked(before, '-'),
    marked(after, '+'),
    `  ${files.join(', ')}`,
  ].join('\n')
}

await main(process.argv[2] ?? '')
