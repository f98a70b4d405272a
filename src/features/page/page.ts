import { createHash } from 'node:crypto'
import type { Handling, Handoff, LeadForm } from '#contract/handling.ts'
import { isRightToLeft, type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { laterWords, scriptWords } from '#contract/script-words.ts'
import { type Translations, textsIn } from '#contract/translations.ts'
import type { Context } from '../../platform/context.ts'
import { remember } from '../../platform/kit/bounded.ts'
import { Html, html } from '../../platform/kit/html.ts'
import type { Template } from '../../platform/store/tables.ts'
import { formIn } from '../codes/lead-form.ts'
import { type RefusedLead, renderLeadForm } from './lead-form.ts'
import { accentStyle } from './looks.ts'
import {
  type ChatMessage,
  chatAddress,
  composer,
  dialogs,
  header,
  iconFile,
  iconPath,
  messages,
  type ScannedPage,
  talkBody,
  unfinished,
  welcome,
} from './parts.ts'
import type { Scripts } from './script.ts'
import { leadRules, logoRules, noticeRules, peopleRules, personRules, scanStyle } from './style.ts'
import { type ScanWords, scanWords } from './words.ts'

/** The policy allows the style and the script of this page and nothing else. */
export interface RenderedPage {
  html: string
  policy: string
}

/** The scripts of the page, with what its markup and its policy say about them. */
interface PageScripts extends Scripts {
  scriptHash: string
  /** The part that the page loads on first use. Its address changes with its content. */
  laterPath: string
  laterHash: string
}

declare module '../../platform/context.ts' {
  interface Service {
    /** Only the running service has them. */
    pageScripts: PageScripts
  }
}

type Reading = Pick<Context<unknown>, 'service'>

/** `script` is the browser half, as it was built, and `panel` what it adds on a website. */
export const preparedScripts = (scripts: Scripts): PageScripts => {
  const { script, panel } = scripts
  const words = scanLanguages.map((language) => [language, wordsIn(language, laterWords)])
  const later = `const laterWords=${JSON.stringify(Object.fromEntries(words))};${scripts.later}`
  // It would end the page's <script> early.
  if (/<\/script|<!--/i.test(script + panel)) throw new Error('The script contains a tag.')
  const version = createHash('sha256').update(later).digest('hex').slice(0, 8)
  return {
    ...scripts,
    later,
    scriptHash: hashOf(script),
    laterPath: `/s/later.${version}.js`,
    laterHash: hashOf(later),
  }
}

/** The page after a scan. It works without JavaScript, and all visitors get the same bytes. */
export const scanPage = ({ service }: Reading, page: ScannedPage): RenderedPage => {
  const { script, panel, scriptHash, laterPath, laterHash } = service.pageScripts
  const laterAddress = page.root + laterPath
  // With the map the browser knows the hash of a script that is not inside the page.
  const map = JSON.stringify({ integrity: { [laterAddress]: laterHash } })
  return layOut({
    ...page,
    title: page.title,
    rules: rulesOf(page),
    description: page.welcomeMessage,
    attributes: html` data-id="${idOf(page)}" data-more="${laterAddress}"${page.root && html` data-root="${page.root}"`}`,
    body: html`${talkBody(page)}
        <script type="importmap">${new Html(map)}</script>
        <script type="application/json" id="words">${new Html(JSON.stringify(wordsIn(page.language, scriptWords)).replaceAll('<', '\\u003c'))}</script>
        ${page.panel && html`<script type="module">${new Html(panel)}</script>`}
        <script type="module">${new Html(script)}</script>`,
    // With trusted types the browser refuses any script that turns a text into markup.
    scripts:
      `script-src '${scriptHash}' '${hashOf(map)}' '${laterHash}'${page.panel ? ` '${hashOf(panel)}'` : ''}; connect-src 'self'; ` +
      "require-trusted-types-for 'script'; trusted-types 'none'; ",
  })
}

/** Files that the page loads. Their names change with their content. */
export const pageFiles = ({ service: { pageScripts } }: Reading) => [
  {
    path: pageScripts.laterPath,
    type: 'text/javascript; charset=utf-8',
    content: pageScripts.later,
  },
  { path: iconPath, type: 'image/svg+xml', content: iconFile },
]

/** What a page needs to know about a code. */
type ShownCode = Omit<ScannedPage, 'language' | 'root' | 'demo' | 'logo'> & {
  lead_form: LeadForm | null
  handoffInForce?: Handoff
  translations: Translations
  hasLogo: boolean
  version: string
}

/** The page of a code in the language of the visitor. */
export const scannedPageOf = (
  code: ShownCode,
  seen: Pick<ScannedPage, 'language' | 'root' | 'demo'>,
): ScannedPage => ({
  ...code,
  ...textsIn(code, seen.language),
  ...seen,
  waitSeconds: code.handoffInForce?.enabled ? code.handoffInForce.wait_seconds : null,
  leadForm: code.lead_form && formIn(code.lead_form, code.translations[seen.language]?.lead_form),
  // With the version in its address, browsers may keep the logo and still see a new one at once.
  logo: code.hasLogo ? `${seen.root}/s/${code.shortId}/logo?v=${code.version}` : null,
})

interface TalkingPage extends ScannedPage {
  messages: ChatMessage[]
  ended: boolean
  handling: Handling
  /** Tells the visitor why the last message was refused. */
  notice?: string
  /** The refused message, for another attempt. */
  draft?: string
}

/** The conversation in a browser without JavaScript: all messages and a form. */
export const chatPage = (page: TalkingPage): RenderedPage => {
  const words = scanWords[page.language]
  const isRunning = page.messages.at(-1)?.status === 'running'
  // A reload would lose what the visitor is writing to a person, so it is only a link then.
  const refreshSeconds = isRunning ? 3 : page.handling === 'waiting' ? 30 : null
  return layOut({
    ...page,
    title: page.title,
    rules: rulesOf(page) + personRules,
    attributes: html` data-talking`,
    // Shows the rest of a long answer; the page has a link for it too.
    head: refreshSeconds !== null && html`<meta http-equiv="refresh" content="${refreshSeconds}">`,
    body: html`<div id="scroll">
      ${header(page)}
      <main id="talk">${welcome(page)}<div id="log">${messages(page)}${page.handling !== 'assistant' && html`<p><a class="contact" href="${chatAddress(page)}">${words.newest}</a></p>`}</div></main>
      </div>
      ${composer(page, { notice: page.notice ?? (page.ended && words.closed), draft: page.draft })}
      ${dialogs({ ...page, isPlain: true })}`,
  })
}

/** The form of a code as a page of its own. */
export const leadPage = (page: ScannedPage, form: LeadForm, refused: RefusedLead): RenderedPage =>
  layOut({
    ...page,
    rules: rulesOf(page),
    head: html`<style id="lead-rules">${new Html(leadRules)}</style>`,
    body: html`<div id="scroll">
      ${header(page)}
      <main id="talk">${renderLeadForm(page, form, refused)}</main>
      </div>
      ${dialogs({ ...page, isPlain: true })}`,
  })

const rulesOf = ({ logo, waitSeconds, leadForm }: ScannedPage): string =>
  [
    logo !== null && `${logoRules(false)}@media(prefers-color-scheme:dark){${logoRules(true)}}`,
    (waitSeconds || leadForm) && peopleRules,
  ]
    .filter(Boolean)
    .join('')

/** For a code that cannot be opened. */
export const noticePage = (
  language: ScanLanguage,
  kind: 'unknown' | 'archived' | 'unavailable',
): RenderedPage => {
  const { title, text } = scanWords[language][kind]
  return layOut({
    language,
    title,
    template: 'personal',
    color: null,
    rules: noticeRules,
    body: html`<main class="notfound">${unfinished}<h1>${title}</h1><p>${text}</p></main>`,
  })
}

interface Layout {
  /** CSS of this page alone. */
  rules?: string
  root?: string
  language: ScanLanguage
  title: string
  /** For link previews and bookmarks. */
  description?: string
  template: Template
  color: string | null
  body: Html
  attributes?: Html
  head?: Html | false
  scripts?: string
  panel?: ScannedPage['panel']
  leadForm?: ScannedPage['leadForm']
}

const layOut = ({
  language,
  title,
  template,
  color,
  body,
  panel,
  ...rest
}: Layout): RenderedPage => {
  const { root = '', rules = '', description, attributes, head, scripts = '', leadForm } = rest
  const formHash = leadForm ? ` '${hashOf(leadRules)}'` : ''
  const accent = accentStyle(template, color) + rules
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
      ${description && html`<meta name="description" content="${shortened(description)}">`}
      <link rel="icon" href="${root}${iconPath}">
      <style>${new Html(scanStyle)}</style>
      <style>${new Html(accent)}</style>
      </head>
      <body${attributes}>
      ${body}
      </body>
      </html>
      `.text.replaceAll('>\n<', '><'),
    policy:
      `default-src 'none'; style-src '${styleHash}' '${hashOf(accent)}'${formHash}; img-src 'self'; ${scripts}` +
      `form-action 'self'; ${framesOf(panel?.origins)}; base-uri 'none'`,
  }
}

/** No site may show a page in a frame, except the panel on the sites that the owner allows. */
const framesOf = (origins: string[] = []): string =>
  `frame-ancestors ${origins.join(' ') || "'none'"}`

/** The policy of a notice in the panel of a code. */
export const inPanel = (policy: string, origins: string[]): string =>
  policy.replace(framesOf(), framesOf(origins))

/**
 * The script keeps its conversation under this id. On a site of the same owner a panel may share the
 * storage of the printed page, so it spells the id in another way; the case does not matter.
 */
const idOf = ({ shortId, panel }: ScannedPage) => (panel ? shortId.toUpperCase() : shortId)

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}

// Hashes and no nonce: with a nonce the bytes of a page would differ between visitors.
const hashOf = remember(
  'styles',
  { bytes: 2 ** 19 },
  (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
)
const styleHash = hashOf(scanStyle)

const wordsIn = (language: ScanLanguage, keys: readonly (keyof ScanWords)[]) =>
  Object.fromEntries(keys.map((key) => [key, scanWords[language][key]]))
