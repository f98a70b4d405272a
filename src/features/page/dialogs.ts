import { languageNames, scanLanguages } from '#contract/languages.ts'
import { type Html, html } from '../../platform/kit/html.ts'
import { languageAddress, type ScannedPage } from './parts.ts'
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
