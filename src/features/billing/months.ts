/** UTC months, numbered. */
export const monthOf = (instant: number): number => {
  const date = new Date(instant)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const startOfMonth = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)
