import type { ScriptWords } from '../../src/visitor-page/words.ts'
import { within } from './within.ts'

// The page and this script are one response: what is looked for here stands in page.ts.

export const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T

/** What a <template> of the page holds, once more. */
export const copyOf = (id: string): HTMLElement =>
  within(document.importNode(byId<HTMLTemplateElement>(id).content, true), '*')

export const { body } = document
export const { lang } = document.documentElement
export const { id: shortId, root = '' } = body.dataset
export const words: ScriptWords = JSON.parse(byId('words').textContent)

const notice = byId('notice')
const live = byId('live')

/** One line above the input, until something else is told. */
export const tell = (text: string) => {
  notice.textContent = text
  notice.hidden = !text
}

/** For those who listen to the page. */
export const announce = (text: string) => {
  live.textContent = text
}
