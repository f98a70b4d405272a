/**
 * One run at a time for each key. All callers that arrive during a run share the next one. It
 * begins after their calls, so it sees the effects that each of them depends on.
 */
export const oneAtATime = <Item, Result>(
  run: (key: string, items: Item[]) => Promise<Result>,
): ((key: string, item: Item) => Promise<Result>) => {
  const running = new Map<string, Promise<Result>>()
  const waiting = new Map<string, { items: Item[]; result: Promise<Result> }>()

  const next = async (key: string, items: Item[]): Promise<Result> => {
    // The result of the run before is reported to its own callers.
    await running.get(key)?.catch(() => undefined)
    waiting.delete(key)
    const result = run(key, items)
    running.set(key, result)
    try {
      return await result
    } finally {
      if (running.get(key) === result) running.delete(key)
    }
  }

  return (key, item) => {
    const known = waiting.get(key)
    if (known) {
      known.items.push(item)
      return known.result
    }
    const items = [item]
    const result = next(key, items)
    waiting.set(key, { items, result })
    return result
  }
}
