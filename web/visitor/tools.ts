import { copyToClipboard, speaker, voiceFor } from './browser.ts'
import { announceText, body, lang, showNotice } from './dom.ts'
import { loadLater } from './loading.ts'
import { type Answer, rateIn } from './messages.ts'
import { askTalk } from './requests.ts'
import { followNewest } from './scrolling.ts'
import { know, setCurrent } from './state.ts'
import { addAnswer, answerAround, log } from './transcript.ts'

const copy = async (button: Element, { text, element }: Answer) => {
  const isRefused = copyToClipboard(text).catch(() => true)
  ;(await loadLater()).copy(button, element, isRefused, announceText)
}

const retry = async (failed: Answer) => {
  const page = { ask: askTalk, showNotice, addAnswer, setCurrent, followNewest, know }
  ;(await loadLater()).retry(page, failed)
}

const rate = async ({ id, element }: Answer, rating: string) => {
  rateIn(element, rating)
  const later = await loadLater()
  later.rate({ ask: askTalk, showNotice, announceText }, id, element, rating)
}

const showVoice = () => body.toggleAttribute('data-voice', !!voiceFor(lang))
// Older browsers have no events for voices.
speaker?.addEventListener?.('voiceschanged', showVoice)
showVoice()

const listen = async (button: Element, { element }: Answer) => {
  const { read } = await loadLater()
  read({ speaker, voice: voiceFor(lang), element, button })
}

log.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button')
  const answer = button && answerAround(button)
  if (!answer) return
  const { act, rating } = button.dataset
  if (act === 'copy') copy(button, answer)
  if (act === 'listen') listen(button, answer)
  if (act === 'retry') retry(answer)
  if (rating) rate(answer, rating)
})
