/** Whether the long forms run (`npm run test:deep`). */
export const isDeep = process.env.QPR_TEST_DEEP === 'yes'

/** The number of repetitions, in `npm test` and in the long form. */
export const rounds = (short: number, long: number): number => (isDeep ? long : short)

/**
 * All items in the long form, otherwise every `stride`-th. With a stride that shares no factor with
 * the sizes of the dimensions, every value of every dimension still occurs. Subjects that are tested
 * one after the other pass their number as `turn`: together they use all items.
 */
export const sample = <T>(items: readonly T[], stride: number, turn = 0): T[] =>
  items.filter((_, index) => isDeep || index % stride === turn % stride)

/** Of this run, printed by the runner. */
export const seed = Number(process.env.QPR_TEST_SEED ?? 0)

/**
 * For walks over rules that do not depend on the database: in the short form each item is tested on one
 * of the two databases, every `stride`-th on PostgreSQL and the others on SQLite. Another seed
 * divides them in another way. In the long form both databases get all items.
 */
export const divided = <T>(items: readonly T[], stride: number, turn = 0): T[] => {
  const isPostgres = process.env.QPR_TEST_DATABASE !== undefined
  const isOfPostgres = (index: number) => (index + turn + seed) % stride === 0
  return items.filter((_, index) => isDeep || isOfPostgres(index) === isPostgres)
}
