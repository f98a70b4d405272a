import type { ScanLanguage } from '#contract/languages.ts'
import type { Actor } from '../http/callers/actor.ts'
import { problem } from '../http/problem.ts'
import { createBreather } from '../kit/breather.ts'
import type { Access } from '../organizations/access.ts'
import type { Database, Db, Transaction } from '../storage/database.ts'
import { parseOrNull } from './codes.rows.ts'
import type { CodeStyle } from './codes.schema.ts'
import * as store from './codes.store.ts'
import type { CodePermission } from './codes.ts'

export interface Logo {
  type: 'png' | 'svg'
  data: Buffer
}

/** The data that the image of a code needs. */
export interface DrawableCode {
  name: string
  scanUrl: string
  style: CodeStyle
  logo: Logo | null
}

/** A code of a member, for print. */
export interface PrintableCode extends DrawableCode {
  /** Of the visitor's page. */
  language: ScanLanguage | null
}

export type RequireScannable = (text: string, style: CodeStyle, hasLogo: boolean) => void

/** As long as every short id, so that the image of a draft has the size of the final image. */
const unknownShortId = '00000000'

interface DrawingsOptions {
  database: Database
  access: Access
  find: (db: Db, actor: Actor, idOrShortId: string, to: CodePermission) => Promise<store.FullRow>
  scanUrl: (shortId: string) => string
  requireScannable: RequireScannable
}

/** The data for the images of codes, including their logos. */
export const createDrawings = (options: DrawingsOptions) => {
  const { database, access, find, scanUrl, requireScannable } = options

  const asDrawable = async (
    db: Db,
    { id, short_id, name, style }: Pick<store.FullRow, 'id' | 'short_id' | 'name' | 'style'>,
  ): Promise<DrawableCode> => ({
    name,
    scanUrl: scanUrl(short_id),
    style: parseOrNull<CodeStyle>(style) ?? {},
    logo: await logoOf(db, id),
  })

  return {
    /** Public: the image of a printed code. */
    async forDrawing(shortId: string): Promise<DrawableCode | null> {
      const row = await store.findForDrawing(database.db, shortId)
      return row ? await asDrawable(database.db, row) : null
    },

    /** The data for a preview: of an existing code, or of a code that is not created yet. */
    async forPreview(
      actor: Actor,
      about: { qpr_code_id?: string; organization_id?: string },
    ): Promise<DrawableCode> {
      const { db } = database
      if (about.qpr_code_id === undefined) {
        await access.organization(db, actor, about.organization_id, 'codes:write')
        return { name: '', scanUrl: scanUrl(unknownShortId), style: {}, logo: null }
      }
      const row = await find(db, actor, about.qpr_code_id, 'codes:read')
      await access.organization(db, actor, row.organization_id, 'codes:write')
      return await asDrawable(db, row)
    },

    /** Several codes, in the order of their ids. */
    async forSheet(actor: Actor, ids: string[]): Promise<PrintableCode[]> {
      const breathe = createBreather()
      const known = new Map<string, PrintableCode>()
      for (const id of new Set(ids)) {
        const row = await find(database.db, actor, id, 'codes:read')
        known.set(id, { ...(await asDrawable(database.db, row)), language: row.language })
        await breathe()
      }
      return ids.map((id) => known.get(id) as PrintableCode)
    },

    async logo(actor: Actor, idOrShortId: string): Promise<Logo> {
      const { id } = await find(database.db, actor, idOrShortId, 'codes:read')
      const logo = await logoOf(database.db, id)
      if (!logo) throw problem(404, 'logo_not_found', 'This code has no logo.')
      return logo
    },

    /** The logo is already checked, because the check takes too long for a transaction. */
    async putLogo(tx: Transaction, actor: Actor, idOrShortId: string, logo: Logo) {
      const { id, short_id, style } = await find(tx.db, actor, idOrShortId, 'codes:write')
      requireScannable(scanUrl(short_id), parseOrNull<CodeStyle>(style) ?? {}, true)
      await store.putLogo(tx.db, { code_id: id, ...logo })
    },

    async removeLogo(tx: Transaction, actor: Actor, idOrShortId: string) {
      const { id } = await find(tx.db, actor, idOrShortId, 'codes:write')
      await store.removeLogo(tx.db, id)
    },
  }
}

export const logoOf = async (db: Db, codeId: string): Promise<Logo | null> => {
  const row = await store.findLogo(db, codeId)
  return row ? { type: row.type, data: Buffer.from(row.data) } : null
}
