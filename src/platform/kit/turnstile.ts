/** Lets a limited number of each owner's tasks run at a time. The others wait in order. */
export const createTurnstile = (most: number) => {
  const owners = new Map<string, { inside: number; waiting: (() => void)[] }>()

  return {
    /** `entered` resolves when it is this task's turn. Call `leave` also after giving up. */
    enter(owner: string): { entered: Promise<void>; leave(): void } {
      const state = owners.get(owner) ?? { inside: 0, waiting: [] }
      owners.set(owner, state)
      const { promise: entered, resolve } = Promise.withResolvers<void>()
      let isInside = false
      const goIn = () => {
        isInside = true
        state.inside += 1
        resolve()
      }
      if (state.inside < most) goIn()
      else state.waiting.push(goIn)
      return {
        entered,
        leave() {
          if (isInside) {
            state.inside -= 1
            state.waiting.shift()?.()
          } else state.waiting = state.waiting.filter((one) => one !== goIn)
          if (state.inside === 0) owners.delete(owner)
        },
      }
    },
  }
}
