// Optional interfaces of the browser for the script that is loaded on first use: see browser.ts.

/** An instant in the visitor's language and time zone; empty if the browser cannot write it. */
export const localTime = (instant: string, language: string): string => {
  try {
    const format = { dateStyle: 'full', timeStyle: 'short' } as const
    return new Date(instant).toLocaleString(`${language}-u-nu-latn`, format)
  } catch {
    return ''
  }
}
