import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { scanLanguages } from '#contract/languages.ts'
import { type Context, readContext } from '../../platform/context.ts'
import { etagOf, type StaticFile, sendFile } from '../../platform/http/output/static-files.ts'
import { remember } from '../../platform/kit/bounded.ts'
import { isShortId } from '../../platform/kit/ids.ts'
import { codeForScan } from '../codes/codes.ts'
import { accentColors } from './looks.ts'
import { scanWords } from './words.ts'

/** The accent of the button by day and by night, as in embed.ts; null: the default. */
type Colors = string[] | null

/** The script for websites: in a function of its own, with its words in all languages. */
const embedScript = (built: string, colors: Colors): string => {
  const words = scanLanguages.map((language) => {
    const { ask, close, unavailable } = scanWords[language]
    return [language, [ask.replace(/\s?…$/, ''), close, unavailable.title]]
  })
  const given = [Object.fromEntries(words), colors].map((one) => JSON.stringify(one)).join()
  return `((embedWords,embedColors)=>{${built.trim()}})(${given})`
}

/**
 * The colours of a code that may be embedded. A code without websites has none: its short id cannot
 * be found out here.
 */
const colorsOf = async (context: Context<null>, shortId: unknown): Promise<Colors> => {
  if (typeof shortId !== 'string' || !isShortId(shortId.toLowerCase())) return null
  const code = await codeForScan(context, shortId.toLowerCase())
  if (!code || code.embed_origins.length === 0) return null
  const { day, night } = accentColors(code.template, code.color)
  return [day, night].map((declarations) => /#[0-9a-f]{6}/.exec(declarations)?.[0] ?? '')
}

const sizeOf = ({ bodies }: StaticFile): number =>
  Object.values(bodies).reduce((sum, { length }) => sum + length, 0)

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
  const { service } = app
  // Compressed on the first request: at the start it would delay the whole service by 20 ms.
  const fileIn = remember('embed_scripts', { bytes: 2 ** 20, sizeOf }, (colors) =>
    fileOf(embedScript(service.pageScripts.embed, JSON.parse(colors))),
  )
  app.get('/embed.js', async (request, reply) => {
    const { code } = request.query as { code?: unknown }
    const colors = await colorsOf(readContext(service, null), code)
    const file = fileIn(JSON.stringify(colors))
    reply.headers({
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      // Every website may load it; the panel decides which websites may show it.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    return sendFile(request, reply, file, 'public, max-age=3600')
  })
}
