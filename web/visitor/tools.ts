import { copyText, speaker, voiceFor } from './browser.ts'
import { announce, body, lang, tell, words } from './dom.ts'
import type { Answer } from './messages.ts'
import { ask } from './requests.ts'
import { followNewest } from './scrolling.ts'
import { know, path, setCurrent } from './state.ts'
import { addAnswer, answerAround, log } from './transcript.ts'

const copiedMs = 2000

const copy = async (button: Element, { text, element }: Answer) => {
  try {
    await copyText(text)
  } catch {
    getSelection()?.selectAllChildren(element.querySelector('.text') ?? element)
    document.execCommand('copy')
    getSelection()?.empty()
  }
  announce(words.copied)
  button.toggleAttribute('data-done', true)
  setTimeout(() => button.toggleAttribute('data-done', false), copiedMs)
}

const retry = async (failed: Answer) => {
  const mark = (isFailed: boolean) => failed.element.toggleAttribute('data-failed', isFailed)
  mark(false)
  const answer = addAnswer()
  setCurrent(answer)
  followNewest()
  const { status, data } = await ask<{ message_id: string }>('POST', path('/retry'))
  if (status === 202) {
    if (!failed.text) failed.element.remove()
    if (!answer.id) know(answer, data.message_id)
  } else if (!answer.id) {
    answer.element.remove()
    setCurrent()
    mark(true)
    tell(data.detail ?? words.failed)
  }
}

/** A conversation has one rating, shown at its last answer. */
export const showRating = (rating: string | null | undefined) => {
  for (const button of log.querySelectorAll<HTMLElement>('.answer:last-child [data-rating]')) {
    button.ariaPressed = String(button.dataset.rating === rating)
  }
}

const rate = (rating: string | undefined) => {
  showRating(rating)
  announce(words.thanks)
  return ask('POST', path('/rating'), { rating })
}

const showVoice = () => body.toggleAttribute('data-voice', !!voiceFor(lang))
// Older browsers have no events for voices.
speaker?.addEventListener?.('voiceschanged', showVoice)
showVoice()

const listen = (button: Element, { element }: Answer) => {
  if (!speaker) return
  const isSpeaking = speaker.speaking
  speaker.cancel()
  if (isSpeaking) return
  const speech = new SpeechSynthesisUtterance(element.querySelector('.text')?.textContent ?? '')
  speech.voice = voiceFor(lang) ?? null
  speech.lang = lang
  button.ariaPressed = 'true'
  speech.onend = speech.onerror = () => {
    button.ariaPressed = 'false'
  }
  speaker.speak(speech)
}

log.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest('button')
  const answer = button && answerAround(button)
  if (!answer) return
  const { act, rating } = button.dataset
  if (act === 'copy') copy(button, answer)
  if (act === 'listen') listen(button, answer)
  if (act === 'retry') retry(answer)
  if (rating) rate(rating)
})
