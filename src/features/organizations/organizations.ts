import type { Actor } from '../../platform/http/callers/actor.ts'
import type { CursorQuery } from '../../platform/http/input/cursor.schema.ts'
import { openPage } from '../../platform/http/input/cursor.ts'
import { metadataText } from '../../platform/http/input/metadata.ts'
import { problem, tooOften } from '../../platform/http/problem.ts'
import { dayMs, isoTime } from '../../platform/kit/clock.ts'
import { newId } from '../../platform/kit/ids.ts'
import type { Base, Transaction } from '../../platform/store/database.ts'
import { isUniqueViolation } from '../../platform/store/errors.ts'
import { takeHit } from '../../platform/store/rate-windows.ts'
import type { Role } from '../../platform/store/tables.ts'
import { leaveUntouched, touch } from '../../platform/store/trail.ts'
import type { PlanGate } from '../plans/limits.ts'
import { type Access, organizationNotFound } from './access.ts'
import type { Members } from './members.ts'
import type { NewOrganization, OrganizationChanges } from './organizations.schema.ts'
import * as store from './organizations.store.ts'
import { checkSlug, slugsFor } from './slugs.ts'

interface OrganizationsOptions extends Base {
  access: Access
  members: Members
  gate: PlanGate
  createdPerDay: number
  /** Asks the payment provider for all payments until now. */
  settlePayments: (organizationId: string) => Promise<void>
  /** Throws when the organization has a paid plan. */
  requireUnpaid: (tx: Transaction, organizationId: string) => Promise<void>
  /** Deletes the data of a deleted organization. */
  deleted: (tx: Transaction, actor: Actor, organization: store.OrganizationRow) => Promise<void>
}

export type Organizations = ReturnType<typeof createOrganizations>

