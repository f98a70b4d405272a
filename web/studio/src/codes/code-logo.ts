import { useQuery } from '@tanstack/react-query'
import { dataUrlOf, readLogo } from '../ui/code/logo.ts'
import type { Code } from './code.ts'

/** The code's own logo as a data URL; null without one. */
export const useCodeLogo = ({ id, has_logo, updated_at }: Code) =>
  useQuery({
    queryKey: ['/v1/qpr-codes/{id}/logo', id, updated_at],
    async queryFn({ signal }) {
      // Not requested without need: the browser would report the 404.
      const logo = has_logo ? await readLogo(id, signal) : null
      return { logo: logo && (await dataUrlOf(logo)) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    // Of the same code only: a form must not begin with the logo of another one.
    placeholderData: (former, query) => (query?.queryKey[1] === id ? former : undefined),
  })
