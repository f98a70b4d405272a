/** Downloads a file that was created in the browser. */
export const download = (content: Blob, fileName: string) => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Later, because the browser is still reading it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A file name that every system accepts: `Café: Table 1/2` becomes `Café Table 1 2`. */
export const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{Cc}\\/:*?"<>|.]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80) || 'code'
