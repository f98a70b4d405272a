import { setTimeout as wait } from 'node:timers/promises'
import { isLockTimeout, NotInTime } from '../../platform/store/errors.ts'

interface LockableScan {
  code: { id: string; organizationId: string }
  deadline: number
  reject(error: unknown): void
}

interface LockedScansOptions<Scan> {
  maxTogether: number
  /** The ids of codes and organizations whose rows cannot be locked now. Waits for none. */
  findLocked: (batch: Scan[]) => Promise<Set<string>>
  /** Settles the scans. Throws, and settles none, when a row of theirs is locked. */
  write: (batch: Scan[]) => Promise<void>
}

const pollMs = 100

/**
 * Scans that met a locked row wait here, beside all others, until the row is free or their deadline
 * has passed. They occupy no connection meanwhile.
 */
export const createLockedScans = <Scan extends LockableScan>(options: LockedScansOptions<Scan>) => {
  const { maxTogether, findLocked, write } = options
  let waiting: Scan[] = []
  let handled = 0
  let isRunning = false
  /** Checked again with each scan that comes here because of it. */
  const locked = new Set<string>()

  const has = ({ code }: Scan) => locked.has(code.id) || locked.has(code.organizationId)

  const rejectLate = (scans: Scan[]): Scan[] =>
    scans.filter((scan) => {
      const isLate = performance.now() >= scan.deadline
      if (isLate) scan.reject(new NotInTime('a row of the scan is locked by another session'))
      return !isLate
    })

  /** Writes around a lock that `findLocked` does not see. Returns the scans that met it. */
  const writeFree = async (scans: Scan[]): Promise<Scan[]> => {
    const batch = rejectLate(scans)
    if (batch.length === 0) return []
    try {
      await write(batch)
      return []
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (batch.length === 1) return batch
      const half = Math.ceil(batch.length / 2)
      return [...(await writeFree(batch.slice(0, half))), ...(await writeFree(batch.slice(half)))]
    }
  }

  const round = async (batch: Scan[]): Promise<Scan[]> => {
    const found = await findLocked(batch)
    for (const { code } of batch) {
      locked.delete(code.id)
      locked.delete(code.organizationId)
    }
    for (const id of found) locked.add(id)
    const stuck = await writeFree(batch.filter((scan) => !has(scan)))
    return [...batch.filter(has), ...stuck]
  }

  const run = async () => {
    while (waiting.length > 0) {
      waiting = rejectLate(waiting)
      const batch = waiting.splice(0, maxTogether)
      handled = batch.length
      try {
        const left = await round(batch)
        waiting.push(...left)
        handled = 0
        if (left.length === batch.length) await wait(pollMs)
      } catch (error) {
        handled = 0
        for (const scan of batch) scan.reject(error)
      }
    }
    isRunning = false
  }

  return {
    /** Whether a row that this scan needs was locked when it was last checked. */
    has,
    add(scans: Scan[]) {
      waiting.push(...scans)
      if (isRunning) return
      isRunning = true
      void run()
    },
    count: () => waiting.length + handled,
  }
}
