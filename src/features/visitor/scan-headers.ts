import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UAParser } from 'ua-parser-js'
import type { Context } from '../../platform/context.ts'
import { cookieOf, setCookie } from '../../platform/http/callers/cookies.ts'
import { remember } from '../../platform/kit/bounded.ts'
import { type Clock, dayMs } from '../../platform/kit/clock.ts'
import { hash64, newToken } from '../../platform/kit/ids.ts'
import type { Device } from '../../platform/store/tables.ts'

/**
 * Link previews and search engines, by words in their user agent. The list is short on purpose: a
 * plain HTTP client is a tool of a person, and its visit is a scan.
 */
const crawlers =
  /bot\b|crawler|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|whatsapp|telegrambot|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|pinterest|embedly|quora link preview|redditbot|applebot|bingpreview|googleother|google-inspectiontool|mediapartners-google|adsbot-google|feedfetcher|yandex|baiduspider|duckduckbot|petalbot|bytespider|vkshare|viber|snapchat|iframely|mastodon|cardyb|bitlybot|headlesschrome-preview/i

/** Whether a request is a person opening a printed code, as far as headers tell. */
export const isScan = (method: string, headers: IncomingHttpHeaders): boolean => {
  if (method !== 'GET') return false
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? ''
  if (/prefetch|prerender|preview/i.test(String(purpose))) return false
  return !crawlers.test(headers['user-agent'] ?? '')
}

/**
 * Whether the browser says that it loads a page again that it has: by a reload, or by a link of the
 * page itself, such as another language.
 */
export const isReload = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'same-origin' ||
  /\bmax-age=0\b|\bno-cache\b/i.test(headers['cache-control'] ?? '')

/** Cached, because parsing a user agent takes longer than recording a scan, and few differ. */
export const deviceClass = (userAgent: string | undefined): Device =>
  knownClass((userAgent ?? '').slice(0, 500))

const classify = (userAgent: string): Device => {
  const { device, os } = new UAParser(userAgent).getResult()
  if (device.type === 'mobile' || device.type === 'tablet') return device.type
  const isComputer = /windows|mac os|linux|ubuntu|debian|fedora|chromium os|freebsd/i.test(
    os.name ?? '',
  )
  return device.type === undefined && isComputer ? 'desktop' : 'other'
}

const knownClass = remember('devices', { bytes: 2 ** 20 }, classify)

type Reading = Pick<Context<unknown>, 'service'>

export const scanCookieName = 'qpr_scan'

/** The value of the cookie that the visitor's page sets on a scan. */
export const scanCookieOf = (request: FastifyRequest): string | undefined =>
  cookieOf(request, scanCookieName)

/** The value that links a later conversation to this scan, unless the code moves meanwhile. */
export const scanCookie = ({ service }: Reading, scopeId: string, scanId: number): string =>
  `${scanId}.${service.secrets.tag('scan', scopeId, String(scanId))}`

/** The scan of a cookie; null when it is not a scan of this code in its organization. */
export const scanIn = (
  { service }: Reading,
  cookie: string | undefined,
  scopeId: string,
): number | null => {
  const [, id, signature] = /^(\d{1,15})\.([0-9a-f]{32})$/.exec(cookie ?? '') ?? []
  if (!id || !signature) return null
  return service.secrets.verifyTag(signature, 'scan', scopeId, id) ? Number(id) : null
}

const cookieName = 'qpr_device'
const maxAgeSeconds = 365 * 24 * 60 * 60

interface Options {
  clock: Clock
  https: boolean
  /** The path below which visitors reach the service. */
  root: string
}

/**
 * Distinguishes devices without identifying people: by a random first-party cookie, or without it
 * by a hash of address and user agent. The salt of the hash changes daily and exists only in
 * memory, so the hash cannot be computed again later.
 */
export const createDeviceKeys = ({ clock, https, root }: Options) => {
  let salt = newToken()
  let saltDay = 0

  const saltOfToday = () => {
    const today = Math.floor(clock.now() / dayMs)
    if (today !== saltDay) {
      salt = newToken()
      saltDay = today
    }
    return salt
  }

  return {
    /** 16 hexadecimal digits. A browser without the cookie gets one for its next visit. */
    keyOf(request: FastifyRequest, reply: FastifyReply): string {
      const known = cookieOf(request, cookieName)
      if (known && /^[\w-]{22}$/.test(known)) return hash64(known)
      const id = newToken()
      setCookie(reply, cookieName, id, { https, path: `${root}/s`, maxAgeSeconds })
      // A browser that navigates to a page keeps the cookie, so its first visit already counts for
      // that device.
      if (request.headers['sec-fetch-mode'] === 'navigate') return hash64(id)
      return hash64(`${saltOfToday()}\n${request.ip}\n${request.headers['user-agent'] ?? ''}`)
    },
  }
}
