import { createHash } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { scanLanguages } from '#contract/languages.ts'
import { scanWords } from './words.ts'

/** The script for websites: in a function of its own, with its words in all languages. */
export const embedScript = (built: string): string => {
  const words = scanLanguages.map((language) => {
    const { ask, close, unavailable } = scanWords[language]
    return [language, [ask.replace(/\s?…$/, ''), close, unavailable.title]]
  })
  return `(embedWords=>{${built.trim()}})(${JSON.stringify(Object.fromEntries(words))})`
}

const encodings = [
  ['br', brotliCompressSync],
  ['gzip', gzipSync],
] as const

/**
 * The address of the script never changes, because websites contain it. Browsers keep the script for
 * an hour, so a new version arrives soon.
 */
export const embedPages = (built: string) => async (app: FastifyInstance) => {
  const script = embedScript(built)
  const tag = createHash('sha256').update(script).digest('base64url').slice(0, 16)
  // Compressed on the first request: at the start it would delay the whole service by 20 ms.
  const bodies = new Map<string, Buffer>()
  app.get('/embed.js', (request, reply) => {
    const header = String(request.headers['accept-encoding'] ?? '')
    const accepted = header.split(',').map((one) => one.trim())
    const [encoding, compress] = encodings.find(([name]) => accepted.includes(name)) ?? []
    const etag = `"${tag}${encoding ? `-${encoding}` : ''}"`
    reply.headers({
      'Cache-Control': 'public, max-age=3600',
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      // Every website may load it; the panel decides which websites may show it.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: etag,
      Vary: 'Accept-Encoding',
    })
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (!encoding) return reply.send(script)
    const body = bodies.get(encoding) ?? compress(script)
    bodies.set(encoding, body)
    return reply.header('Content-Encoding', encoding).send(body)
  })
}
