import type { ScanLanguage } from '#contract/languages.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import { problem } from '../../platform/http/problem.ts'
import { createBreather } from '../../platform/kit/breather.ts'
import type { Clock } from '../../platform/kit/clock.ts'
import type { Database, Db, Transaction } from '../../platform/store/database.ts'
import type { Logo } from '../drawing/logo.ts'
import { requireScannable } from '../drawing/scannable.ts'
import type { Access } from '../organizations/access.ts'
import type { Brands } from '../organizations/organizations.legacy.ts'
import type { CodeStyle } from './codes.contents.schema.ts'
import { parseOrNull } from './codes.rows.ts'
import * as store from './codes.store.ts'
import type { CodePermission } from './codes.ts'
import { type CodeLook, lookOf, noBrand } from './look.ts'

/** The data that the image of a code needs: its own title, style and logo, else the brand's. */
export interface DrawableCode extends Pick<CodeLook, 'title' | 'style' | 'brand'> {
  scanUrl: string
  logo: Logo | null
}

/** A code of a member, for print. */
export interface PrintableCode extends DrawableCode {
  /** Of the visitor's page. */
  language: ScanLanguage | null
}

/** As long as every short id, so that the image of a draft has the size of the final image. */
export const unknownShortId = '00000000'

interface DrawingsOptions {
  database: Database
  clock: Clock
  access: Access
  brands: Pick<Brands, 'columnsOf' | 'logoOf'>
  find: (db: Db, actor: Actor, idOrShortId: string, to: CodePermission) => Promise<store.FoundRow>
  scanUrl: (shortId: string) => string
  tellChange: (tx: Transaction, shortId: string) => void
}

/** The data for the images of codes, including their logos. */
export const createDrawings = (options: DrawingsOptions) => {
  const { database, clock, access, brands, find, scanUrl, tellChange } = options

  /** The logo that is shown: the code's own, else the brand's. */
  const logoShown = async (db: Db, row: store.DrawingRow): Promise<Logo | null> =>
    row.logo_type ? await logoOf(db, row.id) : await brands.logoOf(db, row.organization_id)

  const asDrawable = async (db: Db, row: store.DrawingRow): Promise<DrawableCode> => {
    const { title, style, brand, logoOf } = lookOf(row)
    const logo = logoOf && (await logoShown(db, row))
    return { title, style, brand, scanUrl: scanUrl(row.short_id), logo }
  }

  return {
    /** Public: the image of a printed code. */
    async forDrawing(shortId: string): Promise<DrawableCode | null> {
      const row = await store.findForDrawing(database.db, shortId)
      return row ? await asDrawable(database.db, row) : null
    },

    /** Public: the logo on the visitor's page, with the version that its address names. */
    async logoForVisitors(shortId: string) {
      const row = await store.findForScan(database.db, shortId)
      if (row?.status !== 'active' || !lookOf(row).logoOf) return null
      const logo = await logoShown(database.db, row)
      return logo && { ...logo, version: versionOf(row) }
    },

    /**
     * The data for a preview: of an existing code, or of a code that is not created yet. `draft` is
     * the style to try instead of the saved one. `brandLogo` is the logo of a code without its own.
     */
    async forPreview(
      actor: Actor,
      about: { qpr_code_id?: string; organization_id?: string },
      draft: CodeStyle = {},
    ): Promise<DrawableCode & { brandLogo: Logo | null }> {
      const { db } = database
      const style = JSON.stringify(draft)
      if (about.qpr_code_id === undefined) {
        const { id } = await access.organization(db, actor, about.organization_id, 'codes:write')
        const brand = { ...noBrand, ...(await brands.columnsOf(db, id)) }
        const look = lookOf({ name: '', title: null, contact: null, style, ...brand })
        const brandLogo = await brands.logoOf(db, id)
        return { ...look, scanUrl: scanUrl(unknownShortId), logo: brandLogo, brandLogo }
      }
      const row = await find(db, actor, about.qpr_code_id, 'codes:read')
      await access.organization(db, actor, row.organization_id, 'codes:write')
      const brandLogo = await brands.logoOf(db, row.organization_id)
      return { ...(await asDrawable(db, { ...row, style })), brandLogo }
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
      await store.touch(tx.db, id, clock.now())
      tellChange(tx, short_id)
    },

    async removeLogo(tx: Transaction, actor: Actor, idOrShortId: string) {
      const { id, short_id } = await find(tx.db, actor, idOrShortId, 'codes:write')
      await store.removeLogo(tx.db, id)
      await store.touch(tx.db, id, clock.now())
      tellChange(tx, short_id)
    },
  }
}

export const logoOf = async (db: Db, codeId: string): Promise<Logo | null> => {
  const row = await store.findLogo(db, codeId)
  return row ? { type: row.type, data: Buffer.from(row.data) } : null
}

/** Differs after every change of the code or of the brand of its organization. */
export const versionOf = (row: Pick<store.ScannableRow, 'updated_at' | 'brand_version'>): string =>
  `${row.updated_at.toString(36)}.${row.brand_version ?? 0}`
