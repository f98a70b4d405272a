import { auditOf, newAudit } from '../../platform/audit.ts'
import { changeContext, type Service } from '../../platform/context.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Db, Transaction } from '../../platform/store/database.ts'
import type { Role } from '../../platform/store/tables.ts'
import { brandColumns, brandForMail, brandLogo } from './brands.ts'
import { addMember, enrollMember, ownersOf } from './members.ts'
import type { NewOrganization } from './organizations.schema.ts'
import type * as store from './organizations.store.ts'
import {
  countCodes,
  createOrganization,
  insertOrganization,
  lockOrganization,
  organizationsOfUser,
  ownedOrganizations,
} from './organizations.ts'

export type Organizations = ReturnType<typeof legacyOrganizations>['organizations']
export type Brands = ReturnType<typeof legacyOrganizations>['brands']
export type Members = ReturnType<typeof legacyOrganizations>['members']

type Tail<Work> = Work extends (change: never, ...rest: infer Rest) => unknown ? Rest : never

/** The rules of organizations for callers that have a transaction and no context. */
export const legacyOrganizations = (service: Service) => {
  const changeOf = <Caller>(tx: Transaction, actor: Caller) =>
    changeContext(service, tx, actor, auditOf(tx.db) ?? newAudit())
  return {
    organizations: {
      found: (tx: Transaction, input: NewOrganization) =>
        insertOrganization(changeOf(tx, null), input),
      ofUser: (userId: string) => organizationsOfUser(service.database.db, userId),
      create: (tx: Transaction, actor: Actor, input: NewOrganization) =>
        createOrganization(changeOf(tx, actor), input),
      countCodes: (tx: Transaction, id: string, counts: Partial<store.CodeCounts>) =>
        countCodes(changeOf(tx, null), id, counts),
      owned: ownedOrganizations,
      hold: lockOrganization,
    },
    members: {
      add: (tx: Transaction, organizationId: string, userId: string, role: Role) =>
        addMember(changeOf(tx, null), organizationId, userId, role),
      enroll: (tx: Transaction, ...rest: Tail<typeof enrollMember>) =>
        enrollMember(changeOf(tx, null), ...rest),
      owners: ownersOf,
    },
    brands: {
      columnsOf: brandColumns,
      forMail: (organizationId: string) => brandForMail(service.database.db, organizationId),
      logoOf: (db: Db, organizationId: string) => brandLogo(db, organizationId),
    },
  }
}
