/** Places for concurrent work. Callers get them in the order in which they asked. */
export const createSlots = (count: number) => {
  let free = count
  const waiting: (() => void)[] = []
  return {
    free: () => free,
    acquire(): Promise<void> {
      if (free > 0) {
        free -= 1
        return Promise.resolve()
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    release() {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    },
  }
}
