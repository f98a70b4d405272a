import type { Service } from '../../platform/context.ts'
import { createBatcher } from '../../platform/kit/batcher.ts'
import { dayMs, hourMs, isoTime, secondMs } from '../../platform/kit/clock.ts'
import { currentTrace, traced } from '../../platform/kit/tracing.ts'
import { together } from '../../platform/store/bulk.ts'
import type { Db, Transaction } from '../../platform/store/database.ts'
import { isLockTimeout, NotInTime } from '../../platform/store/errors.ts'
import type { Device } from '../../platform/store/tables.ts'
import { emit } from '../events/outbox.ts'
import { countScans, takeCodes } from './counted-codes.store.ts'
import { createLockedScans } from './locked-scans.ts'
import * as store from './recorder.store.ts'
import { addUp, groupBy } from './sums.ts'

interface ScannedCode {
  id: string
  organizationId: string
  shortId: string
  metadata: Record<string, unknown>
}

export interface NewScan {
  code: ScannedCode
  device: Device
  deviceKey: string
  country: string | null
  region: string | null
  city: string | null
}

/** The id of the scan, or the reason why it was not recorded. */
export type Recorded = number | 'archived' | 'deleted'

interface Waiting extends NewScan {
  trace: string | null
  scannedAt: number
  /** By `performance.now()`: the visitor gets an answer, even when the scan is not stored. */
  deadline: number
  resolve(recorded: Recorded): void
  reject(error: unknown): void
}

interface RecorderOptions {
  service: Service
  /** Called after the commit with the number of stored scans. */
  onRecorded: (scans: number) => void
}

const maxTogether = 256
/** All scans of the process wait with the batch, so it does not wait long for a locked row. */
const lockMs = 500
const deadlineMs = 5 * secondMs
const sweepMs = 500

export type Recorder = ReturnType<typeof createRecorder>

/** Stores scans before their response, many in one transaction: rows, counters, sums and events. */
export const createRecorder = ({ service, onRecorded }: RecorderOptions) => {
  const { database, clock } = service

  const write = async (
    tx: Transaction & { service: Service },
    batch: Waiting[],
  ): Promise<Recorded[]> => {
    const counts = groupBy(batch, ({ code }) => code.id).map(([id, ofCode]) => ({
      id,
      scans: ofCode.length,
    }))
    const days = new Set(batch.map(({ scannedAt }) => Math.floor(scannedAt / dayMs)))
    const codeIds = counts.map(({ id }) => id)
    const [codes, ids, sketches] = await together(
      // The current state of the codes: they may have been moved, archived or deleted since they
      // were read.
      takeCodes(tx.db, tx.engine, counts),
      store.nextIds(tx.db, tx.engine, batch.length),
      store.readSketches(tx.db, tx.engine, codeIds, [...days]),
    )
    const statusOf = ({ code }: Waiting) => codes.get(code.id)?.status ?? 'deleted'
    // A code that was deleted meanwhile must not fail the other scans.
    const accepted = batch.filter((scan) => statusOf(scan) === 'active')
    const rows = accepted.map((scan, i) =>
      asRow(scan, ids[i] as number, codes.get(scan.code.id)?.organization_id as string),
    )
    const events = accepted.map((scan, i) => ({
      organizationId: codes.get(scan.code.id)?.organization_id as string,
      type: 'scan.created' as const,
      data: asEventData(scan, ids[i] as number),
      trace: scan.trace,
    }))
    // Statements that lock counters are the last ones, because the first ones may fill more than
    // one packet.
    await tx.last(() =>
      together(
        store.insertScans(tx.db, tx.engine, rows),
        emit(tx, events),
        countScans(tx.db, tx.engine, counts, codes),
        addUp(tx, rows, (codeId) => codes.get(codeId)?.scope_id ?? codeId, sketches),
      ),
    )
    tx.afterCommit(() => {
      onRecorded(rows.length)
      // Wakes the live streams of these organizations.
      for (const organizationId of new Set(rows.map((row) => row.organization_id))) {
        database.signals.send({ kind: 'scans-recorded', organizationId })
      }
    })
    const idOf = new Map(accepted.map((scan, i) => [scan, ids[i] as number]))
    return batch.map((scan) => {
      const status = statusOf(scan)
      return status === 'active' ? (idOf.get(scan) ?? 'deleted') : status
    })
  }

  /** Settles the scans. Throws, and settles none, when a row of theirs is locked. */
  const writeBatch = async (batch: Waiting[]) => {
    try {
      // One transaction for several requests: its span belongs to the first and links the others.
      const [parent = null, ...links] = batch.flatMap(({ trace }) => trace ?? [])
      const attributes = { 'qpr.scans': batch.length }
      const ids = await traced('record scans', { parent, links, attributes }, () =>
        database.transaction((tx) => write({ ...tx, service }, batch), { lockMs }),
      )
      for (const [i, scan] of batch.entries()) scan.resolve(ids[i] ?? 'deleted')
    } catch (error) {
      if (isLockTimeout(error)) throw error
      for (const scan of batch) scan.reject(error)
    }
  }

  const locked = createLockedScans<Waiting>({
    maxTogether,
    findLocked: (batch) => findLocked(database.db, batch),
    write: writeBatch,
  })

  /** Scans that no transaction has begun to write, in order of arrival. */
  const queued = new Set<Waiting>()
  let sweeper: NodeJS.Timeout | undefined

  const sweep = () => {
    for (const scan of queued) {
      if (performance.now() < scan.deadline) break
      queued.delete(scan)
      scan.reject(new NotInTime('the database did not take the scan in time'))
    }
    if (queued.size > 0) return
    clearInterval(sweeper)
    sweeper = undefined
  }

  const handle = async (batch: Waiting[]) => {
    const timely = batch.filter((scan) => queued.delete(scan))
    if (timely.length === 0) return
    await writeBatch(timely).catch(() => locked.add(timely))
  }

  const scans = createBatcher<Waiting>({ maximum: maxTogether, handle })

  return {
    /** The number of scans that are not stored yet. */
    waiting: () => scans.count() + locked.count(),
    /** Resolves when the scan is stored, or the code accepts none. */
    record: (scan: NewScan): Promise<Recorded> =>
      new Promise((resolve, reject) => {
        const deadline = performance.now() + deadlineMs
        const trace = currentTrace()
        const waiting = { ...scan, scannedAt: clock.now(), deadline, trace, resolve, reject }
        if (locked.has(waiting)) return locked.add([waiting])
        queued.add(waiting)
        sweeper ??= setInterval(sweep, sweepMs).unref()
        scans.add(waiting)
      }),
  }
}

const findLocked = (db: Db, batch: Waiting[]) =>
  store.lockedAmong(db, {
    codes: batch.map(({ code }) => code.id),
    hours: batch.map(({ scannedAt }) => Math.floor(scannedAt / hourMs)),
    days: batch.map(({ scannedAt }) => Math.floor(scannedAt / dayMs)),
  })

const asRow = (scan: Waiting, id: number, organizationId: string): store.ScanRow => ({
  id,
  code_id: scan.code.id,
  organization_id: organizationId,
  scanned_at: scan.scannedAt,
  device: scan.device,
  device_key: scan.deviceKey,
  country: scan.country,
  region: scan.region,
  city: scan.city,
  conversation_started: 0,
  conversation_messages: 0,
})

const asEventData = ({ code, scannedAt }: Waiting, scanId: number) => ({
  scan_id: scanId,
  qpr_code_id: code.id,
  short_id: code.shortId,
  scanned_at: isoTime(scannedAt),
  metadata: code.metadata,
})
