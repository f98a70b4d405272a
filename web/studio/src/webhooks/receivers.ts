export interface Receiver {
  language: string
  /** The command that runs it. */
  run: string
  /** A complete program that runs as pasted. */
  text: string
}

/** The receivers of docs/webhooks.md, which its tests run, by the language above each. */
export const receiversIn = (guide: string): Receiver[] =>
  [...guide.matchAll(/^\*\*([\w.]+)\*\*: `([^`]*)`\n\n```\w+\n(.*?)^```$/gms)].map(
    ([, language = '', run = '', text = '']) => ({ language, run, text }),
  )
