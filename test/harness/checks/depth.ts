/** Whether the long forms run (`npm run test:deep`). */
export const isDeep = process.env.QPR_TEST_DEEP === 'yes'

/** The number of repetitions, in `npm test` and in the long form. */
export const rounds = (short: number, long: number): number => (isDeep ? long : short)

/**
 * For walks over all combinations of some values that are too long for `npm test`: there, each value
 * occurs in at least one combination. The long form has all combinations.
 */
export const combinations = <T extends Record<string, readonly unknown[]>>(
  values: T,
): { [K in keyof T]: T[K][number] }[] => {
  type Combination = { [K in keyof T]: T[K][number] }
  const lists = Object.entries(values)
  if (isDeep) {
    return lists.reduce<object[]>(
      (some, [name, list]) =>
        some.flatMap((one) => list.map((value) => ({ ...one, [name]: value }))),
      [{}],
    ) as Combination[]
  }
  const length = Math.max(...lists.map(([, list]) => list.length))
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(lists.map(([name, list]) => [name, list[index % list.length]])),
  ) as Combination[]
}

/**
 * For walks over rules that do not depend on the database: in the short form each item is tested on one
 * of the two databases, every `stride`-th on PostgreSQL and the others on SQLite. In the long form both
 * databases get all items.
 */
export const divided = <T>(items: readonly T[], stride: number, turn = 0): T[] => {
  const isPostgres = process.env.QPR_TEST_DATABASE !== undefined
  const isOfPostgres = (index: number) => (index + turn) % stride === 0
  return items.filter((_, index) => isDeep || isOfPostgres(index) === isPostgres)
}
