import { useApi } from './query.ts'

/** Who is signed in, and where printed codes lead to. */
export const useAccount = () => useApi('/v1/account')

/** A model that codes may name; null, which is the default, for one that they may not name (any more). */
export const offered = (account: { models: string[] } | undefined, model: string | null) =>
  model !== null && account?.models.includes(model) ? model : null
