import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ScanLanguage } from '#contract/languages.ts'
import { type Context, readContext } from '../../platform/context.ts'
import { setCookie } from '../../platform/http/callers/cookies.ts'
import { problemFrom } from '../../platform/http/errors.ts'
import { sendLogo } from '../../platform/http/input/body.ts'
import { type Encoding, pickEncoding } from '../../platform/http/output/static-files.ts'
import { createBounded, remember } from '../../platform/kit/bounded.ts'
import { type Clock, secondMs } from '../../platform/kit/clock.ts'
import type { Places } from '../../platform/kit/places.ts'
import { createCodeCache } from '../codes/code-cache.ts'
import { codeForScan, type ScannedCode } from '../codes/codes.ts'
import type { ScannableCode } from '../codes/codes.views.ts'
import { logoForVisitors } from '../codes/drawings.ts'
import { visitorLanguage } from '../conversations/sentences.ts'
import { isDemo } from '../models/models.ts'
import {
  inPanel,
  noticePage,
  pageFiles,
  type RenderedPage,
  scannedPageOf,
  scanPage,
} from '../page/page.ts'
import type { ScannedPage } from '../page/parts.ts'
import type { Recorder } from '../scans/recorder.ts'
import { talkPage } from './chat.pages.ts'
import {
  createDeviceKeys,
  deviceClass,
  isReload,
  isScan,
  scanCookie,
  scanCookieName,
  scanCookieOf,
  scanIn,
} from './scan-headers.ts'
import { createTalkingPages } from './talking-pages.ts'

type ShortIdRequest = FastifyRequest<{ Params: { short_id: string } }>

/** The printed address, a conversation that goes on, or a panel on a website. */
type PageKind = 'scan' | 'chat' | 'panel'

interface Options {
  recorder: Recorder
  places: Places
}

/** The printed address. Every GET by a person is a scan, which is stored before the response. */
export const scanPages = (options: Options) => async (app: FastifyInstance) => {
  const { recorder, places } = options
  const { service } = app
  const { database, clock } = service
  const { scanPath: root, https } = service.address
  const { mayCompress } = service.visitor
  const context = readContext(service, null)
  const codeOf = createCodeCache(clock, database.signals, (shortId) =>
    codeForScan(context, shortId),
  )
  const compressed = createPageCache(context)
  const deviceKeys = createDeviceKeys({ clock, https, root })
  const guesses = createGuesses(clock)
  const talkingPage = createTalkingPages({ mayCompress })
  const sendNotice = createNotices()

  app.setErrorHandler((error, request, reply) => {
    const { status, headers } = problemFrom(error)
    if (status >= 500) request.log.error({ err: error }, 'scan failed')
    const kind = status >= 500 ? 'unavailable' : 'unknown'
    const sent = status >= 500 ? 503 : 404
    return sendNotice(reply.headers(headers), visitorLanguage(request), kind, sent)
  })

  const record = (request: FastifyRequest, reply: FastifyReply, code: ScannableCode) =>
    recorder.record({
      code,
      device: deviceClass(request.headers['user-agent']),
      deviceKey: deviceKeys.keyOf(request, reply),
      ...places(request.ip),
    })

  /**
   * The cached code may be slightly outdated in this process. The recorder reads the current code,
   * so only requests that are not recorded must read it again. Archiving and deletion therefore
   * take effect at once.
   */
  const currentCode = async (known: ScannedCode | null, isRecorded: boolean) => {
    const isTrusted = known === null || (isRecorded && known.status === 'active')
    return isTrusted ? known : await codeForScan(context, known.shortId)
  }

  const hasScanned = (request: FastifyRequest, { scopeId }: ScannableCode): boolean =>
    scanIn(context, scanCookieOf(request), scopeId) !== null

  /** A reload is not a scan: opening the printed address again is. */
  const isCounted = (request: FastifyRequest, code: ScannableCode | null) =>
    isScan(request.method, request.headers) &&
    !(code && isReload(request.headers) && hasScanned(request, code))

  const answer = async (request: ShortIdRequest, reply: FastifyReply, kind: PageKind) => {
    const known = await codeOf(request.params.short_id.toLowerCase())
    const isRecorded = kind === 'scan' && isCounted(request, known)
    const code = await currentCode(known, isRecorded)
    if (!code) {
      await guesses.pause()
      return sendNotice(reply, visitorLanguage(request), 'unknown', 404)
    }
    const language = visitorLanguage(request, code)
    const origins = kind === 'panel' ? code.embed_origins : []
    const sendArchived = () => sendNotice(reply, language, 'archived', 410, origins)
    if (code.status === 'archived') return sendArchived()
    if (isRecorded) {
      const recorded = await record(request, reply, code)
      if (recorded === 'archived') return sendArchived()
      if (recorded === 'deleted') return sendNotice(reply, visitorLanguage(request), 'unknown', 404)
      const value = scanCookie(context, code.scopeId, recorded)
      setCookie(reply, scanCookieName, value, { https, path: `${root}/s`, maxAgeSeconds: 86_400 })
    }
    const encoding = pickEncoding(request.headers['accept-encoding'])
    const panel = kind === 'panel' ? { panel: { origins } } : {}
    const seen = { language, root, demo: isDemo(context, code.model), ...panel }
    const talking =
      kind === 'chat' ? await talkPage(context, request, scannedPageOf(code, seen)) : null
    if (talking) {
      const sent = await talkingPage(talking, encoding, request.addressLimit)
      return sendHtml(reply, { bytes: sent.bytes, policy: talking.policy }, sent.encoding)
    }
    return sendHtml(reply, compressed(code, seen, encoding), encoding)
  }

  for (const { path, type, content } of pageFiles(context)) {
    app.get(path, (_, reply) =>
      reply
        .headers({ 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' })
        .send(content),
    )
  }

  const sendShownLogo = async (request: ShortIdRequest, reply: FastifyReply) => {
    const logo = await logoForVisitors(context, request.params.short_id.toLowerCase())
    if (!logo) return sendNotice(reply, visitorLanguage(request), 'unknown', 404)
    // Only under its current version: a cache must not keep this logo for a later one.
    const isCurrent = (request.query as { v?: unknown }).v === logo.version
    const caching = isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache'
    return sendLogo(reply.header('Cache-Control', caching), logo)
  }

  app.get('/s/:short_id/logo', sendShownLogo)
  const show = (path: string, kind: PageKind) =>
    app.get(path, (request: ShortIdRequest, reply) => answer(request, reply, kind))
  show('/s/:short_id', 'scan')
  // Returning to a conversation is not a scan, and neither is a panel on a website.
  show('/s/:short_id/chat', 'chat')
  show('/s/:short_id/panel', 'panel')
}

const freeGuessesPerSecond = 50
const guessPauseMs = 100

/**
 * Delays requests for unknown short ids. A single mistyped id is answered at once. A client that
 * tries many ids waits for each answer, which leaves the machine to real scans.
 */
export const createGuesses = (clock: Clock) => {
  let second = 0
  let guesses = 0
  return {
    async pause() {
      const now = Math.floor(clock.now() / secondMs)
      if (now !== second) {
        second = now
        guesses = 0
      }
      guesses += 1
      if (guesses > freeGuessesPerSecond)
        await new Promise((resolve) => setTimeout(resolve, guessPauseMs))
    },
  }
}

/**
 * The smaller memory of gzip makes smaller blocks, which fit the markup, the style and the script of
 * the page better: 140 bytes less.
 */
const compress = (text: string, encoding: Encoding): Buffer => {
  if (encoding === 'gzip') return gzipSync(text, { level: 9, memLevel: 5 })
  if (encoding === 'identity') return Buffer.from(text)
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } })
}

