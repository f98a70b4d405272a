import type { IncomingHttpHeaders } from 'node:http'
import { UAParser } from 'ua-parser-js'
import { remember } from '../../kit/bounded.ts'
import type { Device } from '../../storage/tables.ts'

/**
 * Link previews and search engines, by the words that they put into their user agent. Short on
 * purpose: a plain HTTP client is a person's tool, and its visit is a scan.
 */
const crawlers =
  /bot\b|crawler|spider|slurp|facebookexternalhit|facebookcatalog|meta-external|whatsapp|telegrambot|twitterbot|slackbot|slack-imgproxy|discordbot|linkedinbot|skypeuripreview|pinterest|embedly|quora link preview|redditbot|applebot|bingpreview|googleother|google-inspectiontool|mediapartners-google|adsbot-google|feedfetcher|yandex|baiduspider|duckduckbot|petalbot|bytespider|vkshare|viber|snapchat|iframely|mastodon|cardyb|bitlybot|headlesschrome-preview/i

/** A person's look at a printed code, as far as headers tell. */
export const isScan = (method: string, headers: IncomingHttpHeaders): boolean => {
  if (method !== 'GET') return false
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz'] ?? ''
  if (/prefetch|prerender|preview/i.test(String(purpose))) return false
  return !crawlers.test(headers['user-agent'] ?? '')
}

/** Parsing a user agent takes longer than recording a scan, and there are few of them. */
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
