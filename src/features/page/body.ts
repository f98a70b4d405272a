import { languageNames, type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { type Html, html } from '../../platform/kit/html.ts'
import { icons } from './icons.ts'
import { composer, header, languageAddress, type ScannedPage, welcome } from './parts.ts'
import { scanWords } from './words.ts'

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
  const opening = (id: string, text: string, attributes?: Html) =>
    html`<button type="button" command="show-modal" commandfor="${id}"${attributes}>${text}</button>`
  const acting = (id: string, text: string) =>
    html`<button type="button" id="${id}" class="talking">${text}</button>`
  const close = html`<div class="row"><button class="plain">${words.close}</button></div>`
  return html`<dialog id="menu" closedby="any" aria-label="${words.menu}"><form method="dialog">
    ${!isPlain && [acting('over', words.startOver), acting('end', words.end), opening('forget', words.forget, html` class="talking"`)]}
    ${opening('languages', words.language)}${opening('about', words.about)}</form></dialog>
    <dialog id="about" closedby="any" aria-labelledby="about-title"><form method="dialog"><h2 id="about-title">${words.about}</h2>
    <p>${!page.panel && words.aboutScan && `${words.aboutScan} `}${words.aboutText}</p>${demo && html`<p>${words.demoText}</p>`}<p>${words.privacy}</p>${brand.privacyUrl !== null && html`<p><a href="${brand.privacyUrl}" target="_blank" rel="noopener noreferrer">${words.privacyPolicy}</a></p>`}${close}</form></dialog>
    <dialog id="languages" closedby="any" aria-labelledby="languages-title"><form method="dialog"><h2 id="languages-title">${words.language}</h2>
    <div class="languages">${scanLanguages.map(
      (one) =>
        html`<a href="${languageAddress({ ...page, language: one })}" lang="${one}"${one === language && html` aria-current="true"`}>${languageNames[one]}</a>`,
    )}</div>${close}</form></dialog>
    ${
      !isPlain &&
      html`<dialog id="forget" aria-labelledby="forget-title"><form method="dialog"><h2 id="forget-title">${words.forgetTitle}</h2>
    <p>${words.forgetText}</p><div class="row"><button class="plain">${words.cancel}</button><button id="forget-now" class="main danger">${words.forgetNow}</button></div></form></dialog>`
    }`
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
