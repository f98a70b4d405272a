// node test/mutants/run.ts [PART OF A NAME]
//
// Runs the tests with small faults (mutants) in the rules, one at a time: a fault that no test finds
// is a rule that no test guards. mutants.json has the faults. A fault is located by its text, because
// files move; a changed text must be changed there too.
import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  readonly isFound: boolean
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
  const chosen = all.filter(({ name }) => name.includes(part))
  if (chosen.length === 0) throw new Error(`No mutant has "${part}" in its name.`)
  const covered = await coverage(all)
  const verdicts = await inLanes(chosen, async (mutant) => {
    const verdict = await judge(mutant, covered)
    console.log(`${verdict.isFound ? 'found    ' : 'NOT FOUND'}  ${mutant.name}`)
    return verdict
  })
  const survivors = verdicts.filter(({ isFound }) => !isFound)
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
  const tests = testFiles()
  const known = existsSync(cache) ? statSync(cache).mtimeMs : 0
  const changed = globSync('{contract,src,test}/**/*.{ts,json}').filter(
    (file) => statSync(file).mtimeMs > known && !file.startsWith('test/mutants/run.'),
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
  const renewed = isReusable ? tests.filter((file) => changed.includes(file)) : tests
  if (renewed.length > 0) console.log(`Recording what ${renewed.length} test files run …`)
  for (const [scope, files] of scopesOf(renewed)) {
    const env = { QPR_TEST_COVER: JSON.stringify(wanted) }
    const { output: text, hasPassed } = await runTests(scope, files, 'cover.ts', env)
    if (!hasPassed) throw new Error(`Tests fail without a fault:\n${text}`)
  }
  const recorded: Covered[] = readFileSync(output, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const others = before.filter(({ file }) => !renewed.includes(file) && tests.includes(file))
  const covered = [...others, ...recorded]
  writeFileSync(cache, JSON.stringify(covered))
  return covered
}

/**
 * HTTP tests, the tests beside the code, and those of what the service does after a crash. A service
 * that such a test starts as a process is the built one, which has no fault.
 */
function testFiles(): string[] {
  return globSync(['{src,test}/**/*.http.test.ts', '{src,test/faults}/**/*.test.ts']).filter(
    (file) => !/\.(journey|deep|last)\.test\.ts$|postgres/.test(file),
  )
}

/** By the scope of `test/run.ts` that runs them. */
function scopesOf(files: string[]): [scope: string, files: string[]][] {
  const isHttp = (file: string) => file.endsWith('.http.test.ts')
  return [...Map.groupBy(files, (file) => (isHttp(file) ? 'sqlite' : 'plain'))]
}

/** Runs the test files that run its line, the nearest one first, until a test fails. */
async function judge(mutant: Located, covered: Covered[]): Promise<Verdict> {
  const covering = covered
    .filter(({ names }) => names.includes(mutant.name))
    .toSorted((a, b) => nearness(mutant, b) - nearness(mutant, a) || a.durationMs - b.durationMs)
  const files = covering.map(({ file }) => file)
  const output = join(folder, `planted-${mutant.offset}-${files.length}`)
  const { before, after } = mutant
  const url = pathToFileURL(mutant.file).href
  const planted: Planted = { url, before: `\n${before}\n`, after: `\n${after}\n`, output }
  const env = { QPR_TEST_MUTANT: JSON.stringify(planted) }
  for (const [scope, some] of [files.slice(0, 1), files.slice(1)].flatMap(scopesOf)) {
    const expectedMs = covering
      .filter(({ file }) => some.includes(file))
      .reduce((sum, { durationMs }) => sum + durationMs, 0)
    const limitMs = 60_000 + 10 * expectedMs
    const { hasPassed } = await runTests(scope, some, 'plant.ts', env, limitMs)
    if (!existsSync(output)) throw new Error(`${mutant.name}: the fault was not loaded.`)
    if (!hasPassed) return { mutant, isFound: true, files }
  }
  return { mutant, isFound: false, files }
}

/** The length of the path that both have in common. */
const nearness = ({ file }: Located, test: Covered): number => {
  const at = [...file].findIndex((character, index) => character !== test.file[index])
  return at === -1 ? file.length : at
}

/** Ends at the first failure. A run that takes too long has failed. */
function runTests(
  scope: string,
  files: string[],
  preload: string,
  env: NodeJS.ProcessEnv,
  limitMs?: number,
): Promise<{ hasPassed: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    const url = new URL(preload, import.meta.url).href
    const child = spawn(process.execPath, ['test/run.ts', scope, files.join(',')], {
      env: { ...process.env, ...env, NODE_OPTIONS: `--import=${url}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    let output = ''
    let hasFailed = false
    const fail = () => {
      hasFailed = true
      child.kill()
    }
    const timer = limitMs === undefined ? undefined : setTimeout(fail, limitMs)
    child.stderr.on('data', (data) => {
      output += data
    })
    child.stdout.setEncoding('utf8').on('data', (data) => {
      output += data
      // The mark of a failed test.
      if (/[✘✖]/.test(data)) fail()
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      running.delete(child)
      if (code === 0 || hasFailed) resolve({ hasPassed: !hasFailed, output })
      else reject(new Error(`The tests did not run:\n${output}`))
    })
  })
}

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
  const covering = files.length > 0 ? files.join(', ') : 'no test file runs its line'
  return [
    `\n${name}`,
    `  ${file}:${line}`,
    marked(before, '-'),
    marked(after, '+'),
    `  ${covering}`,
  ].join('\n')
}

await main(process.argv[2] ?? '')
