export interface BrandTables {
  /** One row for each organization with a brand. */
  brands: {
    organization_id: string
    /** Increases with every change, for caches. */
    version: number
    name: string | null
    color: string | null
    /** A label and a URL, as JSON. */
    contact: string | null
    privacy_url: string | null
    logo_type: 'png' | 'svg' | null
    logo: Uint8Array | null
  }
}
