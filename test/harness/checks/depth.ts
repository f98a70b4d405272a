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

/**
 * All items on SQLite and in the long form; every `stride`-th on PostgreSQL. For walks over rules
 * that do not depend on the database.
 */
export const sampleOnPostgres = <T>(items: readonly T[], stride: number, turn = 0): T[] =>
  process.env.QPR_TEST_DATABASE ? sample(items, stride, turn) : [...items]
