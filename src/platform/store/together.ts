/**
 * Statements of one transaction that do not depend on each other's results: PostgreSQL gets them in
 * one packet. Waits for all of them even when one fails, so that none continues after the rollback.
 */
export const together = async <T extends readonly Promise<unknown>[]>(
  ...statements: T
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> => {
  await Promise.allSettled(statements)
  return (await Promise.all(statements)) as { -readonly [I in keyof T]: Awaited<T[I]> }
}

/** Runs one statement for each item, and returns all rows. */
export const each = async <Item, Row>(
  items: Item[],
  statement: (item: Item) => Promise<Row[]>,
): Promise<Row[]> => (await together(...items.map(statement))).flat()
