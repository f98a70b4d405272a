/**
 * One run at a time for each key. Who asks while one is under way shares the next with all who
 * asked meanwhile: it begins after every one of them, so it sees what each of them knows of.
 */
export const oneAtATime = <Item, Result>(
  run: (key: string, items: Item[]) => Promise<Result>,
): ((key: string, item: Item) => Promise<Result>) => {
  const running = new Map<string, Promise<Result>>()
  const waiting = new Map<string, { items: Item[]; result: Promise<Result> }>()

  const next = async (key: string, items: Item[]): Promise<Result> => {
    // Whether the one before succeeded is told to those who waited for it.
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
