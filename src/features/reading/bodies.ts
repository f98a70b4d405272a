import { createHash } from 'node:crypto'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

interface BodyOptions {
  maxBytes: number
  /** The header `Content-Encoding`, in lower case. */
  encoding: string
  /** A longer body is cut; otherwise it is an error. */
  isCut: boolean
}

/** The bytes of a body, unpacked, and their hash. The body can be endless, and packed 1:1000. */
export const readBody = async (body: Readable, { maxBytes, encoding, isCut }: BodyOptions) => {
  const stream = unpacked(body, encoding, maxBytes)
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const part = chunk.subarray(0, maxBytes - size)
    size += chunk.length
    chunks.push(part)
    // Here and not at the end, because 20 MB at once would hold the event loop.
    hash.update(part)
    if (size <= maxBytes) continue
    discard(stream)
    if (isCut) break
    throw tooLarge()
  }
  return { bytes: Buffer.concat(chunks), hash: hash.digest('hex') }
}

/** Ends the connection; the rest of the body is not needed. */
export const discard = (body: Readable) => {
  body.once('error', () => undefined)
  body.destroy()
}

const tooLarge = () => Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' })

const unpacked = (body: Readable, encoding: string, maxBytes: number): Readable => {
  if (encoding === '' || encoding === 'identity') return body
  if (encoding !== 'gzip' && encoding !== 'x-gzip') {
    discard(body)
    throw Object.assign(new Error('not requested'), { code: 'ERR_ENCODING' })
  }
  // A packed body of any length can be empty.
  const limited = async function* (packed: AsyncIterable<Buffer>) {
    let size = 0
    for await (const chunk of packed) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      yield chunk
    }
  }
  // An error reaches the reader of the stream.
  return pipeline(body, limited, createGunzip(), () => undefined)
}
