interface Receiver {
  language: string
  /** The command that runs it. */
  run: string
  /** A complete program that runs as pasted. */
  text: string
}

/** The receivers of docs/webhooks.md, which its tests run, by the language above each. */
export const receiversIn = (guide: string): Receiver[] => {
  const parts = guide.split('\n```')
  return parts.flatMap((part, i) => {
    const lineAbove = parts[i - 1]?.trimEnd().split('\n').at(-1) ?? ''
    const [, language, run] = /^\*\*([\w.]+)\*\*: `([^`]*)`$/.exec(lineAbove) ?? []
    const text = `${part.slice(part.indexOf('\n') + 1)}\n`
    return language && run ? [{ language, run, text }] : []
  })
}
