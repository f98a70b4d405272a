import { announce, body, byId, tell, words } from './dom.ts'
import { ask } from './requests.ts'
import { takeBack } from './sending.ts'
import { path, save, saved, setCurrent, talk } from './state.ts'
import { disconnect, goOnAfter } from './stream.ts'
import { clear } from './transcript.ts'

const again = byId('again')

/** Shows that the conversation has ended; its messages stay readable. */
export const conclude = (reason: string) => {
  const { activeElement } = document
  talk.hasEnded = true
  disconnect()
  if (saved.unsent[0]) takeBack()
  talk.current?.end()
  setCurrent()
  const sentence =
    reason === 'timed_out' ? words.timedOut : reason === 'limit' ? words.limit : words.closed
  byId('ending').textContent = sentence
  body.dataset.ended = ''
  tell('')
  announce(sentence)
  if (byId('composer').contains(activeElement)) again.focus()
}

/** Shows the page as after a new scan. */
export const reset = () => {
  delete saved.token
  saved.unsent = []
  save()
  disconnect()
  goOnAfter('')
  talk.hasEnded = talk.isSending = false
  talk.round += 1
  clear()
  tell('')
  delete body.dataset.ended
}

const startOver = () => {
  if (saved.token && !talk.hasEnded) ask('POST', path('/close'))
  reset()
  byId('text').focus()
}

const close = async () => {
  if (!saved.token) return reset()
  const { status } = await ask('POST', path('/close'))
  if (status !== 204) return tell(words.failed)
  conclude('closed')
  again.focus()
}

const forget = async () => {
  const { status } = await ask('DELETE', path(''))
  if (status !== 204 && status !== 404) return tell(words.failed)
  reset()
  tell(words.forgotten)
  byId('text').focus()
}

again.onclick = byId('over').onclick = startOver
byId('end').onclick = close
byId('forget-now').onclick = forget
