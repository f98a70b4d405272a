/** How well an answer covers the question, from best to worst. */
export const outcomes = ['answered', 'partly', 'unknown'] as const

export type Outcome = (typeof outcomes)[number]
