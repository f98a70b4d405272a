import { readContext, type Service } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Db } from '../../platform/store/database.ts'
import { codeForScan, codeForTalk, retrieveCode } from './codes.ts'
import { logoForVisitors } from './drawings.ts'

export type Codes = ReturnType<typeof legacyCodes>

/** The rules of codes for callers without a context. */
export const legacyCodes = (service: Service) => {
  const context = readContext(service, null)
  return {
    forScan: (shortId: string) => codeForScan(context, shortId),
    forTalk: (db: Db, by: 'id' | 'short_id', value: string) => codeForTalk({ db }, by, value),
    logoForVisitors: (shortId: string) => logoForVisitors(context, shortId),
    retrieve: (actor: Actor, id: string) => retrieveCode(readContext(service, actor), id),
  }
}
