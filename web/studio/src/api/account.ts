import { qpr } from './client.ts'
import { useRead } from './read.ts'

/** The signed-in user and facts about the service. */
export const useAccount = () => useRead(qpr.account.get)

/** A model that codes may name; null, which is the default, for one that they may not name (any more). */
export const offered = (account: { models: string[] } | undefined, model: string | null) =>
  model !== null && account?.models.includes(model) ? model : null

/** The currency of all costs. Dollars until it is loaded, as the service has by default. */
export const useCurrency = (): string => useAccount().data?.currency ?? 'USD'