export const createOrganizations = (options: OrganizationsOptions) => {
  const { database, clock, access, members, gate, settlePayments, requireUnpaid, deleted } = options

  /** Inserts an organization without members. */
  const found = async (tx: Transaction, input: NewOrganization) => {
    const now = clock.now()
    const row: store.OrganizationRow = {
      id: newId('org', now),
      name: input.name,
      slug: '',
      plan: 'free',
      metadata: metadataText(input.metadata ?? {}),
      codes_active: 0,
      codes_archived: 0,
      members_count: 0,
      created_at: now,
    }
    const given = input.slug
    if (given !== undefined) checkSlug(given)
    for (const slug of given === undefined ? slugsFor(input.name) : [given]) {
      if (await store.insert(tx.db, { ...row, slug })) return { ...row, slug }
    }
    throw slugTaken(given ?? '')
  }

  /** Organizations are never deleted automatically, so their creation rate is limited. */
  const countCreation = async (tx: Transaction, userId: string) => {
    const now = clock.now()
    const day = Math.floor(now / dayMs)
    const id = `organizations ${userId} ${day}`
    const most = options.createdPerDay
    if (await takeHit(tx.db, { id, most, expiresAt: (day + 2) * dayMs })) return
    throw tooManyOrganizations(most, (day + 1) * dayMs - now)
  }

  return {
    found,

    async list(actor: Actor, query: CursorQuery) {
      const { db } = database
      const filter = [actor.userId, actor.organizationId]
      const page = openPage({ list: 'organizations', filter, like: firstPlace }, query)
      const found = await store.list(db, access.reachable(db, actor), page.part)
      const { rows, next } = page.close(found, ({ id }) => [id])
      const total = page.isCursor
        ? await store.countReachable(db, access.reachable(db, actor))
        : rows.length
      return { organizations: rows.map(asOrganization), total, ...next }
    },

    /** The organizations of a user, for a page that greets the user. */
    ofUser: (userId: string) => store.listOfUser(database.db, userId),

    async create(tx: Transaction, actor: Actor, input: NewOrganization) {
      const { organizationId, role, expiresAt } = actor
      if (organizationId !== null || role !== null || expiresAt !== null) throw narrowedKey()
      const owned = await store.holdOwned(tx.db, actor.userId)
      gate.requireBest(owned, 'organizations', owned.length)
      await countCreation(tx, actor.userId)
      const row = await found(tx, input)
      await members.add(tx, row.id, actor.userId, 'owner')
      touch(tx.db, row.id)
      return asOrganization({ ...row, members_count: 1 })
    },

    async retrieve(actor: Actor, idOrSlug: string) {
      const row = await access.organization(database.db, actor, idOrSlug, 'organization:read')
      return asDetail(row, row.role)
    },

    async change(tx: Transaction, actor: Actor, idOrSlug: string, changes: OrganizationChanges) {
      const before = await access.organization(tx.db, actor, idOrSlug, 'organization:write')
      const { name = before.name, slug = before.slug, metadata } = changes
      if (slug !== before.slug) checkSlug(slug)
      const after = {
        ...before,
        name,
        slug,
        metadata: metadata ? metadataText(metadata) : before.metadata,
      }
      try {
        await store.update(tx.db, after)
      } catch (error) {
        throw isUniqueViolation(error) ? slugTaken(slug) : error
      }
      return asDetail(after, before.role)
    },

    /**
     * Checks the payments outside the transaction, so that no transaction waits for another
     * company.
     */
    async prepareRemoval(actor: Actor, idOrSlug: string) {
      const { id } = await access.organization(database.db, actor, idOrSlug, 'organization:delete')
      await settlePayments(id)
      return (tx: Transaction) => this.remove(tx, actor, idOrSlug)
    },

    async remove(tx: Transaction, actor: Actor, idOrSlug: string) {
      const row = await access.organization(tx.db, actor, idOrSlug, 'organization:delete')
      if (await store.isDefaultOfSomeone(tx.db, row.id)) throw defaultOrganization()
      await requireUnpaid(tx, row.id)
      await store.remove(tx.db, row.id)
      await deleted(tx, actor, row)
      // The audit log of the organization is deleted with it.
      leaveUntouched(tx.db, row.id)
      touch(tx.db, actor.defaultOrganizationId, [{ id: row.id, name: row.name }])
    },

    /** Updates the code counters of an organization, in the transaction of the codes. */
    async countCodes(tx: Transaction, id: string, change: Partial<store.CodeCounts>) {
      const { active = 0, archived = 0 } = change
      const counted = await store.countCodes(tx, id, { active, archived })
      // The organization has been deleted since, and no foreign key refuses a code without an
      // organization.
      if (!counted && active + archived > 0) throw organizationNotFound(id)
      if (counted && active > 0) {
        gate.require(counted.plan, 'codes', counted.codes_active - active, active)
      }
    },

    owned: store.ownedBy,

    /** Locks the organization until the end of the transaction, so that counts stay exact. */
    hold: store.lock,
  }
}

/** An example: a place in this list is an id. */
const firstPlace: [string] = ['']

const asOrganization = (row: store.OrganizationRow) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  plan: row.plan,
  qpr_codes_count: row.codes_active + row.codes_archived,
  members_count: row.members_count,
  created_at: isoTime(row.created_at),
})

const asDetail = (row: store.OrganizationRow, role: Role) => ({
  ...asOrganization(row),
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  role,
})

const slugTaken = (slug: string) =>
  problem(409, 'slug_taken', `The slug "${slug}" is already in use.`)

const tooManyOrganizations = (most: number, waitMs: number) =>
  tooOften(
    'too_many_organizations',
    `You created ${most} organizations today, the maximum. Try again tomorrow (UTC).`,
    waitMs,
  )

const narrowedKey = () =>
  problem(403, 'key_is_narrowed', 'Creating an organization needs a key without limits.')

const defaultOrganization = () =>
  problem(
    409,
    'default_organization',
    'This is the default organization of an account and cannot be deleted.',
  )
