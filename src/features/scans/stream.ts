import type { Feed } from '../../platform/http/output/live.ts'
import { topicOf } from '../../platform/http/output/streams.ts'
import type { Database } from '../../platform/store/database.ts'
import * as store from './scans.store.ts'
import { asScan } from './scans.ts'

type LiveScan = Awaited<ReturnType<typeof store.listLive>>[number]

interface Options {
  scope: store.Span['scope']
  organizationId: string
  /** The id of the last received scan; undefined: send all new scans. */
  lastSeen: number | undefined
  mayFollow: () => Promise<boolean>
}

/** Each new scan of a code or an organization, in the format of the list. */
export const scanFeed = async (
  { db, engine }: Database,
  { scope, organizationId, lastSeen, mayFollow }: Options,
): Promise<Feed<number, LiveScan>> => ({
  beginning: await (lastSeen === undefined
    ? store.newestPlace(db, engine, scope)
    : store.placeBehind(db, scope, lastSeen)),
  read: (after, limit) => store.listLive(db, engine, scope, after, limit),
  show: (row) => ({ event: 'scan', data: JSON.stringify(asScan(row)) }),
  topic: topicOf({ kind: 'scans-recorded', organizationId }),
  mayFollow,
})
