import type { Change } from './context.ts'

/** Facts that features above may react to, by name. The feature that announces a fact declares it. */
// biome-ignore lint/suspicious/noEmptyInterface: features add their facts by declaration merging.
export interface Facts {}

type Reaction<Fact> = (change: Change<unknown>, fact: Fact) => Promise<void>

/** Who reacts to what, in this order. A fact without a list does not compile. */
export type Reactions = { [Name in keyof Facts]: Reaction<Facts[Name]>[] }

declare module './context.ts' {
  interface Service {
    reactions: Reactions
  }
}

/** Runs the reactions one after the other, in the transaction of the change. */
export const announce = async <Name extends keyof Facts>(
  change: Change<unknown>,
  name: Name,
  fact: Facts[Name],
) => {
  for (const react of change.service.reactions[name]) await react(change, fact)
}
