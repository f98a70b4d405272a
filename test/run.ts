// node test/run.ts SCOPE [PART OF A PATH,…] [NAME OF A TEST] [--seed=N]
//
// *.http.test.ts     over HTTP, once on SQLite and once on PostgreSQL
// *.journey.test.ts  in a browser
// *.last.test.ts     checks what the others recorded, when a whole phase on PostgreSQL has run
// *.deep.test.ts     long forms, only in `deep`; *.http.deep.test.ts on both databases
// *.test.ts          everything else, once
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Phase, planPhases, scopeNames } from './runner/phases.ts'
import {
  type FileResult,
  interruptWorkers,
  type Queue,
  runLane,
  type WorkerSettings,
} from './runner/pool.ts'
import { createReport } from './runner/report.ts'
import { shuffle } from './runner/shuffle.ts'
import { createSurroundings } from './runner/surroundings.ts'

/** More failures than this are not an accident. */
const mostSecondTries = 3

const usage = `Usage: node test/run.ts ${scopeNames.join('|')} [part of a path,…] [name of a test] [--seed=N]`

let interruptedBy: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruptedBy = signal
    interruptWorkers(signal)
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string' } },
  })
  const [scope = 'full', part = '', testName] = positionals
  const seed = Number(values.seed ?? randomInt(1_000_000))
  if (!scopeNames.includes(scope) || !Number.isInteger(seed)) {
    console.error(usage)
    return 2
  }
  const parts = part.split(',')
  const phases = planPhases(scope, parts).filter(({ files }) => files.length > 0)
  const files = phases.flatMap((phase) => phase.files)
  const missing = parts.find((one) => !files.some((file) => file.includes(one)))
  if (missing !== undefined) {
    console.error(`No test file of "${scope}" has "${missing}" in its path.`)
    return 1
  }
  console.log(`Order of files: --seed=${seed}`)
  const failed = await runPhases(phases, seed, testName)
  if (interruptedBy) return interruptedBy === 'SIGINT' ? 130 : 143
  return failed === 0 ? 0 : 1
}

async function runPhases(phases: Phase[], seed: number, testName?: string) {
  const report = createReport(seed)
  // Chooses the part of a walk that the short form tests on each database.
  process.env.QPR_TEST_SEED = String(seed)
  const surroundings = await createSurroundings(phases)
  const settings = { env: surroundings.env, testName }
  const queueOf = async (phase: Phase): Promise<Queue> => ({
    files: shuffle(phase.files, seed),
    database: await surroundings.databaseOf(phase),
    onResult: (result) => report.add(phase, result),
  })
  /** A few failures may come from a busy machine. They are retried once, alone, and reported. */
  const tryAgain = async () => {
    const failed = report.failed()
    if (failed.length > mostSecondTries) return
    for (const first of failed) {
      const queue = await queueOf(first.phase)
      const onResult = (second: FileResult) => report.replace(first, second)
      await runAll(settings, [{ ...queue, files: [first.file], onResult }])
    }
  }
  try {
    const queues = await Promise.all(phases.map(queueOf))
    const last = queues.filter((_, at) => phases[at]?.isLast)
    const waiting = queues.filter((_, at) => phases[at]?.waits)
    const computing = queues.filter((queue, at) => !phases[at]?.waits && !last.includes(queue))
    await runAll(settings, waiting, computing)
    await runAll(settings, last)
    await tryAgain()
  } finally {
    await surroundings.remove()
  }
  return report.summarize(interruptedBy !== undefined)
}

/**
 * Phases that mostly compute run beside those that mostly wait for processes or a browser. Each
 * kind has a lane for each core; idle lanes help the others. One kind alone has a few more lanes than
 * cores. A lane takes seconds of processor time until its code is loaded.
 */
async function runAll(settings: WorkerSettings, ...all: Queue[][]): Promise<void> {
  const kinds = all.filter((kind) => kind.length > 0)
  const cores = availableParallelism()
  const lanesOfAKind = kinds.length > 1 ? cores : Math.ceil(1.5 * cores)
  const files = kinds.flat().reduce((sum, queue) => sum + queue.files.length, 0)
  const lanes = kinds.flatMap((own) => {
    const order = [...own, ...kinds.filter((kind) => kind !== own).flat()]
    const choose = () => order.find(({ files }) => files.length > 0)
    const length = Math.min(lanesOfAKind, files)
    return Array.from({ length }, () => runLane(choose, settings))
  })
  await Promise.all(lanes)
}
