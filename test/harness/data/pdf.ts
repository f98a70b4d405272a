/** A PDF with real text: each page is a list of lines, the first one large. */
export const plainPdf = (pages: string[][]): Buffer => {
  const escaped = (line: string) => line.replace(/[\\()]/g, '\\$&')
  const content = (lines: string[]) =>
    lines
      .map(
        (line, at) =>
          `BT /F1 ${at === 0 ? 20 : 12} Tf 50 ${780 - at * 30} Td (${escaped(line)}) Tj ET`,
      )
      .join('\n')
  const numberOf = (page: number) => 4 + page * 2
  const kids = pages.map((_, page) => `${numberOf(page)} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((lines, page) => {
      const text = content(lines)
      const resources = '<< /Font << /F1 3 0 R >> >>'
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${numberOf(page) + 1} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return String(place).padStart(10, '0')
  })
  const start = file.length
  const entries = places.map((place) => `${place} 00000 n \n`).join('')
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
