import type { Actor } from '../../platform/http/callers/actor.ts'
import { eachOf } from '../../platform/http/problem.ts'
import { createBreather, listAsJson, slicesOf } from '../../platform/kit/breather.ts'
import { newShortId } from '../../platform/kit/ids.ts'
import type { Base, Db, Transaction } from '../../platform/store/database.ts'
import { noteFields, touch } from '../../platform/store/trail.ts'
import { requireScannable } from '../drawing/scannable.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Access } from '../organizations/access.ts'
import type { Brands, Organizations } from '../organizations/organizations.legacy.ts'
import { createBulkChanges } from './codes.bulk.ts'
import { createLists } from './codes.list.ts'
import { codeNotFound } from './codes.problems.ts'
import { changedColumns, contentsOf, newRow } from './codes.rows.ts'
import type { BulkCodes, CodeChanges, NewCode } from './codes.schema.ts'
import * as store from './codes.store.ts'
import {
  asScannable,
  asTalking,
  type Code,
  createViews,
  type ScannableCode,
} from './codes.views.ts'
import { createDrawings } from './drawings.ts'
import { forgetPeople } from './history.store.ts'
import { createHistory, keepFormer, textsOf } from './history.ts'
import { lookOf } from './look.ts'
import { retag } from './tags.store.ts'
import { parseTags } from './tags.ts'

interface CodesOptions extends Base {
  access: Access
  organizations: Pick<Organizations, 'countCodes'>
  brands: Pick<Brands, 'columnsOf' | 'logoOf'>
  outbox: Outbox
  /** Refuses a model that the operator does not offer. */
  requireModel: (model: string | null | undefined) => void
  /** The rows of a code, which move or are deleted with it: visible at once, then in steps. */
  belongings: {
    leave(tx: Transaction, codeId: string, from: string, to: string | null): Promise<void>
    deleted(tx: Transaction, actor: Actor, code: store.FullRow): Promise<void>
    moved(tx: Transaction, actor: Actor, code: store.FullRow): Promise<void>
  }
  /** The maximum number of former versions of the texts of a code. */
  mostVersions: number
  baseUrl: string
  scanHost: string
}

export type CodePermission = 'codes:read' | 'codes:write' | 'codes:delete'

export type Codes = ReturnType<typeof createCodes>