/** The bytes of a page, with its content security policy. */
interface Bytes {
  bytes: Buffer
  policy: string
}

const bytesOf = ({ html, policy }: RenderedPage, encoding: Encoding): Bytes => ({
  bytes: compress(html, encoding),
  policy,
})

/**
 * The bytes are the same for every scan of a code version, so they are rendered and compressed
 * once.
 */
const createPageCache = (context: Context<unknown>) => {
  const pages = createBounded<Bytes>('pages', { bytes: 24 * 2 ** 20 })
  return (
    code: ScannedCode,
    seen: Pick<ScannedPage, 'language' | 'root' | 'demo' | 'panel'>,
    encoding: Encoding,
  ): Bytes => {
    const { language, demo, panel } = seen
    const { id, version, handoffInForce: handoff } = code
    const wait = handoff.enabled && handoff.wait_seconds
    const key = `${id} ${version} ${wait} ${language} ${demo} ${!!panel} ${encoding}`
    let page = pages.get(key)
    if (!page) {
      page = bytesOf(scanPage(context, scannedPageOf(code, seen)), encoding)
      pages.set(key, page)
    }
    return page
  }
}

type Notice = 'unknown' | 'archived' | 'unavailable'

/** Each notice is rendered once, because an unknown short id must not cost more than a scan. */
const createNotices = () => {
  const notice = remember('pages', { bytes: 2 ** 20 }, (key) => {
    const [kind, language] = key.split(' ') as [Notice, ScanLanguage]
    return bytesOf(noticePage(language, kind), 'identity')
  })
  return (
    reply: FastifyReply,
    language: ScanLanguage,
    kind: Notice,
    status: number,
    origins: string[] = [],
  ) => {
    const { bytes, policy } = notice(`${kind} ${language}`)
    return sendHtml(reply.code(status), { bytes, policy: inPanel(policy, origins) }, 'identity')
  }
}

const sendHtml = (reply: FastifyReply, { bytes, policy }: Bytes, encoding: Encoding) => {
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      Vary: 'Accept-Encoding, Accept-Language',
    })
    .send(bytes)
}
