import type { ScanLanguage } from '#contract/languages.ts'
import type { Change, Context } from '../../platform/context.ts'
import { problem } from '../../platform/http/problem.ts'
import { createYield } from '../../platform/kit/yield-to-loop.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Logo } from '../drawing/logo.ts'
import { requireScannable } from '../drawing/scannable.ts'
import { requireOrganization } from '../organizations/access.ts'
import { brandColumns, brandLogo } from '../organizations/brands.ts'
import { invalidateCode, requireCode } from './codes.access.ts'
import type { CodeStyle } from './codes.contents.schema.ts'
import { parseOrNull } from './codes.rows.ts'
import * as store from './codes.store.ts'
import { appearanceOf, type CodeAppearance, cacheVersionOf, scanUrl } from './codes.views.ts'

/** The data that the image of a code needs: its own title, style and logo, else the brand's. */
export interface DrawableCode extends Pick<CodeAppearance, 'title' | 'style' | 'brand'> {
  scanUrl: string
  logo: Logo | null
}

/** A code of a member, for print. */
export interface PrintableCode extends DrawableCode {
  /** The language of the visitor's page. */
  language: ScanLanguage | null
}

/** As long as every short id, so that the image of a draft has the size of the final image. */
export const unknownShortId = '00000000'

/** The logo that is shown: the code's own, else the brand's. */
const logoShown = async (db: Db, row: store.DrawingRow): Promise<Logo | null> =>
  row.logo_type ? await logoOf(db, row.id) : await brandLogo(db, row.organization_id)

const asDrawable = async (
  context: Context<unknown>,
  row: store.DrawingRow,
): Promise<DrawableCode> => {
  const { title, style, brand, logoOf } = appearanceOf(row)
  const logo = logoOf && (await logoShown(context.db, row))
  return { title, style, brand, scanUrl: scanUrl(context, row.short_id), logo }
}

/** Public: the image of a printed code. */
export const findForDrawing = async (
  context: Context<unknown>,
  shortId: string,
): Promise<DrawableCode | null> => {
  const row = await store.findForDrawing(context.db, shortId)
  return row ? await asDrawable(context, row) : null
}

/** Public: the logo on the visitor's page, with the version that its address names. */
export const logoForVisitors = async ({ db }: Context<unknown>, shortId: string) => {
  const row = await store.findForScan(db, shortId)
  if (row?.status !== 'active' || !appearanceOf(row).logoOf) return null
  const logo = await logoShown(db, row)
  return logo && { ...logo, version: cacheVersionOf(row) }
}

/**
 * The data for a preview: of an existing code, or of a code that is not created yet. `draft` is the
 * style to try instead of the saved one. `brandLogo` is the logo of a code without its own.
 */
export const codeForPreview = async (
  context: Context,
  about: { qpr_code_id?: string; organization_id?: string },
  draft: CodeStyle = {},
): Promise<DrawableCode & { brandLogo: Logo | null }> => {
  const { db } = context
  const style = JSON.stringify(draft)
  if (about.qpr_code_id === undefined) {
    const { id } = await requireOrganization(context, about.organization_id, 'codes:write')
    const brand = await brandColumns(db, id)
    const appearance = appearanceOf({ name: '', title: null, contact: null, style, ...brand })
    const logo = await brandLogo(db, id)
    return { ...appearance, scanUrl: scanUrl(context, unknownShortId), logo, brandLogo: logo }
  }
  const row = await requireCode(context, about.qpr_code_id, 'codes:read')
  await requireOrganization(context, row.organization_id, 'codes:write')
  const logo = await brandLogo(db, row.organization_id)
  return { ...(await asDrawable(context, { ...row, style })), brandLogo: logo }
}

/** Several codes, in the order of their ids. */
export const codesForSheet = async (context: Context, ids: string[]): Promise<PrintableCode[]> => {
  const yieldToLoop = createYield()
  const known = new Map<string, PrintableCode>()
  for (const id of new Set(ids)) {
    const row = await requireCode(context, id, 'codes:read')
    known.set(id, { ...(await asDrawable(context, row)), language: row.language })
    await yieldToLoop()
  }
  return ids.map((id) => known.get(id) as PrintableCode)
}

export const retrieveLogo = async (context: Context, idOrShortId: string): Promise<Logo> => {
  const { id } = await requireCode(context, idOrShortId, 'codes:read')
  const logo = await logoOf(context.db, id)
  if (!logo) throw problem(404, 'logo_not_found', 'This code has no logo.')
  return logo
}

/** The logo is already checked, because the check takes too long for a transaction. */
export const putLogo = async (change: Change, idOrShortId: string, logo: Logo) => {
  const { id, short_id, style } = await requireCode(change, idOrShortId, 'codes:write')
  requireScannable(scanUrl(change, short_id), parseOrNull<CodeStyle>(style) ?? {}, true)
  await store.putLogo(change.db, { code_id: id, ...logo })
  await store.setUpdatedAt(change.db, id, change.now())
  invalidateCode(change, short_id)
}

export const deleteLogo = async (change: Change, idOrShortId: string) => {
  const { id, short_id } = await requireCode(change, idOrShortId, 'codes:write')
  await store.removeLogo(change.db, id)
  await store.setUpdatedAt(change.db, id, change.now())
  invalidateCode(change, short_id)
}

export const logoOf = async (db: Db, codeId: string): Promise<Logo | null> => {
  const row = await store.findLogo(db, codeId)
  return row ? { type: row.type, data: Buffer.from(row.data) } : null
}
