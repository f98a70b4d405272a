import { UAParser } from 'ua-parser-js'

/** A readable name such as `Firefox on Windows`; null when the header does not tell. */
export const browserOf = (userAgent: string | undefined): string | null => {
  const { browser, os } = new UAParser((userAgent ?? '').slice(0, 500)).getResult()
  const named = [browser.name, os.name].filter((name) => name !== undefined)
  return named.length > 0 ? named.join(' on ').slice(0, 100) : null
}
