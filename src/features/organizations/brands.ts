import { levels } from '#contract/image-styles.ts'
import type { Actor } from '../../platform/http/callers/actor.ts'
import type { Contact } from '../../platform/http/input/contact.schema.ts'
import { invalidField, Problem, problem } from '../../platform/http/problem.ts'
import type { Database, Db, Transaction } from '../../platform/store/database.ts'
import type { Logo } from '../drawing/logo.ts'
import { requireScannable } from '../drawing/scannable.ts'
import type { Access } from './access.ts'
import type { BrandChanges } from './brands.schema.ts'
import type { BrandColumns } from './brands.store.ts'
import * as store from './brands.store.ts'

interface BrandsOptions {
  database: Database
  access: Access
  /** As long as the address of every code. */
  sampleScanUrl: string
}

export type Brands = ReturnType<typeof createBrands>

/** The public face of an organization, which its codes, pages and mails use. */
export const createBrands = (options: BrandsOptions) => {
  const { database, access, sampleScanUrl } = options

  const logoOf = async (db: Db, organizationId: string): Promise<Logo | null> => {
    const row = await store.findLogo(db, organizationId)
    return row?.logo_type && row.logo ? { type: row.logo_type, data: Buffer.from(row.logo) } : null
  }

  /** Every process drops the codes of this organization that it has cached. */
  const save = async (
    tx: Transaction,
    organizationId: string,
    changes: Parameters<typeof store.change>[2],
  ) => {
    tx.afterCommit(() => database.signals.send({ kind: 'brand-changed', organizationId }))
    return asBrand(await store.change(tx.db, organizationId, changes))
  }

  const checkColor = (color: string) => {
    try {
      requireScannable(sampleScanUrl, { color }, false)
    } catch (error) {
      throw error instanceof Problem ? unreadableColor() : error
    }
  }

  return {
    async retrieve(actor: Actor, idOrSlug: string) {
      const { db } = database
      const { id } = await access.organization(db, actor, idOrSlug, 'organization:read')
      return asBrand(await store.find(db, id))
    },

    async change(tx: Transaction, actor: Actor, idOrSlug: string, changes: BrandChanges) {
      const { id } = await access.organization(tx.db, actor, idOrSlug, 'organization:write')
      const { contact, ...others } = changes
      if (changes.color) checkColor(changes.color)
      return await save(tx, id, {
        ...others,
        ...(contact !== undefined && { contact: contact && contactText(contact) }),
      })
    },

    async logo(actor: Actor, idOrSlug: string): Promise<Logo> {
      const { db } = database
      const { id } = await access.organization(db, actor, idOrSlug, 'organization:read')
      const logo = await logoOf(db, id)
      if (!logo) throw problem(404, 'logo_not_found', 'This brand has no logo.')
      return logo
    },

    /** Before the logo is drawn, so that no work is spent for a caller without the permission. */
    requireChange: async (actor: Actor, idOrSlug: string) => {
      await access.organization(database.db, actor, idOrSlug, 'organization:write')
    },

    /** The logo is already checked, because the check takes too long for a transaction. */
    async putLogo(tx: Transaction, actor: Actor, idOrSlug: string, logo: Logo) {
      const { id } = await access.organization(tx.db, actor, idOrSlug, 'organization:write')
      // The codes may have any level, and all of them get this logo.
      for (const level of levels) requireScannable(sampleScanUrl, { level }, true)
      await save(tx, id, { logo_type: logo.type, logo: logo.data })
    },

    async removeLogo(tx: Transaction, actor: Actor, idOrSlug: string) {
      const { id } = await access.organization(tx.db, actor, idOrSlug, 'organization:write')
      await save(tx, id, { logo_type: null, logo: null })
    },

    /** For a code that is not stored yet. */
    async columnsOf(db: Db, organizationId: string): Promise<Omit<BrandColumns, 'logo_type'>> {
      const row = await store.find(db, organizationId)
      return {
        brand_name: row?.name ?? null,
        brand_color: row?.color ?? null,
        brand_contact: row?.contact ?? null,
        brand_privacy_url: row?.privacy_url ?? null,
        brand_version: row?.version ?? null,
        brand_logo_type: row?.logo_type ?? null,
      }
    },

    /** Null without a brand. */
    async forMail(organizationId: string) {
      const row = await store.find(database.db, organizationId)
      if (!row) return null
      const { name, color, contact, privacy_url: privacyUrl } = asBrand(row)
      return { name, color, contact, privacyUrl }
    },

    logoOf,
  }
}

const asBrand = (row: store.BrandValues | undefined) => ({
  name: row?.name ?? null,
  color: row?.color ?? null,
  contact: row?.contact ? (JSON.parse(row.contact) as Contact) : null,
  privacy_url: row?.privacy_url ?? null,
  logo_type: row?.logo_type ?? null,
  version: row?.version ?? 0,
})

/** Only the declared fields. */
const contactText = ({ label, url }: Contact): string => JSON.stringify({ label, url })

const unreadableColor = () =>
  invalidField(
    '/color',
    'low_contrast',
    'Cameras cannot read codes in this color: its contrast to white must be at least 4:1. Use a ' +
      'darker color.',
  )
