const host = /^[^\s/:@?#.]+(?:\.[^\s/:@?#.]+)+(:\d{1,5})?([/?#]\S*)?$/

/** The address that the owner means: https, unless the text says something else. */
export const withHttps = (text: string): string => {
  const written = text.trim()
  return host.test(written) ? `https://${written}` : written
}
