import type { LaterWords } from '#contract/script-words.ts'
import type { Reply } from './requests.ts'

/** The service writes it in front of the script that is loaded on first use. */
declare const laterWords: Record<string, LaterWords>

export const lateWords = () => laterWords[document.documentElement.lang] as LaterWords

/** What the page lends to the script that is loaded on first use. */
export interface PageTools {
  ask: (method: string, what: string, input?: object) => Promise<Replied>
  showNotice: (text: string) => void
  announceText: (text: string) => void
}

export type Replied = Reply<{
  message_id?: string
  opens_at?: string | null
  errors?: { pointer: string; message: string }[]
}>

export const focusOn = (id: string) => document.getElementById(id)?.focus()
