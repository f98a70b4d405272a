import { hasStreams, replaceAddress } from './browser.ts'
import { showBusy } from './composer.ts'
import { root, shortId } from './dom.ts'
import type { Answer } from './messages.ts'
import { saved, type Unsent } from './saved.ts'
import { log, showTalking } from './transcript.ts'
import { restore } from './visit.ts'

/** How the conversation stands. */
export const talk: {
  /** The answer that is awaited or being written; hidden while its message cannot be sent. */
  current: Answer | undefined
  isSending: boolean
  isStopped: boolean
  hasEnded: boolean
  /** Counts the new beginnings: what was asked before one is nobody's answer any more. */
  round: number
} = { current: undefined, isSending: false, isStopped: false, hasEnded: false, round: 0 }

export const answers = new Map<string, Answer>()

/** Where the messages stand that have not been sent. */
export const waiting = new Map<Unsent, HTMLElement>()

export const isBusy = () => !!talk.current && !talk.current.element.hidden

export const path = (what: string) => `${root}/c/${saved.token}${what}`

const silenceMs = hasStreams ? 12_000 : 1000
let silence: number | undefined

/** A connection can be dead without a word: then the server is asked what there is. */
export const watch = () => {
  clearTimeout(silence)
  if (isBusy()) silence = setTimeout(restore, silenceMs)
  showBusy(isBusy())
}

export const setCurrent = (answer?: Answer) => {
  talk.current = answer
  watch()
}

export const know = (answer: Answer, id: string) => {
  answer.id = id
  answers.set(id, answer)
}

/** A reload of this address is no new scan. */
export const leaveScan = () => replaceAddress(`${root}/s/${shortId}/chat${location.search}`)

export const clear = () => {
  log.replaceChildren()
  answers.clear()
  waiting.clear()
  setCurrent()
  showTalking()
}
