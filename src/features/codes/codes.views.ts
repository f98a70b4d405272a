import type { Context } from '../../platform/context.ts'
import { isoTime } from '../../platform/kit/clock.ts'
import { appearanceOf, versionOf } from './appearance.ts'
import type { ListedCode } from './codes.list.store.ts'
import { contentsOf } from './codes.rows.ts'
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

export type Code = ReturnType<typeof asCode>

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

export const asDetail = (context: Addressed, row: FullRow) => ({
  ...asCode(context, row),
  organization_id: row.organization_id,
  prompt: row.prompt,
  ...contentsOf(row),
})

export const asListItem = (context: Addressed, row: ListedCode) => ({
  id: row.id,
  name: row.name,
  short_id: row.short_id,
  scan_url: scanUrl(context, row.short_id),
  status: row.status,
  scans_total: row.scans_total,
  created_at: isoTime(row.created_at),
})

export const asFullListItem = (context: Addressed, row: ListedCode) => ({
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
    version: versionOf(row),
    ...contents,
  }
}

export type ScannableCode = ReturnType<typeof asScannable>

/** The fields of a code that a conversation needs. */
export const asTalking = (row: FoundRow) => ({ ...asScannable(row), prompt: row.prompt })

export type TalkingCode = ReturnType<typeof asTalking>
