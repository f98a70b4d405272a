interface BatcherOptions<Item> {
  /** The largest batch. */
  most: number
  /** Must not throw: it answers for every item of the batch. */
  handle: (batch: Item[]) => Promise<void>
}

/**
 * Handles items in batches, one batch at a time, in the order of their arrival. Items that arrive
 * while a batch is being handled make up the next one, so batches grow with the load.
 */
export const createBatcher = <Item>({ most, handle }: BatcherOptions<Item>) => {
  const waiting: Item[] = []
  let handled = 0
  let running: Promise<void> | undefined

  const run = async () => {
    // Starts after this turn of the event loop: the first batch holds every request of the turn.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      handled = batch.length
      await handle(batch)
      handled = 0
    }
    running = undefined
  }

  return {
    add(item: Item) {
      waiting.push(item)
      running ??= run()
    },
    /** Items that are not handled yet, the current batch included. */
    count: () => waiting.length + handled,
    /** Resolves when no item is left. */
    idle: async () => {
      await running
    },
  }
}