export const createCodes = (options: CodesOptions) => {
  const {
    database,
    clock,
    access,
    organizations,
    outbox,
    belongings,
    requireModel,
    baseUrl,
    scanHost,
  } = options
  const { scanUrl, asCode, asDetail, asListItem, asFullListItem } = createViews(baseUrl, scanHost)

  const detailOf = async (db: Db, row: store.FullRow) => ({
    ...asDetail(row),
    has_logo: await store.hasLogo(db, row.id),
  })

  /** 404, not 403: outsiders must not learn which codes exist. */
  const find = async (db: Db, actor: Actor, idOrShortId: string, to: CodePermission) => {
    const code = await store.find(db, actor.userId, idOrShortId, { hold: to !== 'codes:read' })
    // A key may reach only one organization of its user.
    const { organizationId } = actor
    const isOutside = organizationId !== null && organizationId !== code?.organization_id
    if (!code || isOutside) throw codeNotFound(idOrShortId)
    await access.organization(db, actor, code.organization_id, to)
    touch(db, code.organization_id, [{ id: code.id, name: code.name }])
    return code
  }

  /**
   * The organization after a change. Moving a code away needs the same permission as deleting it.
   */
  const destination = async (
    tx: Transaction,
    actor: Actor,
    { organization_id }: store.FullRow,
    named: string | undefined,
  ): Promise<string> => {
    if (named === undefined) return organization_id
    const { id } = await access.organization(tx.db, actor, named, 'codes:write')
    if (id !== organization_id) {
      await access.organization(tx.db, actor, organization_id, 'codes:delete')
    }
    return id
  }

  /** Every process that caches this code must read it again. */
  const tellChange = (tx: Transaction, shortId: string) =>
    tx.afterCommit(() => database.signals.send({ kind: 'code-changed', shortId }))

  const checkStyle = (row: store.FoundRow) => {
    const { style, logoOf } = lookOf(row)
    requireScannable(scanUrl(row.short_id), style, logoOf !== null)
  }

  const newCode = (organizationId: string, input: NewCode): store.FullRow => {
    requireModel(input.model)
    const row = newRow(organizationId, input, clock.now())
    if (input.style) requireScannable(scanUrl(row.short_id), input.style, false)
    return row
  }

  const createRows = async (
    tx: Transaction,
    actor: Actor,
    organizationId: string | undefined,
    rowsIn: (organizationId: string) => store.FullRow[] | Promise<store.FullRow[]>,
  ): Promise<Code[]> => {
    const { id } = await access.organization(tx.db, actor, organizationId, 'codes:write')
    const rows = await rowsIn(id)
    const breathe = createBreather()
    for (const row of rows) {
      await breathe()
      while (!(await store.insert(tx.db, row))) row.short_id = newShortId()
      tellChange(tx, row.short_id)
    }
    await retag(
      tx,
      id,
      rows.map((row) => ({ codeId: row.id, before: [], after: parseTags(row.tags) })),
    )
    touch(
      tx.db,
      id,
      rows.map((row) => ({ id: row.id, name: row.name })),
    )
    await organizations.countCodes(tx, id, { active: rows.length })
    const codes: Code[] = []
    for (const slice of slicesOf(rows, ({ metadata }) => metadata.length)) {
      await breathe()
      const made = slice.map(asCode)
      codes.push(...made)
      await outbox.add(
        tx,
        made.map((data) => ({ organizationId: id, type: 'qpr_code.created', data })),
      )
    }
    return codes
  }

  /** Writes the changed columns of a code, with everything that follows from them. */
  const write = async (
    tx: Transaction,
    actor: Actor,
    before: store.FoundRow,
    after: store.FoundRow,
  ) => {
    const { id, organization_id: from, short_id, name } = before
    const to = after.organization_id
    await store.update(tx.db, from, after)
    await keepFormer(tx, actor, before, after, options.mostVersions)
    tellChange(tx, short_id)
    noteFields(tx.db, differing(before, after))
    const isMoved = to !== from
    const former = parseTags(before.tags)
    const tags = parseTags(after.tags)
    if (isMoved) {
      touch(tx.db, to, [{ id, name }])
      await retag(tx, from, [{ codeId: id, before: former, after: [] }])
      await retag(tx, to, [{ codeId: id, before: [], after: tags }])
      await forgetPeople(tx.db, id)
      await belongings.leave(tx, id, from, to)
      await belongings.moved(tx, actor, after)
    } else await retag(tx, from, [{ codeId: id, before: former, after: tags }])
    if (isMoved || after.status !== before.status) {
      await organizations.countCodes(tx, from, { [before.status]: -1 })
      await organizations.countCodes(tx, to, { [after.status]: 1 })
    }
    return await detailOf(tx.db, after)
  }

  return {
    ...createDrawings({ ...options, find, scanUrl, tellChange }),

    /** The fields that a scan needs, regardless of the scanner. */
    async forScan(shortId: string): Promise<ScannableCode | null> {
      const row = await store.findForScan(database.db, shortId)
      return row ? asScannable(row) : null
    },

    /** The fields that a conversation needs, regardless of the visitor. */
    async forTalk(db: Db, by: 'id' | 'short_id', value: string) {
      const row = await store.findTalking(db, by, value)
      return row ? asTalking(row) : null
    },

    async create(tx: Transaction, actor: Actor, input: NewCode) {
      const rows = (organizationId: string) => [newCode(organizationId, input)]
      const [code] = await createRows(tx, actor, input.organization_id, rows)
      return code as Code
    },

    /**
     * Creates all codes or none; the error names the invalid ones. Returns JSON text, because 500
     * codes can have 8 MB of metadata.
     */
    async createMany(tx: Transaction, actor: Actor, { codes, organization_id }: BulkCodes) {
      const rows = (organizationId: string) =>
        eachOf(codes, '/codes', (input) => newCode(organizationId, input))
      const created = await createRows(tx, actor, organization_id, rows)
      return `{"codes":${await listAsJson(created)}}`
    },

    ...createLists({ database, access, asListItem, asFullListItem }),

    ...createBulkChanges({
      clock,
      access,
      organizations,
      tellChange,
      requireModel,
      requireScannable: (shortId, style, hasLogo) =>
        requireScannable(scanUrl(shortId), style, hasLogo),
    }),

    async retrieve(actor: Actor, idOrShortId: string) {
      const { db } = database
      return await detailOf(db, await find(db, actor, idOrShortId, 'codes:read'))
    },

    /** The fields that creating another code takes, and the organization of this one. */
    async exampleOf(db: Db, actor: Actor, idOrShortId: string) {
      const row = await find(db, actor, idOrShortId, 'codes:read')
      const { name, prompt, template } = row
      return {
        organizationId: row.organization_id,
        example: { name, prompt, template, ...contentsOf(row) },
      }
    },

    async change(tx: Transaction, actor: Actor, idOrShortId: string, changes: CodeChanges) {
      const before = await find(tx.db, actor, idOrShortId, 'codes:write')
      // A form sends all its fields, so an unchanged model is not checked again.
      if (changes.model !== before.model) requireModel(changes.model)
      const after = {
        ...before,
        ...changedColumns(changes),
        organization_id: await destination(tx, actor, before, changes.organization_id),
        updated_at: clock.now(),
      }
      if (changes.style) checkStyle(after)
      return await write(tx, actor, before, after)
    },

    ...createHistory(database.db, (actor, id) => find(database.db, actor, id, 'codes:read')),

    /** Writes the texts of a former version again. */
    async restore(tx: Transaction, actor: Actor, idOrShortId: string, version: number) {
      const before = await find(tx.db, actor, idOrShortId, 'codes:write')
      const texts = await textsOf(tx.db, before, version)
      return await write(tx, actor, before, { ...before, ...texts, updated_at: clock.now() })
    },

    async remove(tx: Transaction, actor: Actor, idOrShortId: string) {
      const code = await find(tx.db, actor, idOrShortId, 'codes:delete')
      const { id, organization_id, short_id, status } = code
      await belongings.leave(tx, id, organization_id, null)
      await retag(tx, organization_id, [{ codeId: id, before: parseTags(code.tags), after: [] }])
      await store.remove(tx.db, organization_id, id)
      tellChange(tx, short_id)
      await organizations.countCodes(tx, organization_id, { [status]: -1 })
      await belongings.deleted(tx, actor, code)
    },
  }
}

/** Forms of the name, and the time of the change itself. */
const derived = new Set<keyof store.FullRow>(['updated_at', 'name_folded', 'name_order'])

/** The names of the fields that a change alters, as the API has them. */
const differing = (before: store.FullRow, after: store.FullRow): string[] =>
  (Object.keys(after) as (keyof store.FullRow)[]).filter(
    (name) => !derived.has(name) && before[name] !== after[name],
  )
