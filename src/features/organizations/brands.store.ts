import type { Db } from '../../platform/store/database.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** The brand of a code's organization, as the queries of codes join it; null without a brand. */
export interface BrandColumns {
  brand_name: BrandRow['name']
  brand_color: BrandRow['color']
  brand_contact: BrandRow['contact']
  brand_privacy_url: BrandRow['privacy_url']
  brand_version: BrandRow['version'] | null
  brand_logo_type: BrandRow['logo_type']
  /** The code's own logo. */
  logo_type: Tables['code_logos']['type'] | null
}

type BrandRow = Tables['brands']

/** Without the bytes of the logo. */
export type BrandValues = Omit<BrandRow, 'logo'>

const columns = [
  'organization_id',
  'version',
  'name',
  'color',
  'contact',
  'privacy_url',
  'logo_type',
] as const satisfies (keyof BrandRow)[]

export const find = async (db: Db, organizationId: string): Promise<BrandValues | undefined> =>
  await db
    .selectFrom('brands')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

export const findLogo = async (db: Db, organizationId: string) =>
  await db
    .selectFrom('brands')
    .select(['logo_type', 'logo'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

/** Creates the brand with its first change. Other columns stay as they are. */
export const change = async (
  db: Db,
  organizationId: string,
  changes: Partial<Omit<BrandRow, 'organization_id' | 'version'>>,
): Promise<BrandValues> =>
  await db
    .insertInto('brands')
    .values({ ...changes, organization_id: organizationId, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet((row) => ({ ...changes, version: row('brands.version', '+', 1) })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()
