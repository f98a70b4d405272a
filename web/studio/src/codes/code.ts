import { useQuery } from '@tanstack/react-query'
import { qpr, type Schema } from '../api/client.ts'
import { useRead } from '../api/read.ts'
import { codeRoute } from '../routes.ts'
import { dataUrlOf, fetchLogo } from '../ui/code/logo.ts'

export type Code = Schema<'QprCodeDetail'>

/** The code of the address. The page around the tabs shows its error. */
export const useCode = (): Code | undefined => {
  const { id } = codeRoute.useParams()
  return useRead(qpr.codes.get, id).data
}

/** Paths to read again after a change of a code. */
export const codePaths = ['/v1/qpr-codes', '/v1/organizations'] as const

/** The code's own logo as a data URL; null without one. */
export const useCodeLogo = ({ id, has_logo, updated_at }: Code) =>
  useQuery({
    queryKey: ['/v1/qpr-codes/{id}/logo', id, updated_at],
    async queryFn({ signal }) {
      // The logo is not requested without need: the browser would report the 404.
      const logo = has_logo ? await fetchLogo(id, signal) : null
      return logo && (await dataUrlOf(logo))
    },
    staleTime: Number.POSITIVE_INFINITY,
    // The former data is shown for the same code only: a form must not begin with the logo of another one.
    placeholderData: (former, query) => (query?.queryKey[1] === id ? former : undefined),
  })
