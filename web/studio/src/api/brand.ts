import { useQuery } from '@tanstack/react-query'
import { dataUrlOf } from '../ui/code/logo.ts'
import { qpr, type Schema } from './client.ts'
import { useOrganization } from './organization.ts'
import { useRead } from './read.ts'

export type Brand = Schema<'Brand'>

/** The brand of the organization of the address. */
export const useBrand = () => {
  const { id } = useOrganization()
  return useRead(qpr.brand.get, id)
}

/** The logo of the brand as a data URL; null without one. */
export const useBrandLogo = () => {
  const { id } = useOrganization()
  const { data: brand } = useBrand()
  return useQuery({
    queryKey: ['/v1/organizations/{id}/brand/logo', id, brand?.version],
    enabled: brand !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      if (!brand?.logo_type) return null
      const logo = await qpr.brand.getLogo(id, undefined, { signal })
      return await dataUrlOf(await logo.blob())
    },
    // A page that is open does not begin again when the brand has changed.
    placeholderData: (former, query) => (query?.queryKey[1] === id ? former : undefined),
  })
}
