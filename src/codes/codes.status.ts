import type { Actor } from '../http/callers/actor.ts'
import type { Clock } from '../kit/clock.ts'
import type { Access } from '../organizations/access.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { Transaction } from '../storage/database.ts'
import * as store from './codes.list.store.ts'
import { codeNotFound } from './codes.problems.ts'
import type { ManyCodes, StatusChange } from './codes.schema.ts'

interface StatusOptions {
  clock: Clock
  access: Access
  organizations: Pick<Organizations, 'countCodes'>
  tellChange: (tx: Transaction, shortId: string) => void
}

/** Changes many codes at once: all of them, or none. */
export const createBulkChanges = (options: StatusOptions) => {
  const { clock, access, organizations, tellChange } = options

  /** The codes by organization, locked. 404 when the caller cannot reach one of them. */
  const hold = async (tx: Transaction, actor: Actor, ids: string[]) => {
    const found = await store.holdMany(tx.db, access.reachable(tx.db, actor), ids)
    const known = new Set(found.flatMap(({ id, short_id }) => [id, short_id]))
    const unknown = ids.find((id) => !known.has(id) && !known.has(id.toLowerCase()))
    if (unknown !== undefined) throw codeNotFound(unknown)
    const byOrganization = Map.groupBy(found, ({ organization_id }) => organization_id)
    for (const organizationId of byOrganization.keys()) {
      await access.organization(tx.db, actor, organizationId, 'codes:write')
    }
    return byOrganization
  }

  return {
    /** Archives or restores codes. */
    async setStatus(tx: Transaction, actor: Actor, { ids, status = 'archived' }: StatusChange) {
      let changed = 0
      for (const [organizationId, codes] of await hold(tx, actor, ids)) {
        const others = codes.filter((code) => code.status !== status)
        if (others.length === 0) continue
        changed += others.length
        const otherIds = others.map(({ id }) => id)
        await store.setStatus(tx.db, organizationId, otherIds, status, clock.now())
        for (const { short_id } of others) tellChange(tx, short_id)
        const from = status === 'archived' ? 'active' : 'archived'
        const counts = { [from]: -others.length, [status]: others.length }
        await organizations.countCodes(tx, organizationId, counts)
      }
      return { changed }
    },

    /** Removes the own style and logo of codes, so that they use the brand of their organization. */
    async applyBrand(tx: Transaction, actor: Actor, { ids }: ManyCodes) {
      let changed = 0
      for (const [organizationId, codes] of await hold(tx, actor, ids)) {
        const held = codes.map(({ id }) => id)
        const own = await store.removeLooks(tx.db, organizationId, held, clock.now())
        changed += own.size
        for (const { id, short_id } of codes) if (own.has(id)) tellChange(tx, short_id)
      }
      return { changed }
    },
  }
}
