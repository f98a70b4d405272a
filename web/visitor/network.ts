import { hasStreams, isOnline } from './browser.ts'
import { showNotice, words } from './dom.ts'
import { follow } from './following.ts'
import { restore } from './restoring.ts'
import { deliver } from './sending.ts'
import { isBusy, on, reportEvent, saved, talk } from './state.ts'
import { disconnect, isConnected } from './stream.ts'

let tries = 0
let isLost = false
let timer: number | undefined

// Random, so that the pages do not all return at once after the service was away.
const pause = () => Math.min(30, 2 ** tries) * 500 * (1 + Math.random())

const later = (waitMs = pause()) => {
  tries += 1
  clearTimeout(timer)
  timer = setTimeout(resume, waitMs)
}
on('delayed', later)

const resume = () => {
  // Only a request can tell that the conversation was deleted, the stream cannot.
  if (tries > 2 && saved.token) return restore()
  if (!isConnected()) follow()
  return deliver()
}

const lose = () => {
  isLost = true
  // When a request is lost, the stream may be dead too without having reported it.
  disconnect()
  const kept = saved.unsent[0] ? ` ${words.kept}` : ''
  // A connection that returns at once is not worth a notice.
  if (tries || kept || !isOnline()) {
    showNotice((isOnline() ? words.reconnecting : words.offline) + kept)
  }
  later()
}
on('lost', lose)

const regain = () => {
  tries = 0
  if (isLost) showNotice('')
  isLost = false
  reportEvent('progress')
  return deliver()
}
on('connected', regain)

// A connection can be dead without an error, and some browsers have no streams: after a silence
// the page asks for the conversation.
const silenceMs = hasStreams ? 12_000 : 1000
let silence: number | undefined
on('progress', () => {
  clearTimeout(silence)
  if (isBusy()) silence = setTimeout(restore, silenceMs)
  // A person may be silent for minutes: only the stream is opened again.
  else if (talk.isWithPerson) silence = setTimeout(hasStreams ? follow : restore, 2 * silenceMs)
})

/** After a phone was locked or has changed its network, its connection is dead. */
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
