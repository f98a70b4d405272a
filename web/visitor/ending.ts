import { announce, body, byId, tell, words } from './dom.ts'
import { ask } from './requests.ts'
import { save, saved } from './saved.ts'
import { takeBack } from './sending.ts'
import { disconnect, goOnAfter } from './stream.ts'
import { clear, path, setCurrent, talk } from './talk.ts'

const again = byId('again')

/** Shows the end; what was said stays to be read. */
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

/** As if the code had just been scanned. */
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
