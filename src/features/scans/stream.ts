import type { Context } from '../../platform/context.ts'
import { type Feed, topicOf } from '../../platform/http/output/streams.ts'
import { isInForce } from '../accounts/authenticator.ts'
import type { StreamQuery } from './scans.schema.ts'
import * as store from './scans.store.ts'
import { asScan, mayRead, requireScope } from './scans.ts'

type LiveScan = Awaited<ReturnType<typeof store.listLive>>[number]

/**
 * Each new scan of a code or an organization, in the format of the list. `lastSeen` is the id of the
 * last received scan; undefined: send all new scans.
 */
export const scanFeed = async (
  context: Context,
  filter: StreamQuery,
  lastSeen: number | undefined,
): Promise<Feed<number, LiveScan>> => {
  const { db } = context
  const { engine } = context.service.database
  const scope = await requireScope(context, filter, 'scans:read')
  return {
    beginning: await (lastSeen === undefined
      ? store.newestPlace(db, engine, scope)
      : store.placeBehind(db, scope, lastSeen)),
    read: (after, limit) => store.listLive(db, engine, scope, after, limit),
    show: (row) => ({ event: 'scan', data: JSON.stringify(asScan(row)) }),
    topic: topicOf({ kind: 'scans-recorded', organizationId: scope.organizationId }),
    mayFollow: async () => (await isInForce(context)) && (await mayRead(context, filter)),
  }
}
