import { createHash } from 'node:crypto'
import { remember } from '../kit/bounded.ts'
import { Html, html } from '../kit/html.ts'
import type { Template } from '../storage/tables.ts'
import { talkBody } from './body.ts'
import { dialogs } from './dialogs.ts'
import { unfinished } from './icons.ts'
import { accentStyle } from './looks.ts'
import { type ChatMessage, composer, header, messages, type ScannedPage, welcome } from './parts.ts'
import { scanScript } from './script.ts'
import { scanStyle } from './style.ts'
import { isRightToLeft, type ScanLanguage, scanWords, scriptWords } from './words.ts'

/** Goes together: the policy allows what stands in the page, and nothing else. */
export interface Page {
  html: string
  policy: string
}

/** What whoever scans a code sees, complete without a script; the same bytes for everybody. */
export const scanPage = (page: ScannedPage): Page =>
  layOut({
    ...page,
    title: page.name,
    attributes: html` data-id="${page.shortId}"${page.root && html` data-root="${page.root}"`}`,
    body: html`${talkBody(page)}
      <script type="application/json" id="words">${wordsOf(page.language)}</script>
      <script type="module">${new Html(scanScript)}</script>`,
    // Trusted types: the script never makes markup of a text, and the browser sees to it.
    scripts:
      `script-src '${scriptHash}'; connect-src 'self'; ` +
      "require-trusted-types-for 'script'; trusted-types 'none'; ",
  })

interface TalkingPage extends ScannedPage {
  messages: ChatMessage[]
  ended: boolean
  /** A sentence to the visitor: why the last message was not taken. */
  notice?: string
  /** What they wrote, to be sent again. */
  draft?: string
}

/** The conversation without a script: all that was said, and a form. */
export const chatPage = (page: TalkingPage): Page => {
  const words = scanWords[page.language]
  const isRunning = page.messages.at(-1)?.status === 'running'
  return layOut({
    ...page,
    title: page.name,
    attributes: html` data-talking`,
    // The rest of a long answer comes by itself, or by the link.
    head: isRunning && html`<meta http-equiv="refresh" content="3">`,
    body: html`<div id="scroll">
      ${header(page)}
      <main id="talk">${welcome(page)}<div id="log">${messages(page)}</div></main>
      </div>
      ${composer(page, { notice: page.notice ?? (page.ended && words.closed), draft: page.draft })}
      ${dialogs({ ...page, isPlain: true })}`,
  })
}

/** A page for people who reached nothing. */
export const scanNotice = (
  language: ScanLanguage,
  kind: 'unknown' | 'archived' | 'unavailable',
): Page => {
  const { title, text } = scanWords[language][kind]
  return layOut({
    language,
    title,
    template: 'personal',
    color: null,
    body: html`<main class="notfound">${unfinished}<h1>${title}</h1><p>${text}</p></main>`,
  })
}

interface Layout {
  language: ScanLanguage
  title: string
  template: Template
  color: string | null
  body: Html
  attributes?: Html
  head?: Html | false
  scripts?: string
}

const layOut = ({ language, title, template, color, body, ...rest }: Layout): Page => {
  const { attributes, head, scripts = '' } = rest
  const accent = accentStyle(template, color)
  return {
    html: html`<!doctype html>
      <html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover,interactive-widget=resizes-content">
      <meta name="robots" content="noindex">
      <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme:light)">
      <meta name="theme-color" content="#14140f" media="(prefers-color-scheme:dark)">${head}
      <title>${title}</title>
      <style>${new Html(scanStyle)}</style>
      <style>${new Html(accent)}</style>
      </head>
      <body${attributes}>
      ${body}
      </body>
      </html>
      `.text,
    policy:
      `default-src 'none'; style-src '${styleHash}' '${hashOf(accent)}'; ${scripts}` +
      "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  }
}

// Hashes, not a nonce: the bytes are the same for every scan, so they are made and kept once.
const hashOf = remember(
  'styles',
  { bytes: 2 ** 19 },
  (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
)
const styleHash = hashOf(scanStyle)
const scriptHash = hashOf(scanScript)

const wordsOf = (language: ScanLanguage): Html => {
  const words = scriptWords.map((key) => [key, scanWords[language][key]])
  return new Html(JSON.stringify(Object.fromEntries(words)).replaceAll('<', '\\u003c'))
}
