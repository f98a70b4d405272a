/** One pair as the form holds it; what it was before tells which type it has. */
export interface Entry {
  key: string
  text: string
  former: unknown
}

export const entriesOf = (metadata: Record<string, unknown>): Entry[] =>
  Object.entries(metadata).map(([key, former]) => ({ key, text: textOf(former), former }))

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

export const metadataOf = (entries: readonly Entry[]): Record<string, unknown> =>
  Object.fromEntries(
    entries
      .filter(({ key }) => key.trim() !== '')
      .map((entry) => [entry.key.trim(), storedOf(entry)]),
  )

/** What a program wrote as a number or a list stays one, unless it is made into a plain text. */
const storedOf = ({ text, former }: Entry): unknown => {
  if (typeof former === 'string' || former === undefined) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const doubledKey = (entries: readonly Entry[]): string | undefined => {
  const keys = entries.map(({ key }) => key.trim()).filter(Boolean)
  return keys.find((key, index) => keys.indexOf(key) !== index)
}
