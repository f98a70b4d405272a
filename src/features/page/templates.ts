import type { ScanLanguage } from '#contract/languages.ts'
import { type Html, html } from '../../platform/kit/html.ts'
import { icons } from './icons.ts'
import { scanWords } from './words.ts'

/** The script copies these: a message of the visitor and an answer. */
export const templates = (language: ScanLanguage): Html => {
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
