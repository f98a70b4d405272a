/** One entry in the form; the former value keeps its JSON type. */
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

/** A former number or list stays one while the text is valid JSON. */
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
