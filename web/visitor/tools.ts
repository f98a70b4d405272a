import { copyText, speaker, voiceFor } from './browser.ts'
import { announce, body, lang, tell, words } from './dom.ts'
import { type Answer, rateIn } from './messages.ts'
import { ask } from './requests.ts'
import { followNewest } from './scrolling.ts'
import { know, path, setCurrent } from './state.ts'
import { addAnswer, answerAround, log } from './transcript.ts'
import { within } from './within.ts'

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

const rate = ({ id, element }: Answer, rating: string, comment?: string) => {
  rateIn(element, rating, !comment)
  announce(words.thanks)
  return ask('POST', path('/rating'), { rating, comment, message_id: id })
}

log.addEventListener('submit', (event) => {
  event.preventDefault()
  const form = event.target as HTMLFormElement
  const answer = answerAround(form)
  const comment = within<HTMLInputElement>(form, 'input').value.trim()
  form.hidden = true
  tell(words.thanks)
  if (answer && comment) rate(answer, 'down', comment)
})

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
  if (rating) rate(answer, rating)
})
