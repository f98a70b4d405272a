import { useQuery } from '@tanstack/react-query'
import { qpr } from './client.ts'
import { queryOf } from './query.ts'

/** The signed-in user and facts about the service. */
export const useAccount = () => useQuery(queryOf(qpr.account.get))

/** A model that codes may name; null, which is the default, for one that they may not name (any more). */
export const offered = (account: { models: string[] } | undefined, model: string | null) =>
  model !== null && account?.models.includes(model) ? model : null

/** The currency of all costs. Dollars until it is loaded, as the service has by default. */
export const useCurrency = (): string => useAccount().data?.currency ?? 'USD'
