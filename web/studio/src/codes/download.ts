/** Gives the reader a file that was made here. */
export const download = (content: Blob, fileName: string) => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Not at once: the browser has only begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A name as every system takes it: `Café: Table 1/2` is `Café Table 1 2`. */
export const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{Cc}\\/:*?"<>|.]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80) || 'code'
