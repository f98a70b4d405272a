import { useQuery } from '@tanstack/react-query'
import { api } from './client.ts'
import { ApiProblem } from './problem.ts'

/** As GET /v1/account answers; its type comes from the document once the document has it. */
export interface Account {
  user: { id: string; email: string }
  default_organization_id: string
  scan_host: string
  scan_host_is_public: boolean
}

type Read = (path: string, init: object) => Promise<{ data?: unknown }>

/** Who is signed in, and where printed codes lead to. */
export const useAccount = () =>
  useQuery<Account | null, ApiProblem>({
    queryKey: ['/v1/account', null],
    async queryFn({ signal }) {
      try {
        const { data } = await (api.GET as unknown as Read)('/v1/account', { signal })
        return data as Account
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      }
    },
  })
