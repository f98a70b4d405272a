/** Days of each period, today included. */
export const daysOf = { today: 1, '7d': 7, '30d': 30, '90d': 90, '12m': 365 } as const

export type Period = keyof typeof daysOf
export const periods = Object.keys(daysOf) as Period[]
