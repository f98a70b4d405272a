import { type Static, Type } from 'typebox'
import { levels } from '#contract/image-styles.ts'
import { maxLength, privacySchemes } from '#contract/limits.ts'
import { type Change, type Context, signal } from '../../platform/context.ts'
import { invalidField, Problem, problem } from '../../platform/http/problem.ts'
import {
  Color,
  Contact,
  Int,
  LinkAddress,
  Nullable,
  named,
  OneOf,
  Text,
} from '../../platform/http/schema.ts'
import type { Db } from '../../platform/store/database.ts'
import type { Logo } from '../drawing/logo.ts'
import { requireScannable } from '../drawing/scannable.ts'
import { requireOrganization } from './access.ts'
import type { BrandColumns } from './brands.store.ts'
import * as store from './brands.store.ts'

const brandFields = {
  name: Nullable(
    Text(
      maxLength.name,
      'The public name, 1 to 200 characters, on the visitor’s page and in mails. Null: no name on ' +
        'the page, and the name of the organization in mails.',
      'Harbour Hotels',
    ),
  ),
  color: Nullable(
    Color(
      'The color of codes, pages and mails, as `#rrggbb`. Its contrast to white must be at least ' +
        '4:1, so that cameras can read the codes. Null: the default of each.',
      '#0f6b5c',
    ),
  ),
  contact: Nullable(Contact, 'A button with which visitors reach a person, or null.'),
  privacy_url: Nullable(
    LinkAddress(
      privacySchemes,
      'The privacy policy, which the visitor’s page links to: an address with `https:`, `http:` ' +
        'or `mailto:`, or null.',
      'https://harbour-hotels.example/privacy',
    ),
  ),
}

export const BrandSchema = named(
  'Brand',
  Type.Object(
    {
      ...brandFields,
      logo_type: Nullable(
        OneOf(['png', 'svg'], 'The format of the logo; null: the brand has no logo.', 'svg'),
      ),
      version: Int(
        'Increases with every change. Caches of images can use it: their addresses stay the same.',
        3,
      ),
    },
    { description: 'The brand of an organization. Its codes use it unless they have their own.' },
  ),
)

export const BrandChanges = Type.Partial(Type.Object(brandFields))
export type BrandChanges = Static<typeof BrandChanges>

declare module '../../platform/context.ts' {
  interface Service {
    brands: {
      /** As long as the address of every code. */
      sampleScanUrl: string
    }
  }
}

export const brandLogo = async (db: Db, organizationId: string): Promise<Logo | null> => {
  const row = await store.findLogo(db, organizationId)
  return row?.logo_type && row.logo ? { type: row.logo_type, data: Buffer.from(row.logo) } : null
}

/** Every process drops the codes of this organization that it has cached. */
const save = async (
  change: Change,
  organizationId: string,
  changes: Parameters<typeof store.change>[2],
) => {
  signal(change, { kind: 'brand-changed', organizationId })
  return asBrand(await store.change(change.db, organizationId, changes))
}

const checkColor = ({ service }: Change, color: string) => {
  try {
    requireScannable(service.brands.sampleScanUrl, { color }, false)
  } catch (error) {
    throw error instanceof Problem ? unreadableColor() : error
  }
}

export const retrieveBrand = async (context: Context, idOrSlug: string) => {
  const { id } = await requireOrganization(context, idOrSlug, 'organization:read')
  return asBrand(await store.find(context.db, id))
}

export const updateBrand = async (change: Change, idOrSlug: string, changes: BrandChanges) => {
  const { id } = await requireOrganization(change, idOrSlug, 'organization:write')
  const { contact, ...others } = changes
  if (changes.color) checkColor(change, changes.color)
  return await save(change, id, {
    ...others,
    ...(contact !== undefined && { contact: contact && contactText(contact) }),
  })
}

export const retrieveBrandLogo = async (context: Context, idOrSlug: string): Promise<Logo> => {
  const { id } = await requireOrganization(context, idOrSlug, 'organization:read')
  const logo = await brandLogo(context.db, id)
  if (!logo) throw problem(404, 'logo_not_found', 'This brand has no logo.')
  return logo
}

/** The logo is already checked, because the check takes too long for a transaction. */
export const putBrandLogo = async (change: Change, idOrSlug: string, logo: Logo) => {
  const { id } = await requireOrganization(change, idOrSlug, 'organization:write')
  const { sampleScanUrl } = change.service.brands
  // The codes may have any level, and all of them get this logo.
  for (const level of levels) requireScannable(sampleScanUrl, { level }, true)
  await save(change, id, { logo_type: logo.type, logo: logo.data })
}

export const deleteBrandLogo = async (change: Change, idOrSlug: string) => {
  const { id } = await requireOrganization(change, idOrSlug, 'organization:write')
  await save(change, id, { logo_type: null, logo: null })
}

/** For a code that is not stored yet. */
export const brandColumns = async (db: Db, organizationId: string): Promise<BrandColumns> => {
  const row = await store.find(db, organizationId)
  return {
    brand_name: row?.name ?? null,
    brand_color: row?.color ?? null,
    brand_contact: row?.contact ?? null,
    brand_privacy_url: row?.privacy_url ?? null,
    brand_version: row?.version ?? null,
    brand_logo_type: row?.logo_type ?? null,
    logo_type: null,
  }
}

/** Null without a brand. */
export const brandForMail = async (db: Db, organizationId: string) => {
  const row = await store.find(db, organizationId)
  if (!row) return null
  const { name, color, contact, privacy_url: privacyUrl } = asBrand(row)
  return { name, color, contact, privacyUrl }
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
