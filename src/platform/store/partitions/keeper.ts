import { minuteMs } from '../../kit/clock.ts'
import { createWorker, type Worker } from '../../kit/worker.ts'
import type { LoggedBase } from '../database.ts'
import { keepMonths } from './keep.ts'

/**
 * Creates the partitions of the coming months, a minute after the start and then once an hour. There
 * is no hurry: rows without a month of their own go to the last partition.
 */
export const createPartitionKeeper = ({ database, clock, log }: LoggedBase): Worker | null => {
  const { maintain } = database
  if (!maintain) return null
  let isStarting = true
  return createWorker(async () => {
    if (isStarting) {
      isStarting = false
      return minuteMs
    }
    const startedAt = performance.now()
    const created = await maintain((db) => keepMonths(db, clock.now()))
    const ms = Math.round(performance.now() - startedAt)
    if (created > 0) log.info({ created, ms }, 'partitions of coming months created')
    return Number.POSITIVE_INFINITY
  })
}
