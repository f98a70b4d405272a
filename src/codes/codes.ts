import type { Actor } from '../http/actor.ts'
import { metadataText } from '../http/metadata.ts'
import { eachOf, problem } from '../http/problem.ts'
import { type Clock, isoTime } from '../kit/clock.ts'
import { newId, newShortId } from '../kit/ids.ts'
import { fold } from '../kit/text.ts'
import type { Access } from '../organizations/access.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { Database, Db, Transaction } from '../storage/database.ts'
import type { CodeStatus, Template } from '../storage/tables.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import type {
  BulkCodes,
  CodeChanges,
  CodeQuery,
  CodeStyle,
  Contact,
  NewCode,
} from './codes.schema.ts'
import * as store from './codes.store.ts'
import { greetingFor } from './greetings.ts'

interface CodesOptions {
  database: Database
  clock: Clock
  access: Access
  organizations: Pick<Organizations, 'countCodes'>
  outbox: Outbox
  /** Refuses a style, or a logo, that cameras would not read. */
  requireScannable: (text: string, style: CodeStyle & { logo?: Logo }) => void
  /** What else belongs to a code, and goes where it goes. */
  belongings: {
    forget(tx: Transaction, organizationId: string, codeId: string): Promise<void>
    move(tx: Transaction, codeId: string, from: string, to: string): Promise<void>
  }
  baseUrl: string
  scanHost: string
}

export interface Logo {
  type: 'png' | 'svg'
  data: Buffer
}

/** What the image of a code is made of. */
export interface DrawableCode {
  name: string
  scanUrl: string
  style: CodeStyle
  logo: Logo | null
}

export interface ScannableCode {
  id: string
  organizationId: string
  shortId: string
  name: string
  template: Template
  status: CodeStatus
  welcomeMessage: string
  metadata: Record<string, unknown>
  updatedAt: number
}

type CodePermission = 'codes:read' | 'codes:write' | 'codes:delete'

export type Codes = ReturnType<typeof createCodes>

