import assert from 'node:assert/strict'

/** Two of three times: a busy machine can stand still for a second, but not each time. */
export const assertWithinASecond = async (times: readonly (() => Promise<unknown>)[]) => {
  assert.equal(times.length, 3)
  const durations: number[] = []
  for (const time of times) {
    const before = performance.now()
    await time()
    durations.push(performance.now() - before)
  }
  const prompt = durations.filter((durationMs) => durationMs < 1000)
  assert.ok(prompt.length >= 2, `${durations.map(Math.round)} ms`)
}

/** What this process has worked: unlike the clock, it stands still while other programs work. */
export const workedMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
