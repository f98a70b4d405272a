interface BatcherOptions<Item> {
  /** The maximum size of a batch. */
  maximum: number
  /** Must not throw: it settles every item of the batch. */
  handle: (batch: Item[]) => Promise<void>
}

/**
 * Handles items in batches, one batch at a time, in order of arrival. Items that arrive during a
 * batch form the next one, so batches grow with the load.
 */
export const createBatcher = <Item>({ maximum, handle }: BatcherOptions<Item>) => {
  const waiting: Item[] = []
  let handled = 0
  let running: Promise<void> | undefined

  const run = async () => {
    while (waiting.length > 0) {
      // Starts after this turn of the event loop, so that a batch contains every request of the
      // turn, and the next requests of the callers that the previous batch has answered.
      await new Promise(setImmediate)
      const batch = waiting.splice(0, maximum)
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
    /** The number of items that are not handled yet, including the current batch. */
    count: () => waiting.length + handled,
    /** Resolves when no item is left. */
    idle: async () => {
      await running
    },
  }
}
