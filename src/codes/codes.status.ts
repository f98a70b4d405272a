import type { Actor } from '../http/callers/actor.ts'
import type { Clock } from '../kit/clock.ts'
import type { Access } from '../organizations/access.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { Transaction } from '../storage/database.ts'
import * as store from './codes.list.store.ts'
import { codeNotFound } from './codes.problems.ts'
import type { StatusChange } from './codes.schema.ts'

interface StatusOptions {
  clock: Clock
  access: Access
  organizations: Pick<Organizations, 'countCodes'>
  tellChange: (tx: Transaction, shortId: string) => void
}

/** Archives or restores many codes at once. */
export const createStatusChanges = (options: StatusOptions) => {
  const { clock, access, organizations, tellChange } = options
  return {
    async setStatus(tx: Transaction, actor: Actor, { ids, status = 'archived' }: StatusChange) {
      const found = await store.holdMany(tx.db, access.reachable(tx.db, actor), ids)
      const known = new Set(found.flatMap(({ id, short_id }) => [id, short_id]))
      const unknown = ids.find((id) => !known.has(id) && !known.has(id.toLowerCase()))
      if (unknown !== undefined) throw codeNotFound(unknown)
      const byOrganization = Map.groupBy(found, ({ organization_id }) => organization_id)
      let changed = 0
      for (const [organizationId, codes] of byOrganization) {
        await access.organization(tx.db, actor, organizationId, 'codes:write')
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
  }
}
