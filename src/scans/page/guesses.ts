import { type Clock, secondMs } from '../../kit/clock.ts'

const freePerSecond = 50
const pauseMs = 100

/**
 * Short ids that lead nowhere: a mistyped one is answered at once, but whoever tries them one after
 * the other waits for each answer, and leaves the machine to those who scan.
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
