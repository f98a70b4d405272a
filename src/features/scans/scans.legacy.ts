import type { Service } from '../../platform/context.ts'
import type { Db } from '../../platform/store/database.ts'
import { noteMessages } from './note-messages.ts'
import { countScansBetween, countScansOfEach, listScanHours, scanHistory } from './scans.ts'

export type Scans = ReturnType<typeof legacyScans>

/** The rules of scans for callers without a context. */
export const legacyScans = (service: Service) => ({
  countBetween: (db: Db, organizationId: string, from: number, until: number) =>
    countScansBetween({ db }, organizationId, from, until),
  countBetweenOf: (db: Db, organizationIds: string[], from: number, until: number) =>
    countScansOfEach({ db }, organizationIds, from, until),
  hoursBetween: (db: Db, organizationId: string, span: { from: number; until: number }) =>
    listScanHours({ db }, organizationId, span),
  history: scanHistory(service),
  noteMessages,
})
