import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scanContentSecurityPolicy, scanNotice, scanPage } from '../../web/scan/page.ts'
import { type ScanLanguage, scanLanguages } from '../../web/scan/words.ts'
import type { Codes } from '../codes/codes.ts'
import type { ScannableCode } from '../codes/codes.views.ts'
import { asProblem } from '../http/errors.ts'
import type { Clock } from '../kit/clock.ts'
import { pickLanguage } from '../kit/language.ts'
import { remember } from '../kit/remember.ts'
import type { Database } from '../storage/database.ts'
import { createCodeCache } from './code-cache.ts'
import type { createDeviceKeys } from './device-keys.ts'
import type { Places } from './places.ts'
import type { Recorder } from './recorder.ts'
import { deviceClass, isScan } from './visitor.ts'

interface Options {
  database: Database
  clock: Clock
  codes: Pick<Codes, 'forScan'>
  recorder: Recorder
  deviceKeys: ReturnType<typeof createDeviceKeys>
  places: Places
}

type ShortIdRequest = FastifyRequest<{ Params: { short_id: string } }>

/** The address that is printed: every GET of it by a person is a scan, on disk before the answer. */
export const scanPages = (options: Options) => async (app: FastifyInstance) => {
  const { database, clock, codes, recorder, deviceKeys, places } = options
  const codeOf = createCodeCache(clock, database.signals, codes.forScan)
  const compressed = createPageCache()

  app.setErrorHandler((error, request, reply) => {
    const { status, headers } = asProblem(error)
    if (status >= 500) request.log.error({ err: error }, 'scan failed')
    const kind = status >= 500 ? 'unavailable' : 'unknown'
    return sendNotice(request, reply.headers(headers), kind, status >= 500 ? 503 : 404)
  })

  const record = (request: FastifyRequest, reply: FastifyReply, code: ScannableCode) =>
    recorder.record({
      code,
      device: deviceClass(request.headers['user-agent']),
      deviceKey: deviceKeys.keyOf(request, reply),
      ...places(request.ip),
    })

  const answer = async (request: ShortIdRequest, reply: FastifyReply, mayCount: boolean) => {
    const code = await codeOf(request.params.short_id.toLowerCase())
    if (!code) return sendNotice(request, reply, 'unknown', 404)
    if (code.status === 'archived') return sendNotice(request, reply, 'archived', 410)
    if (mayCount && isScan(request.method, request.headers)) {
      const scanId = await record(request, reply, code)
      if (scanId === null) return sendNotice(request, reply, 'unknown', 404)
    }
    const language = languageOf(request)
    const encoding = encodingOf(request)
    const page = compressed(code, language, encoding)
    return sendHtml(reply, page, encoding)
  }

  for (const prefix of ['/s', '/S']) {
    app.get(`${prefix}/:short_id`, (request: ShortIdRequest, reply) => answer(request, reply, true))
    // Where a conversation has begun: coming back to it counts nothing.
    app.get(`${prefix}/:short_id/chat`, (request: ShortIdRequest, reply) =>
      answer(request, reply, false),
    )
  }
}

const languageOf = (request: FastifyRequest): ScanLanguage =>
  knownLanguage(request.headers['accept-language'] ?? '')

const knownLanguage = remember(500, (accepted) => pickLanguage(accepted, scanLanguages))

type Encoding = 'br' | 'gzip' | 'identity'

const encodingOf = (request: FastifyRequest): Encoding => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (takesBrotli.test(accepted)) return 'br'
  return takesGzip.test(accepted) ? 'gzip' : 'identity'
}

// Named, and not refused by `q=0`.
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/

const compress = (text: string, encoding: Encoding): Buffer => {
  if (encoding === 'gzip') return gzipSync(text)
  if (encoding === 'identity') return Buffer.from(text)
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

const maxPages = 2000

/** The bytes are the same for every scan of one version of a code: made and compressed once. */
const createPageCache = () => {
  const pages = new Map<string, Buffer>()
  return (code: ScannableCode, language: ScanLanguage, encoding: Encoding): Buffer => {
    const key = `${code.id} ${code.updatedAt} ${language} ${encoding}`
    let page = pages.get(key)
    if (!page) {
      page = compress(scanPage({ ...code, language }), encoding)
      if (pages.size >= maxPages) pages.clear()
      pages.set(key, page)
    }
    return page
  }
}

const sendNotice = (request: FastifyRequest, reply: FastifyReply, kind: Notice, status: number) =>
  sendHtml(reply.code(status), noticeBytes[kind](languageOf(request)), 'identity')

type Notice = 'unknown' | 'archived' | 'unavailable'

// Whoever guesses short ids must not cost more than whoever scans.
const bytesOf = (kind: Notice) =>
  remember(scanLanguages.length, (language) =>
    Buffer.from(scanNotice(language as ScanLanguage, kind)),
  )

const noticeBytes = {
  unknown: bytesOf('unknown'),
  archived: bytesOf('archived'),
  unavailable: bytesOf('unavailable'),
}

const sendHtml = (reply: FastifyReply, page: Buffer, encoding: Encoding) => {
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': scanContentSecurityPolicy,
      Vary: 'Accept-Encoding, Accept-Language',
    })
    .send(page)
}
