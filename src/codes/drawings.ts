import type { Actor } from '../http/actor.ts'
import { problem } from '../http/problem.ts'
import type { Database, Db, Transaction } from '../storage/database.ts'
import type { CodeStyle } from './codes.schema.ts'
import * as store from './codes.store.ts'
import type { CodePermission } from './codes.ts'
import { parseOrNull } from './codes.views.ts'

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

export type RequireScannable = (text: string, style: CodeStyle & { logo?: Logo }) => void

interface DrawingsOptions {
  database: Database
  find: (db: Db, actor: Actor, idOrShortId: string, to: CodePermission) => Promise<store.FullRow>
  scanUrl: (shortId: string) => string
  requireScannable: RequireScannable
}

/** What the images of codes are made of, their logos among it. */
export const createDrawings = (options: DrawingsOptions) => {
  const { database, find, scanUrl, requireScannable } = options

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
  }
}

export const logoOf = async (db: Db, codeId: string): Promise<Logo | null> => {
  const row = await store.findLogo(db, codeId)
  return row ? { type: row.type, data: Buffer.from(row.data) } : null
}
