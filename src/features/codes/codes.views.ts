import type { Context } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import type { BrandColumns } from '../organizations/brands.store.ts'
import type { CodeStyle, Contact } from './codes.contents.schema.ts'
import type { ListedCodeRow } from './codes.list.store.ts'
import { contentsOf, parseOrNull } from './codes.rows.ts'
import type { FoundRow, FullRow, ScannableRow } from './codes.store.ts'
import { parseTags } from './tags.ts'

declare module '../../platform/context.ts' {
  interface Service {
    codes: {
      /** The maximum number of former versions of the texts of a code. */
      maxVersions: number
    }
  }
}

type Addressed = Pick<Context<unknown>, 'service'>

export const scanUrl = ({ service }: Addressed, shortId: string) =>
  `${service.address.scanHost}/s/${shortId}`

export type CodeSummary = ReturnType<typeof asCode>

// A code in the API, with three levels of detail.

export const asCode = (context: Addressed, row: FullRow) => ({
  id: row.id,
  name: row.name,
  short_id: row.short_id,
  scan_url: scanUrl(context, row.short_id),
  qr_image_url: `${context.service.address.baseUrl}/qr/${row.short_id}.png`,
  qr_svg_url: `${context.service.address.baseUrl}/qr/${row.short_id}.svg`,
  template: row.template,
  status: row.status,
  scans_total: row.scans_total,
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  created_at: isoTime(row.created_at),
  updated_at: isoTime(row.updated_at),
})

export const asCodeDetail = (context: Addressed, row: FullRow) => ({
  ...asCode(context, row),
  organization_id: row.organization_id,
  prompt: row.prompt,
  ...contentsOf(row),
})

export const asListItem = (context: Addressed, row: ListedCodeRow) => ({
  id: row.id,
  name: row.name,
  short_id: row.short_id,
  scan_url: scanUrl(context, row.short_id),
  status: row.status,
  scans_total: row.scans_total,
  created_at: isoTime(row.created_at),
})

export const asFullListItem = (context: Addressed, row: ListedCodeRow) => ({
  ...asListItem(context, row),
  template: row.template,
  updated_at: isoTime(row.updated_at),
  organization_id: row.organization_id,
  tags: parseTags(row.tags),
})

/** The fields that a scan needs: without the name, which visitors must not see. */
export const asScannable = (row: ScannableRow) => {
  const { welcome_message, style, contact: own, ...contents } = contentsOf(row)
  const { color, contact, brand, logoOf } = appearanceOf(row)
  return {
    id: row.id,
    organizationId: row.organization_id,
    scopeId: row.scope_id ?? row.id,
    shortId: row.short_id,
    template: row.template,
    status: row.status,
    welcomeMessage: welcome_message,
    color,
    contact,
    brand,
    hasLogo: logoOf !== null,
    version: cacheVersionOf(row),
    ...contents,
  }
}

export type ScannableCode = ReturnType<typeof asScannable>

/** The fields of a code that a conversation needs. */
export const asTalking = (row: FoundRow) => ({ ...asScannable(row), prompt: row.prompt })

export type TalkingCode = ReturnType<typeof asTalking>

type AppearanceRow = Pick<FullRow, 'name' | 'title' | 'style' | 'contact'> & BrandColumns

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
export const cacheVersionOf = (
  row: Pick<FullRow, 'updated_at'> & Pick<BrandColumns, 'brand_version'>,
): string => `${row.updated_at.toString(36)}.${row.brand_version ?? 0}`
