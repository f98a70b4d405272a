import type { BrandColumns } from '../organizations/brands.store.ts'
import type { CodeStyle, Contact } from './codes.contents.schema.ts'
import { parseOrNull } from './codes.rows.ts'
import type { FullRow } from './codes.store.ts'

/** A code of an organization without a brand, and without a logo. */
export const noBrand: BrandColumns = {
  brand_name: null,
  brand_color: null,
  brand_contact: null,
  brand_privacy_url: null,
  brand_version: null,
  brand_logo_type: null,
  logo_type: null,
}

export type AppearanceRow = Pick<FullRow, 'name' | 'title' | 'style' | 'contact'> & BrandColumns

/**
 * How a code looks in public: on the visitor's page, in images and in print. Every field is the
 * code's own, else the brand's, else the default.
 */
export const appearanceOf = (row: AppearanceRow) => {
  const own = parseOrNull<CodeStyle>(row.style)
  return {
    /** Shown instead of the name, which is internal. */
    title: row.title ?? row.name,
    style: brandedStyle(own ?? {}, row.brand_color),
    /** The accent of the visitor's page; null: the colour of the template. */
    color: own?.color ?? row.brand_color,
    contact: parseOrNull<Contact>(row.contact ?? row.brand_contact),
    /** Whose logo is shown; null: no logo. */
    logoOf: row.logo_type ? ('code' as const) : row.brand_logo_type ? ('brand' as const) : null,
    brand: {
      name: row.brand_name,
      color: row.brand_color,
      privacyUrl: row.brand_privacy_url,
    },
  }
}

export type CodeAppearance = ReturnType<typeof appearanceOf>

/**
 * The brand's colour is checked on white. A style with a colour or a background of its own keeps
 * both, because the brand's colour might not be readable on that background.
 */
const brandedStyle = (own: CodeStyle, brandColor: string | null): CodeStyle =>
  brandColor === null || own.color !== undefined || own.background !== undefined
    ? own
    : { ...own, color: brandColor }

/** Differs after every change of the code or of the brand of its organization. */
export const versionOf = (
  row: Pick<FullRow, 'updated_at'> & Pick<BrandColumns, 'brand_version'>,
): string => `${row.updated_at.toString(36)}.${row.brand_version ?? 0}`
