import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Writes a brotli and a gzip form beside each text, so requests never wait for compression. */
export const compressFiles = async (folder: string, quality: number) => {
  const names = await readdir(folder, { recursive: true })
  const texts = names.filter((name) => /\.(html|js|css|svg|json|md|txt)$/.test(name))
  await Promise.all(
    texts.map(async (name) => {
      const path = join(folder, name)
      const source = await readFile(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      await writeFile(`${path}.br`, await brotli(source, { params }))
      await writeFile(`${path}.gz`, await compressGzip(source, { level: 9 }))
    }),
  )
}
