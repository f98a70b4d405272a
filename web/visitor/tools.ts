import { copyToClipboard, speaker, voiceFor } from './browser.ts'
import { announceText, body, lang, showNotice, words } from './dom.ts'
import { loadLater } from './loading.ts'
import { type Answer, rateIn } from './messages.ts'
import { askTalk } from './requests.ts'
import { followNewest } from './scrolling.ts'
import { know, setCurrent } from './state.ts'
import { addAnswer, answerAround, log } from './transcript.ts'
import { within } from './within.ts'

const copiedMs = 2000

const copy = async (button: Element, { text, element }: Answer) => {
  try {
    await copyToClipboard(text)
  } catch {
    ;(await loadLater()).copySelected(within(element, '.text'))
  }
  announceText(words.copied)
  button.toggleAttribute('data-done', true)
  setTimeout(() => button.toggleAttribute('data-done', false), copiedMs)
}

const retry = async (failed: Answer) => {
  const mark = (isFailed: boolean) => failed.element.toggleAttribute('data-failed', isFailed)
  mark(false)
  const answer = addAnswer()
  setCurrent(answer)
  followNewest()
  const { status, data } = await askTalk<{ message_id: string }>('POST', '/retry')
  if (status === 202) {
    if (!failed.text) failed.element.remove()
    if (!answer.id) know(answer, data.message_id)
  } else if (!answer.id) {
    answer.element.remove()
    setCurrent()
    mark(true)
    showNotice(data.detail ?? words.failed)
  }
}

const rate = async ({ id, element }: Answer, rating: string) => {
  rateIn(element, rating)
  announceText(words.thanks)
  const later = await loadLater()
  later.rate({ ask: askTalk, showNotice, words }, id, element, rating)
}

const showVoice = () => body.toggleAttribute('data-voice', !!voiceFor(lang))
// Older browsers have no events for voices.
speaker?.addEventListener?.('voiceschanged', showVoice)
showVoice()

const listen = async (button: Element, { element }: Answer) => {
  if (!speaker) return
  const { read } = await loadLater()
  const content = within(element, '.text')
  read({ speaker, voice: voiceFor(lang) ?? null, lang, content, button })
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
