import type { Actor } from '../http/actor.ts'
import { metadataText } from '../http/metadata.ts'
import { problem } from '../http/problem.ts'
import { type Clock, isoTime } from '../kit/clock.ts'
import { newId, newShortId } from '../kit/ids.ts'
import { fold } from '../kit/text.ts'
import type { Access } from '../organizations/access.ts'
import type { Organizations } from '../organizations/organizations.ts'
import type { Database, Db, Transaction } from '../storage/database.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import type { CodeChanges, CodeQuery, CodeStyle, Contact, NewCode } from './codes.schema.ts'
import * as store from './codes.store.ts'
import { checkContrast } from './contrast.ts'
import { greetingFor } from './greetings.ts'

interface CodesOptions {
  database: Database
  clock: Clock
  access: Access
  organizations: Pick<Organizations, 'countCodes'>
  outbox: Outbox
  baseUrl: string
  scanHost: string
}

type CodePermission = 'codes:read' | 'codes:write' | 'codes:delete'

export type Codes = ReturnType<typeof createCodes>

export const createCodes = (options: CodesOptions) => {
  const { database, clock, access, organizations, outbox, baseUrl, scanHost } = options
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

  return {
    async create(tx: Transaction, actor: Actor, input: NewCode) {
      const organization = await access.organization(
        tx.db,
        actor,
        input.organization_id,
        'codes:write',
      )
      const row = newRow(organization.id, input, clock.now())
      while (!(await insertRow(tx, row))) row.short_id = newShortId()
      await organizations.countCodes(tx, organization.id, { active: 1 })
      const code = asCode(row)
      await outbox.add(tx, organization.id, 'qpr_code.created', code)
      return code
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
      await store.update(tx.db, before.organization_id, after)
      const isMoved = after.organization_id !== before.organization_id
      if (isMoved || after.status !== before.status) {
        await organizations.countCodes(tx, before.organization_id, { [before.status]: -1 })
        await organizations.countCodes(tx, after.organization_id, { [after.status]: 1 })
      }
      return asDetail(after)
    },

    async remove(tx: Transaction, actor: Actor, idOrShortId: string) {
      const { id, organization_id, status } = await find(tx.db, actor, idOrShortId, 'codes:delete')
      await store.remove(tx.db, organization_id, id)
      await organizations.countCodes(tx, organization_id, { [status]: -1 })
    },
  }
}

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
  if (style) checkContrast(style)
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