export const createCodes = (options: CodesOptions) => {
  const {
    database,
    clock,
    access,
    organizations,
    outbox,
    belongings,
    requireScannable,
    baseUrl,
    scanHost,
  } = options
  const scanUrl = (shortId: string) => `${scanHost}/s/${shortId}`

  const asCode = (row: store.FullRow) => ({
    id: row.id,
    name: row.name,
    short_id: row.short_id,
    scan_url: scanUrl(row.short_id),
    qr_image_url: `${baseUrl}/qr/${row.short_id}.png`,
    qr_svg_url: `${baseUrl}/qr/${row.short_id}.svg`,
    template: row.template,
    status: row.status,
    scans_total: row.scans_total,
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  })

  type Code = ReturnType<typeof asCode>

  const asDetail = (row: store.FullRow) => ({
    ...asCode(row),
    organization_id: row.organization_id,
    prompt: row.prompt,
    welcome_message: row.welcome_message ?? greetingFor(row.template, row.name),
    suggestions: JSON.parse(row.suggestions) as string[],
    contact: parseOrNull<Contact>(row.contact),
    style: parseOrNull<CodeStyle>(row.style),
    model: row.model,
  })

  /** 404, not 403, outside: who is outside must not learn which codes exist. */
  const find = async (db: Db, actor: Actor, idOrShortId: string, to: CodePermission) => {
    const reachable = access.reachable(db, actor)
    const code = await store.find(db, reachable, idOrShortId, { hold: to !== 'codes:read' })
    if (!code) throw codeNotFound(idOrShortId)
    await access.organization(db, actor, code.organization_id, to)
    return code
  }

  /** Where a change leaves a code: leaving an organization is a loss to it, like a deletion. */
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

  /** Whoever keeps this code in memory, in whichever process, must read it again. */
  const tellChange = (tx: Transaction, shortId: string) =>
    tx.afterCommit(() => database.signals.send({ kind: 'code-changed', shortId }))

  const checkStyle = async (db: Db, row: store.FullRow) => {
    const logo = await logoOf(db, row.id)
    requireScannable(scanUrl(row.short_id), {
      ...parseOrNull<CodeStyle>(row.style),
      ...(logo && { logo }),
    })
  }

  const newCode = (organizationId: string, input: NewCode): store.FullRow => {
    const row = newRow(organizationId, input, clock.now())
    if (input.style) requireScannable(scanUrl(row.short_id), input.style)
    return row
  }

  const asDrawable = async (
    db: Db,
    { id, short_id, name, style }: Pick<store.FullRow, 'id' | 'short_id' | 'name' | 'style'>,
  ): Promise<DrawableCode> => ({
    name,
    scanUrl: scanUrl(short_id),
    style: parseOrNull<CodeStyle>(style) ?? {},
    logo: await logoOf(db, id),
  })

  const createRows = async (
    tx: Transaction,
    actor: Actor,
    organizationId: string | undefined,
    rowsIn: (organizationId: string) => store.FullRow[],
  ): Promise<Code[]> => {
    const { id } = await access.organization(tx.db, actor, organizationId, 'codes:write')
    const rows = rowsIn(id)
    for (const row of rows) {
      while (!(await insertRow(tx, row))) row.short_id = newShortId()
      tellChange(tx, row.short_id)
    }
    await organizations.countCodes(tx, id, { active: rows.length })
    const codes = rows.map(asCode)
    await outbox.add(
      tx,
      codes.map((data) => ({ organizationId: id, type: 'qpr_code.created', data })),
    )
    return codes
  }

  return {
    /** What a scan needs to know, whoever scans. */
    async forScan(shortId: string): Promise<ScannableCode | null> {
      const row = await store.findForScan(database.db, shortId)
      return row ? asScannable(row) : null
    },

    async create(tx: Transaction, actor: Actor, input: NewCode) {
      const rows = (organizationId: string) => [newCode(organizationId, input)]
      const [code] = await createRows(tx, actor, input.organization_id, rows)
      return code as Code
    },

    /** All of them or none; every bad one is named. */
    async createMany(tx: Transaction, actor: Actor, { codes, organization_id }: BulkCodes) {
      const rows = (organizationId: string) =>
        eachOf(codes, '/codes', (input) => newCode(organizationId, input))
      return { codes: await createRows(tx, actor, organization_id, rows) }
    },

    async list(actor: Actor, query: CodeQuery) {
      const { db } = database
      const { limit, offset, status } = query
      const organization = await access.organization(db, actor, query.organization_id, 'codes:read')
      const page = { organizationId: organization.id, status, limit, offset }
      const { rows, total } =
        query.q === undefined
          ? {
              rows: await store.list(db, page),
              // Counted where it changes: counting a million codes for each page would not do.
              total: organization[status === 'active' ? 'codes_active' : 'codes_archived'],
            }
          : await store.search(db, page, fold(query.q))
      return { codes: rows.map((row) => asListItem(row, scanUrl)), total, limit, offset }
    },

    retrieve: async (actor: Actor, idOrShortId: string) =>
      asDetail(await find(database.db, actor, idOrShortId, 'codes:read')),

    async change(tx: Transaction, actor: Actor, idOrShortId: string, changes: CodeChanges) {
      const before = await find(tx.db, actor, idOrShortId, 'codes:write')
      const after = {
        ...before,
        ...changedColumns(changes),
        organization_id: await destination(tx, actor, before, changes.organization_id),
        updated_at: clock.now(),
      }
      if (changes.style) await checkStyle(tx.db, after)
      await store.update(tx.db, before.organization_id, after)
      tellChange(tx, before.short_id)
      const isMoved = after.organization_id !== before.organization_id
      if (isMoved)
        await belongings.move(tx, before.id, before.organization_id, after.organization_id)
      if (isMoved || after.status !== before.status) {
        await organizations.countCodes(tx, before.organization_id, { [before.status]: -1 })
        await organizations.countCodes(tx, after.organization_id, { [after.status]: 1 })
      }
      return asDetail(after)
    },

    /** For the public: the image of a printed code. */
    async forDrawing(shortId: string): Promise<DrawableCode | null> {
      const row = await store.findForDrawing(database.db, shortId)
      return row ? await asDrawable(database.db, row) : null
    },

    /** Many at once, in the order in which they are named. */
    async forSheet(actor: Actor, ids: string[]): Promise<DrawableCode[]> {
      const codes: DrawableCode[] = []
      for (const id of ids) {
        const row = await find(database.db, actor, id, 'codes:read')
        codes.push(await asDrawable(database.db, row))
      }
      return codes
    },

    async logo(actor: Actor, idOrShortId: string): Promise<Logo> {
      const { id } = await find(database.db, actor, idOrShortId, 'codes:read')
      const logo = await logoOf(database.db, id)
      if (!logo) throw problem(404, 'logo_not_found', 'This code has no logo.')
      return logo
    },

    async putLogo(tx: Transaction, actor: Actor, idOrShortId: string, logo: Logo) {
      const { id, short_id, style } = await find(tx.db, actor, idOrShortId, 'codes:write')
      requireScannable(scanUrl(short_id), { ...parseOrNull<CodeStyle>(style), logo })
      await store.putLogo(tx.db, { code_id: id, ...logo })
    },

    async removeLogo(tx: Transaction, actor: Actor, idOrShortId: string) {
      const { id } = await find(tx.db, actor, idOrShortId, 'codes:write')
      await store.removeLogo(tx.db, id)
    },

    async remove(tx: Transaction, actor: Actor, idOrShortId: string) {
      const { id, organization_id, short_id, status } = await find(
        tx.db,
        actor,
        idOrShortId,
        'codes:delete',
      )
      await belongings.forget(tx, organization_id, id)
      await store.remove(tx.db, organization_id, id)
      tellChange(tx, short_id)
      await organizations.countCodes(tx, organization_id, { [status]: -1 })
    },
  }
}

