import type { Phase } from './phases.ts'
import type { FileResult } from './pool.ts'

interface Recorded extends FileResult {
  readonly phase: Phase
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Prints the progress of a run, and at its end the slowest files and every failure. */
export const createReport = () => {
  const results: Recorded[] = []
  const phaseTimes: string[] = []
  const progress = new Map<Phase, { done: number; startedAt: number }>()

  const end = (phase: Phase, durationMs: number) => {
    const failed = results.some((one) => one.phase === phase && one.failures.length > 0)
    const line = `${phase.title}: ${failed ? 'FAILED' : 'passed'} in ${seconds(durationMs)}`
    phaseTimes.push(line)
    console.log(`── ${line}`)
  }

  return {
    add(phase: Phase, result: FileResult) {
      results.push({ ...result, phase })
      const { file, passed, failures, durationMs, cpuMs } = result
      const { done, startedAt } = progress.get(phase) ?? {
        done: 0,
        startedAt: performance.now() - durationMs,
      }
      progress.set(phase, { done: done + 1, startedAt })
      const place = `[${phase.name} ${done + 1}/${phase.files.length}]`
      const mark = failures.length === 0 ? '✔' : `✘ ${failures.length} failed,`
      console.log(
        `${place} ${mark} ${file}: ${passed} passed in ${seconds(durationMs)} (${seconds(cpuMs)} of processor time)`,
      )
      for (const failure of failures) console.log(describeFailure(phase, file, failure))
      if (done + 1 === phase.files.length) end(phase, performance.now() - startedAt)
    },
    /** Prints the summary and returns the number of failures. */
    summarize(isInterrupted: boolean): number {
      const failed = results.reduce((sum, { failures }) => sum + failures.length, 0)
      const passed = results.reduce((sum, one) => sum + one.passed, 0)
      printSlowest(results)
      for (const { phase, file, failures } of results) {
        for (const failure of failures) console.log(describeFailure(phase, file, failure))
      }
      console.log(`\n${phaseTimes.join('\n')}`)
      console.log(`\n${passed} passed, ${failed} failed`)
      if (passed + failed > 0) return failed
      console.log(isInterrupted ? 'Interrupted before the first result.' : 'No test has this name.')
      return 1
    },
  }
}

const printSlowest = (results: Recorded[]) => {
  const slowest = results.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, 10)
  console.log('\nSlowest files:')
  for (const { phase, file, durationMs } of slowest) {
    console.log(`${seconds(durationMs).padStart(8)}  ${phase.title}  ${file}`)
  }
}

const describeFailure = (
  phase: Phase,
  file: string,
  { name, reason }: FileResult['failures'][number],
) => {
  const indented = reason.replaceAll('\n', '\n    ')
  // A subtest runs only inside its test.
  const outermost = name.split(' › ')[0]?.replaceAll("'", `'\\''`)
  const what = `${file}${outermost ? ` '${outermost}'` : ''}`
  const command = `npm run test:one -- ${phase.name} ${what}`
  return `\n✘ ${file}${name && ` › ${name}`}\n    ${indented}\n  Run it alone: ${command}\n`
}
