import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AddressLimit } from '../../platform/http/limits/addresses.ts'
import type { MinuteLimit } from '../../platform/http/limits/rates.ts'
import type { Encoding } from '../../platform/http/output/static-files.ts'
import { createBounded } from '../../platform/kit/bounded.ts'
import { sha256Hex } from '../../platform/kit/ids.ts'
import type { RenderedPage } from '../page/page.ts'

interface Sent {
  bytes: Buffer
  encoding: Encoding
}

interface Options {
  /** Whether a network address may have another page compressed in this minute. */
  mayCompress: MinuteLimit
}

/** From this length on, rendering and encoding a page each get their own turn of the event loop. */
const largePage = 256 * 1024
const cacheBytes = 8 * 1024 * 1024
// A conversation is read once or twice, so higher levels cost more than they save.
const quality = 4

const compressors = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}
const options = {
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: quality } },
  gzip: { level: quality },
}

const sizeOf = (bytes: Buffer) => bytes.length

/**
 * Conversations as pages of up to a few megabytes. They are compressed outside the event loop and
 * cached for a reload. Beyond the limit of a network address they are sent uncompressed.
 */
export const createTalkingPages = ({ mayCompress }: Options) => {
  const cache = createBounded<Buffer>('conversation_pages', { bytes: cacheBytes, sizeOf })
  return async ({ html }: RenderedPage, wanted: Encoding, by: AddressLimit): Promise<Sent> => {
    if (html.length > largePage) await nextTurn()
    const plain = Buffer.from(html)
    if (wanted === 'identity') return { bytes: plain, encoding: wanted }
    const key = `${wanted} ${sha256Hex(plain)}`
    const known = cache.get(key)
    if (known) return { bytes: known, encoding: wanted }
    if (!mayCompress(by)) return { bytes: plain, encoding: 'identity' }
    const bytes =
      wanted === 'br'
        ? await compressors.br(plain, options.br)
        : await compressors.gzip(plain, options.gzip)
    cache.set(key, bytes)
    return { bytes, encoding: wanted }
  }
}
