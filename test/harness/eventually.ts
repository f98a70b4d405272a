import { setTimeout as wait } from 'node:timers/promises'

/** For what no event tells of: asks again and again, and fails with the last answer's reason. */
export const eventually = async <T>(look: () => Promise<T>, withinMs = 10_000): Promise<T> => {
  const until = performance.now() + withinMs
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (performance.now() > until) throw error
      await wait(5)
    }
  }
}
