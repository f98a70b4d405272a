import type { Schema } from '../api/client.ts'

type Facts = Pick<Schema<'Delivery'>, 'next_attempt_at'>

const busyMs = 1000
const quietMs = 10_000

/** How soon to look again: at once while an attempt is near, now and then for what is new. */
export const lookAgainMs = (deliveries: readonly Facts[], now = Date.now()): number => {
  const near = deliveries.some(
    ({ next_attempt_at }) =>
      next_attempt_at !== null && Date.parse(next_attempt_at) < now + quietMs,
  )
  return near ? busyMs : quietMs
}
