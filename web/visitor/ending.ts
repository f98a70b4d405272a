import { announceText, body, byId, showNotice } from './dom.ts'
import { loadLater } from './loading.ts'
import { showHandling } from './people.ts'
import { askTalk } from './requests.ts'
import { takeBack } from './sending.ts'
import { save, saved, setCurrent, talk } from './state.ts'
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
  showHandling({ handling: 'assistant' })
  body.dataset.ended = ''
  showNotice('')
  loadLater().then((later) => later.explainEnd(reason, announceText))
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
  showHandling({ handling: 'assistant' })
  showNotice('')
  delete body.dataset.ended
}

const startOver = () => {
  if (saved.token && !talk.hasEnded) askTalk('POST', '/close')
  reset()
  byId('text').focus()
}

const later = (name: 'close' | 'askToForget') => async () => {
  if (!saved.token) return reset()
  return (await loadLater())[name]({ ask: askTalk, showNotice, conclude, reset })
}

again.onclick = byId('over').onclick = startOver
byId('end').onclick = later('close')
byId('forget').onclick = later('askToForget')
