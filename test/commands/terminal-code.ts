const pixels = 4

/** A QR code of block characters, light on dark, as the picture that a camera sees. */
export const readCode = (output: string) => {
  const lines = output.split('\n').filter((line) => /^[█▀▄ ]*[█▀▄]{4}[█▀▄ ]*$/.test(line))
  // Each character is two modules, one above the other; the last line may have a single row.
  const rows = lines.flatMap((line) => [
    [...line].map((block) => block === '█' || block === '▀'),
    [...line].map((block) => block === '█' || block === '▄'),
  ])
  const width = (rows[0]?.length ?? 0) * pixels
  const height = rows.length * pixels
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isLight = rows[Math.floor(y / pixels)]?.[Math.floor(x / pixels)]
      data.set(isLight ? [255, 255, 255, 255] : [0, 0, 0, 255], (y * width + x) * 4)
    }
  }
  return { width, height, data }
}