const logoOf = async (db: Db, codeId: string): Promise<Logo | null> => {
  const row = await store.findLogo(db, codeId)
  return row ? { type: row.type, data: Buffer.from(row.data) } : null
}

const asScannable = (row: store.ScannableRow): ScannableCode => ({
  id: row.id,
  organizationId: row.organization_id,
  shortId: row.short_id,
  name: row.name,
  template: row.template,
  status: row.status,
  welcomeMessage: row.welcome_message ?? greetingFor(row.template, row.name),
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  updatedAt: row.updated_at,
})

const newRow = (organizationId: string, input: NewCode, now: number): store.FullRow => ({
  id: newId('qpr', now),
  organization_id: organizationId,
  short_id: newShortId(),
  template: 'business',
  status: 'active',
  scans_total: 0,
  created_at: now,
  updated_at: now,
  welcome_message: null,
  metadata: '{}',
  suggestions: '[]',
  contact: null,
  style: null,
  model: null,
  ...changedColumns(input),
  name: input.name,
  name_folded: fold(input.name),
  prompt: input.prompt,
})

const insertRow = ({ db }: Transaction, row: store.FullRow): Promise<boolean> => {
  const { prompt, welcome_message, metadata, suggestions, contact, style, model, ...code } = row
  const content = { prompt, welcome_message, metadata, suggestions, contact, style, model }
  return store.insert(db, code, { code_id: row.id, ...content })
}

/** The columns that a request names, as they are stored; what it omits is absent. */
const changedColumns = (changes: CodeChanges): Partial<store.FullRow> => {
  const { name, prompt, welcome_message, template, status, metadata, suggestions } = changes
  const { contact, style, model } = changes
  return {
    ...(name !== undefined && { name, name_folded: fold(name) }),
    ...(prompt !== undefined && { prompt }),
    ...(welcome_message !== undefined && { welcome_message }),
    ...(template !== undefined && { template }),
    ...(status !== undefined && { status }),
    ...(metadata !== undefined && { metadata: metadataText(metadata) }),
    ...(suggestions !== undefined && { suggestions: JSON.stringify(suggestions) }),
    ...(contact !== undefined && { contact: textOrNull(contact, ['label', 'url']) }),
    ...(style !== undefined && { style: textOrNull(style, styleFields) }),
    ...(model !== undefined && { model }),
  }
}

const asListItem = (row: store.ListedCode, scanUrl: (shortId: string) => string) => ({
  id: row.id,
  name: row.name,
  short_id: row.short_id,
  scan_url: scanUrl(row.short_id),
  status: row.status,
  scans_total: row.scans_total,
  created_at: isoTime(row.created_at),
})

const styleFields = ['color', 'background', 'dots', 'eyes', 'margin', 'level']

/** The named fields alone: what we do not know is ignored, not kept. */
const textOrNull = (value: object | null, fields: string[]): string | null =>
  value === null ? null : JSON.stringify(value, fields)

const parseOrNull = <T>(text: string | null): T | null =>
  text === null ? null : (JSON.parse(text) as T)

const codeNotFound = (id: string) =>
  problem(404, 'code_not_found', `There is no code ${id.slice(0, 100)}.`)
