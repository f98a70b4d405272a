import { citationWords } from '#contract/citation-words.ts'
import type { LeadForm } from '#contract/handling.ts'
import { languageNames, type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { numberRuns } from '#contract/number-runs.ts'
import { rightToLeft } from '#contract/right-to-left.ts'
import type { MessageRole } from '#contract/statuses.ts'
import { Html, html } from '../../platform/kit/html.ts'
import type { Template } from '../../platform/store/tables.ts'
import type { Contact } from '../codes/codes.contents.schema.ts'
import { drawingOf } from './looks.ts'
import { scanWords } from './words.ts'

export interface ScannedPage {
  language: ScanLanguage
  /** The path prefix of the service, such as `/qpr`; usually empty. */
  root: string
  shortId: string
  /** The public title of the code. */
  title: string
  welcomeMessage: string
  template: Template
  suggestions: string[]
  contact: Contact | null
  /** The code's own colour or the brand's, if there is one. */
  color: string | null
  /** The address of the logo, if there is one. */
  logo: string | null
  brand: { name: string | null; privacyUrl: string | null }
  /** Whether the demo responder answers because no model is configured. */
  demo: boolean
  /** How long a visitor waits for a person; null: visitors cannot ask for one. */
  waitSeconds?: number | null
  /** In the language of the page. */
  leadForm?: LeadForm | null
  /** The person who answers in this conversation. */
  person?: { name: string } | null
  /** The page is shown in a panel on these websites. */
  panel?: { origins: string[] }
}

export interface ChatMessage {
  role: MessageRole
  text: string
  status: 'running' | 'done' | 'stopped' | 'failed'
  /** Why the answer is missing or incomplete, or that the owner wrote it. */
  note: string | null
  citations: Cited[]
}

/** A passage that an answer cites. */
interface Cited {
  number: number
  title: string
  url: string | null
  page: number | null
  quote: string
  text: string
}

/**
 * The target of the forms in browsers without JavaScript. It contains the language, because the
 * visitor may have chosen it.
 */
export const chatAddress = ({
  root,
  shortId,
  language,
}: Pick<ScannedPage, 'root' | 'shortId' | 'language'>): string =>
  `${root}/s/${shortId}/chat?lang=${language}`

/** The target of the forms about people. */
export const peopleAddress = ({ root, shortId, language }: ScannedPage, what: 'handoff' | 'lead') =>
  `${root}/s/${shortId}/${what}?lang=${language}`

/** The same page in another language. In a panel it must stay the panel, which may be framed. */
const languageAddress = (
  page: Pick<ScannedPage, 'root' | 'shortId' | 'language' | 'panel'>,
): string =>
  page.panel ? `${page.root}/s/${page.shortId}/panel?lang=${page.language}` : chatAddress(page)

export const header = (page: ScannedPage): Html => {
  const { language, title, demo, contact, logo, brand, person } = page
  const words = scanWords[language]
  const by = brand.name !== null && brand.name !== title && html`<bdi>${brand.name}</bdi> · `
  return html`<header>${logo === null ? mark : html`<img src="${logo}" alt="">`}<div><h1><bdi>${title}</bdi></h1>
    <p class="ai">${by}<span>${person ? html`<bdi>${person.name}</bdi> · ${words.human}` : words.assistant}</span><span id="demo"${!demo && html` hidden`}> · ${words.demo}</span></p></div>
    ${contact && contactLink(contact, 'icon')}
    <button class="icon" type="button" aria-label="${words.menu}" aria-haspopup="dialog" command="show-modal" commandfor="menu">${icons.menu}</button>
    </header>`
}

/** Shows telephone numbers and times in right-to-left text as they are written. */
const isolated = (text: string): Html | string =>
  rightToLeft.test(text)
    ? html`${numberRuns(text).map((run, index) => (index % 2 ? html`<bdi dir="ltr">${run}</bdi>` : html`${run}`))}`
    : text

/** The maximum length of a welcome message in large letters. */
const shortLength = 120

export const welcome = (page: ScannedPage): Html => {
  const { template, welcomeMessage, suggestions, contact } = page
  const size = welcomeMessage.length <= shortLength && html` short`
  return html`${drawingOf(template)}<p class="message${size}" dir="auto">${isolated(welcomeMessage)}</p>
    <form class="first" id="suggestions" method="post" action="${chatAddress(page)}#newest">
    ${suggestions.map((text) => html`<button name="text" value="${text}" dir="auto">${text}</button>`)}
    ${contact && contactLink(contact)}</form>`
}

/** The link to a person: with its label, or as an icon in the header. */
const contactLink = ({ label, url }: Contact, kind?: 'icon'): Html => {
  const icon = url.startsWith('tel:')
    ? icons.phone
    : url.startsWith('mailto:')
      ? icons.mail
      : icons.person
  // Links to a telephone or a mail program leave the page open anyway.
  const target = url.startsWith('https:') && html` target="_blank" rel="noopener noreferrer"`
  return kind === 'icon'
    ? html`<a class="contact icon" href="${url}" aria-label="${label}" title="${label}"${target}>${icon}</a>`
    : html`<a class="contact" href="${url}"${target}>${icon}<bdi>${label}</bdi></a>`
}

interface Writing {
  notice?: string | undefined | null | false
  draft?: string | undefined
}

export const composer = (page: ScannedPage, { notice, draft }: Writing = {}): Html => {
  const { language, contact } = page
  const words = scanWords[language]
  return html`<footer>
    <p id="notice" role="status"${!notice && html` hidden`}>${notice}</p>
    <p id="live" class="unseen" aria-live="polite"></p>
    ${peopleForm(page)}<button id="jump" class="icon" type="button" aria-label="${words.newest}" hidden>${icons.up}</button>
    <form id="composer" method="post" action="${chatAddress(page)}#newest">
    <textarea id="text" name="text" rows="1" maxlength="4000" required placeholder="${words.ask}" aria-label="${words.ask}" autocomplete="off">${draft}</textarea>
    <button id="mic" class="icon" type="button" aria-label="${words.speak}" aria-pressed="false" hidden>${icons.mic}</button>
    <button id="send" class="icon main" aria-label="${words.send}">${icons.up}${icons.stop}</button>
    </form>
    <div id="ended"><p id="ending"></p><button id="again" class="main" type="button">${words.startOver}</button>${contact && contactLink(contact)}</div>
    </footer>`
}

/** The ways to a person: a button, and a link to a form. */
const peopleForm = (page: ScannedPage): Html | false => {
  const { language, waitSeconds, leadForm } = page
  const hasButton = typeof waitSeconds === 'number'
  if (!hasButton && !leadForm) return false
  return html`<form id="people" method="post" action="${peopleAddress(page, 'handoff')}#newest"${hasButton && html` data-wait="${longestWait(waitSeconds, language)}"`}>
    ${hasButton && html`<button id="person" class="plain">${icons.person}${scanWords[language].person}</button>`}${leadForm && html`<a class="contact" href="${peopleAddress(page, 'lead')}">${icons.mail}<bdi>${leadForm.title}</bdi></a>`}</form>`
}

/** In whole minutes, or in seconds if it is shorter. */
export const longestWait = (seconds: number, language: ScanLanguage): string => {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const format = { style: 'unit', unit, unitDisplay: 'long' } as const
  const time = new Intl.NumberFormat(`${language}-u-nu-latn`, format).format(count)
  return scanWords[language].maxWait.replace('{time}', () => time)
}

/** All messages as plain text: Markdown is not rendered. */
export const messages = (page: ScannedPage & { messages: ChatMessage[] }): Html[] => {
  const { language, messages } = page
  const words = scanWords[language]
  return messages.map(({ role, text, status, note: reason, citations }, index) => {
    const isLast = index === messages.length - 1
    const id = isLast && html` id="newest"`
    if (role === 'visitor') {
      return html`<article class="said" aria-label="${words.you}"${id}><p dir="auto">${isolated(text)}</p></article>`
    }
    const isPerson = role === 'owner'
    const note =
      status === 'running'
        ? html`${words.writing} <a href="${chatAddress(page)}#newest">${words.more}</a>`
        : (reason ?? (status === 'stopped' && words.stopped))
    return html`<article class="answer" data-over${isPerson && html` data-person`} aria-label="${isPerson ? reason : words.assistant}"${id}>
      <div class="text" dir="auto">${text.split(/\n{2,}/).map((part) => html`<p class="message">${isolated(part)}</p>`)}</div>
      ${citations.map((citation) => source(citation, language))}<p class="note"><span>${note}</span></p></article>`
  })
}

/** A passage below the answer that cites it. The marks in the text have its number. */
const source = ({ number, title, url, page, quote, text }: Cited, language: ScanLanguage): Html => {
  const words = citationWords[language]
  const place = page !== null && words && ` · ${words.page.replace('{n}', String(page))}`
  const at = Math.max(0, text.indexOf(quote))
  const end = at + quote.length
  return html`<details><summary>[${number}] <bdi>${title}</bdi>${place}</summary>
    <p class="message" dir="auto">${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}</p>${url !== null && html`<p><a href="${url}" target="_blank" rel="noopener noreferrer">${words?.open}</a></p>`}</details>`
}

interface Dialogs extends ScannedPage {
  /** Omits everything that needs JavaScript. */
  isPlain?: boolean
}

/**
 * The menu and its dialogs. Each has a form with `method=dialog`, which closes it without
 * JavaScript.
 */
export const dialogs = ({ language, demo, brand, isPlain = false, ...page }: Dialogs): Html => {
  const words = scanWords[language]
  const opening = (id: string, text: string) =>
    html`<button type="button" command="show-modal" commandfor="${id}">${text}</button>`
  const acting = (id: string, text: string) =>
    html`<button type="button" id="${id}" class="talking">${text}</button>`
  const close = html`<div class="row"><button class="plain">${words.close}</button></div>`
  return html`<dialog id="menu" closedby="any" aria-label="${words.menu}"><form method="dialog">
    ${!isPlain && [acting('over', words.startOver), acting('end', words.end), acting('forget', words.forget)]}
    ${opening('languages', words.language)}${opening('about', words.about)}</form></dialog>
    <dialog id="about" closedby="any" aria-labelledby="about-title"><form method="dialog"><h2 id="about-title">${words.about}</h2>
    <p>${!page.panel && words.aboutScan && `${words.aboutScan} `}${words.aboutText}</p>${demo && html`<p>${words.demoText}</p>`}<p>${words.privacy}</p>${brand.privacyUrl !== null && html`<p><a href="${brand.privacyUrl}" target="_blank" rel="noopener noreferrer">${words.privacyPolicy}</a></p>`}${close}</form></dialog>
    <dialog id="languages" closedby="any" aria-labelledby="languages-title"><form method="dialog"><h2 id="languages-title">${words.language}</h2>
    <div class="languages">${scanLanguages.map(
      (one) =>
        html`<a href="${languageAddress({ ...page, language: one })}" lang="${one}"${one === language && html` aria-current="true"`}>${languageNames[one]}</a>`,
    )}</div>${close}</form></dialog>`
}

/** The script copies these: a message of the visitor and an answer. */
const templates = (language: ScanLanguage): Html => {
  const words = scanWords[language]
  const tool = (attributes: Html, label: string, icon: Html | Html[]) =>
    html`<button class="icon" type="button" ${attributes} aria-label="${label}" title="${label}">${icon}</button>`
  return html`<template id="said"><article class="said" aria-label="${words.you}"><p dir="auto"></p><small></small></article></template>
    <template id="answer"><article class="answer" aria-label="${words.assistant}"><div class="text" dir="auto"></div>
    <div class="dots" aria-hidden="true"><i></i><i></i><i></i></div>
    <div class="note"><span></span><button class="plain" type="button" data-act="retry">${words.retry}</button></div>
    <div class="tools">${[
      tool(html`data-act="copy"`, words.copy, [icons.copy, icons.done]),
      tool(html`data-rating="up" aria-pressed="false"`, words.good, icons.thumb),
      tool(html`data-rating="down" aria-pressed="false"`, words.bad, icons.thumb),
      tool(html`data-act="listen" aria-pressed="false"`, words.listen, icons.listen),
    ]}</div></article></template>`
}

/** The page before the first message. The Studio shows it as a preview. */
export const talkBody = (page: ScannedPage): Html =>
  html`<div id="scroll">
    ${header(page)}
    <main id="talk">${welcome(page)}<div id="log" role="log" aria-live="off"></div></main>
    </div>
    ${composer(page)}
    ${dialogs(page)}
    ${templates(page.language)}`

const icon = (content: string): Html =>
  new Html(
    '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" ' +
      `stroke-width="1.5" aria-hidden="true">${content}</svg>`,
  )
const line = (path: string): Html => icon(`<path d="${path}"/>`)
const solid = (path: string): Html => icon(`<path fill="currentColor" stroke="none" d="${path}"/>`)

/** Drawn on a grid of 20, with square corners like the modules of a code. */
export const icons = {
  menu: solid('M2 8.5h3v3H2zM8.5 8.5h3v3h-3zM15 8.5h3v3h-3z'),
  up: line('M10 17V4M4 10l6-6 6 6'),
  stop: solid('M5 5h10v10H5z'),
  copy: line('M7 7h10v10H7zM13 7V3H3v10h4'),
  done: line('M3 10.5l4.5 4.5L17 5'),
  thumb: line('M3 9h3.5v8H3zM6.5 9.5 10 3c1.5 0 2.5 1 2.5 2.5V8H17l-1.5 9h-9'),
  listen: line('M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10'),
  mic: line('M8 3h4v8H8zM5 9v5h10V9M10 14v3'),
  phone: line(
    'M4 3h3.5L9 7 7 8.5A9 9 0 0 0 11.5 13L13 11l4 1.5V16c0 .6-.4 1-1 1A13 13 0 0 1 3 4c0-.6.4-1 1-1z',
  ),
  mail: line('M2.5 4.5h15v11h-15zM3 5l7 6 7-6'),
  person: line('M10 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 17.5c0-4 3-5 7-5s7 1 7 5'),
}

/** The logo of the service: a code with few modules. */
const mark = new Html(
  '<svg width="28" height="28" viewBox="0 0 7 7" fill="currentColor" aria-hidden="true"><path d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM4 4h1v1H4zM6 4h1v1H6zM5 5h1v1H5zM4 6h1v1H4zM6 6h1v1H6z"/></svg>',
)

/** A file, because the page has no room for it. */
export const iconPath = '/s/icon.svg'
export const iconFile = mark.text
  .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  .replace('currentColor', '#0f6b5c')

/** An incomplete code, for addresses that do not work. */
export const unfinished = new Html(
  '<svg width="56" height="56" viewBox="0 0 7 7" fill="currentColor" aria-hidden="true"><path d="M0 0h3v3H0zM4 0h1v1H4zM6 1h1v1H6zM0 4h1v1H0zM2 5h1v1H2zM5 4h1v1H5z"/></svg>',
)
