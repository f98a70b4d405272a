import { useApi } from './query.ts'

/** Who is signed in, and where printed codes lead to. */
export const useAccount = () => useApi('/v1/account')
