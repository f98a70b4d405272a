import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { scanLanguages } from '#contract/languages.ts'
import { etagOf, type StaticFile, sendFile } from '../../platform/http/output/static-files.ts'
import { scanWords } from './words.ts'

/** The script for websites: in a function of its own, with its words in all languages. */
export const embedScript = (built: string): string => {
  const words = scanLanguages.map((language) => {
    const { ask, close, unavailable } = scanWords[language]
    return [language, [ask.replace(/\s?…$/, ''), close, unavailable.title]]
  })
  return `(embedWords=>{${built.trim()}})(${JSON.stringify(Object.fromEntries(words))})`
}

const fileOf = (script: string): StaticFile => {
  const identity = Buffer.from(script)
  const bodies = { identity, br: brotliCompressSync(identity), gzip: gzipSync(identity) }
  return { type: 'text/javascript; charset=utf-8', bodies, etag: etagOf(identity) }
}

/**
 * The address of the script never changes, because websites contain it. Browsers keep the script for
 * an hour, so a new version arrives soon.
 */
export const embedPages = async (app: FastifyInstance) => {
  let file: StaticFile | undefined
  app.get('/embed.js', (request, reply) => {
    // Compressed on the first request: at the start it would delay the whole service by 20 ms.
    file ??= fileOf(embedScript(app.service.pageScripts.embed))
    reply.headers({
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      // Every website may load it; the panel decides which websites may show it.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    return sendFile(request, reply, file, 'public, max-age=3600')
  })
}
