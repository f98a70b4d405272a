// Rules about who answers in a conversation, without React.

export interface Waiting {
  id: string
  waiting_since: string | null
}

/** The visitors who began to wait since the last look. The first look is not news. */
export const newlyWaiting = <T extends Waiting>(
  before: readonly Waiting[] | null,
  now: readonly T[],
): T[] => {
  const nameOf = ({ id, waiting_since }: Waiting) => `${id} ${waiting_since}`
  const known = new Set(before?.map(nameOf))
  return before ? now.filter((one) => !known.has(nameOf(one))) : []
}

/**
 * The rows of a page of the inbox, with those who wait on the first one, the longest wait first.
 * Each of them has only one row.
 */
export const waitingFirst = <T extends Waiting>(
  waiting: readonly T[],
  rows: readonly T[],
  page = 1,
): T[] => {
  const ids = new Set(waiting.map(({ id }) => id))
  const others = rows.filter(({ id }) => !ids.has(id))
  const sinceOf = ({ waiting_since }: T) => Date.parse(waiting_since ?? '') || Infinity
  return [...(page === 1 ? waiting : []), ...others].sort((a, b) => {
    const [one, other] = [sinceOf(a), sinceOf(b)]
    return one === other ? 0 : one - other
  })
}
