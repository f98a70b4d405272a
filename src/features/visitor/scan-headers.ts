import type { IncomingHttpHeaders } from 'node:http'
import { UAParser } from 'ua-parser-js'
import { remember } from '../../platform/kit/bounded.ts'
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
