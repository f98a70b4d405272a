import type { ScriptWords } from '#contract/script-words.ts'
import { within } from './within.ts'

// The page and this script are one response: src/features/page writes the elements that are used here.

export const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T

/** A copy of the content of a <template>. */
export const copyOf = (id: string): HTMLElement =>
  within(document.importNode(byId<HTMLTemplateElement>(id).content, true), '*')

export const { body } = document
export const { lang } = document.documentElement
export const { id: shortId, root = '' } = body.dataset
export const words: ScriptWords = JSON.parse(byId('words').textContent)

const notice = byId('notice')
const live = byId('live')

/** Shows one line above the input, until the next call. */
export const showNotice = (text: string) => {
  notice.textContent = text
  notice.hidden = !text
}

/** For screen readers. */
export const announceText = (text: string) => {
  live.textContent = text
}

export const showDemo = (isDemo: boolean) => {
  byId('demo').hidden = !isDemo
}
