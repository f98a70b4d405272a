import { isOnline } from './browser.ts'
import { tell, words } from './dom.ts'
import { follow } from './following.ts'
import { saved } from './saved.ts'
import { deliver } from './sending.ts'
import { disconnect, isConnected } from './stream.ts'
import { watch } from './talk.ts'
import { restore } from './visit.ts'

let tries = 0
let isLost = false
let timer: number | undefined

// Not all at once, when it was the service that was away.
const pause = () => Math.min(30, 2 ** tries) * 500 * (1 + Math.random())

export const later = (waitMs = pause()) => {
  tries += 1
  clearTimeout(timer)
  timer = setTimeout(resume, waitMs)
}

const resume = () => {
  // What a stream cannot say, an answer does: that the conversation is gone.
  if (tries > 2 && saved.token) return restore()
  if (!isConnected()) follow()
  return deliver()
}

export const lose = () => {
  isLost = true
  // Where a request is lost, the stream may be dead without having said so.
  disconnect()
  const kept = saved.unsent[0] ? ` ${words.kept}` : ''
  // A connection that is back at once is not worth a word.
  if (tries || kept || !isOnline()) {
    tell((isOnline() ? words.reconnecting : words.offline) + kept)
  }
  later()
}

export const regain = () => {
  tries = 0
  if (isLost) tell('')
  isLost = false
  watch()
  return deliver()
}

/** A phone that was locked, or has changed its network, holds a connection that is dead. */
const comeBack = () => {
  tries = 0
  disconnect()
  clearTimeout(timer)
  if (document.hidden) return
  if (!saved.token) regain()
  resume()
}

addEventListener('online', comeBack)
addEventListener('offline', lose)
addEventListener('pageshow', ({ persisted }) => persisted && comeBack())
document.addEventListener('visibilitychange', comeBack)
