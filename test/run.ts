// node test/run.ts SCOPE [PART OF A PATH,…] [NAME OF A TEST]
//
// *.http.test.ts     over HTTP, once on SQLite and once on PostgreSQL
// *.journey.test.ts  in a browser
// *.last.test.ts     checks what the others recorded, when a whole phase on PostgreSQL has run
// *.deep.test.ts     walks and repetitions that take long, not in `npm test` but in `steady` or `deep`;
//                    *.http.deep.test.ts on both databases
// *.test.ts          everything else, once
import { availableParallelism } from 'node:os'
import { type Phase, planPhases, scopeNames } from './runner/phases.ts'
import { interruptWorkers, type Queue, runLane, type WorkerSettings } from './runner/pool.ts'
import { createReport } from './runner/report.ts'
import { createSurroundings } from './runner/surroundings.ts'

const usage = `Usage: node test/run.ts ${scopeNames.join('|')} [part of a path,…] [name of a test]`

let interruptedBy: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interruptedBy = signal
    interruptWorkers(signal)
  })
}

process.exitCode = await main()

async function main(): Promise<number> {
  const [scope = 'full', part = '', testName] = process.argv.slice(2)
  if (!scopeNames.includes(scope)) {
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
  const failed = await runPhases(phases, testName)
  if (interruptedBy) return interruptedBy === 'SIGINT' ? 130 : 143
  return failed === 0 ? 0 : 1
}

async function runPhases(phases: Phase[], testName?: string) {
  const report = createReport()
  const surroundings = await createSurroundings(phases)
  const settings = { env: surroundings.env, testName }
  const queueOf = async (phase: Phase): Promise<Queue> => ({
    files: [...phase.files],
    database: await surroundings.databaseOf(phase),
    onResult: (result) => report.add(phase, result),
  })
  try {
    const queues = await Promise.all(phases.map(queueOf))
    const last = queues.filter((_, at) => phases[at]?.isLast)
    const waiting = queues.filter((_, at) => phases[at]?.waits)
    const computing = queues.filter((queue, at) => !phases[at]?.waits && !last.includes(queue))
    await runAll(settings, waiting, computing)
    await runAll(settings, last)
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
