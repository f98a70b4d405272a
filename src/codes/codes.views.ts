import { greetingFor } from '#contract/templates.ts'
import { isoTime } from '../kit/clock.ts'
import type { CodeStatus, Template } from '../storage/tables.ts'
import type { ListedCode } from './codes.list.store.ts'
import type { CodeStyle, Contact } from './codes.schema.ts'
import type { FullRow, ScannableRow } from './codes.store.ts'

export type Code = ReturnType<ReturnType<typeof createViews>['asCode']>

/** The representations of a code: in the API with three levels of detail. */
export const createViews = (baseUrl: string, scanHost: string) => {
  const scanUrl = (shortId: string) => `${scanHost}/s/${shortId}`

  const asCode = (row: FullRow) => ({
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

  const asDetail = (row: FullRow) => ({
    ...asCode(row),
    organization_id: row.organization_id,
    prompt: row.prompt,
    welcome_message: row.welcome_message ?? greetingFor(row.template, row.name),
    suggestions: JSON.parse(row.suggestions) as string[],
    contact: parseOrNull<Contact>(row.contact),
    style: parseOrNull<CodeStyle>(row.style),
    model: row.model,
  })

  const asListItem = (row: ListedCode) => ({
    id: row.id,
    name: row.name,
    short_id: row.short_id,
    scan_url: scanUrl(row.short_id),
    status: row.status,
    scans_total: row.scans_total,
    created_at: isoTime(row.created_at),
  })

  const asFullListItem = (row: ListedCode) => ({
    ...asListItem(row),
    template: row.template,
    updated_at: isoTime(row.updated_at),
    organization_id: row.organization_id,
  })

  return { scanUrl, asCode, asDetail, asListItem, asFullListItem }
}

/** The fields that a scan needs. */
export interface ScannableCode {
  id: string
  organizationId: string
  shortId: string
  name: string
  template: Template
  status: CodeStatus
  welcomeMessage: string
  suggestions: string[]
  contact: Contact | null
  /** The color of the modules; null for the default. */
  color: string | null
  model: string | null
  metadata: Record<string, unknown>
  updatedAt: number
}

export const asScannable = (row: ScannableRow): ScannableCode => ({
  id: row.id,
  organizationId: row.organization_id,
  shortId: row.short_id,
  name: row.name,
  template: row.template,
  status: row.status,
  welcomeMessage: row.welcome_message ?? greetingFor(row.template, row.name),
  suggestions: JSON.parse(row.suggestions) as string[],
  contact: parseOrNull<Contact>(row.contact),
  color: parseOrNull<CodeStyle>(row.style)?.color ?? null,
  model: row.model,
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  updatedAt: row.updated_at,
})

export const asTalking = (row: FullRow) => ({
  id: row.id,
  organizationId: row.organization_id,
  shortId: row.short_id,
  name: row.name,
  status: row.status,
  welcomeMessage: row.welcome_message ?? greetingFor(row.template, row.name),
  prompt: row.prompt,
  model: row.model,
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
})

export const parseOrNull = <T>(text: string | null): T | null =>
  text === null ? null : (JSON.parse(text) as T)
