import { type Clock, secondMs } from '../../platform/kit/clock.ts'

const freePerSecond = 50
const pauseMs = 100

/**
 * Delays requests for unknown short ids. A single mistyped id is answered at once. A client that
 * tries many ids waits for each answer, which leaves the machine to real scans.
 */
export const createGuesses = (clock: Clock) => {
  let second = 0
  let guesses = 0
  return {
    async pause() {
      const now = Math.floor(clock.now() / secondMs)
      if (now !== second) {
        second = now
        guesses = 0
      }
      guesses += 1
      if (guesses > freePerSecond) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    },
  }
}
