// node test/run.ts SCOPE [PART OF A PATH,…] [NAME OF A TEST] [--seed=N]
//
// *.http.test.ts     over HTTP, once on SQLite and once on PostgreSQL
// *.journey.test.ts  in a browser
// *.deep.test.ts     long forms, only in `deep`; *.http.deep.test.ts on both databases
// *.test.ts          everything else, once
import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Phase, planPhases, scopeNames } from './runner/phases.ts'
import { interruptWorkers, runFiles } from './runner/pool.ts'
import { createReport } from './runner/report.ts'
import { shuffle } from './runner/shuffle.ts'
import { createSurroundings } from './runner/surroundings.ts'

/** More failures than these are no accident. */
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
  const phases = planPhases(scope, part.split(',')).filter(({ files }) => files.length > 0)
  if (phases.length === 0) {
    console.error(`No test file of "${scope}" has "${part}" in its path.`)
    return 1
  }
  console.log(`Order of files: --seed=${seed}`)
  const failed = await runPhases(phases, seed, testName)
  if (interruptedBy) return interruptedBy === 'SIGINT' ? 130 : 143
  return failed === 0 ? 0 : 1
}

async function runPhases(phases: Phase[], seed: number, testName?: string) {
  const report = createReport()
  const surroundings = await createSurroundings()
  const runPhase = async (phase: Phase) => {
    report.begin(phase)
    const startedAt = performance.now()
    await runFiles({
      files: shuffle(phase.files, seed),
      concurrency: Math.min(availableParallelism(), phase.files.length),
      env: await surroundings.envOf(phase),
      testName,
      onResult: (result) => report.add(phase, result),
    })
    report.end(phase, performance.now() - startedAt)
  }
  /** Phases that mostly compute run beside those that mostly wait, for processes or a browser. */
  const runInTurn = async (waits: boolean) => {
    for (const phase of phases) {
      if (phase.waits === waits && !interruptedBy) await runPhase(phase)
    }
  }
  /** A few failures may come from a busy machine. They are tried once more, alone, and named. */
  const tryAgain = async () => {
    const failed = report.failed()
    if (failed.length > mostSecondTries) return
    for (const first of failed) {
      if (interruptedBy) return
      await runFiles({
        files: [first.file],
        concurrency: 1,
        env: await surroundings.envOf(first.phase),
        testName,
        onResult: (second) => report.replace(first, second),
      })
    }
  }
  try {
    await Promise.all([runInTurn(false), runInTurn(true)])
    await tryAgain()
  } finally {
    await surroundings.remove()
  }
  return report.summarize()
}
