// Loaded on first use, because most visitors never need it: voice input, reading aloud, citations,
// numbers in right-to-left text, deleting a conversation, people. It imports nothing of the page but types: a
// shared module would need a third file.
import { maxLength } from '#contract/limits.ts'
import { numberRuns } from '#contract/number-runs.ts'
import { type Citation, make, markCitations, openDialog, showCitation } from './citations.ts'
import { focusOn, lateWords, type PageTools } from './later-words.ts'
import type { Answer } from './messages.ts'
import { linkTelephones } from './telephone.ts'

export * from './handling.ts'

/** The part of the browser's speech recognition that is used; some browsers have another name for it. */
export interface Recognition {
  lang: string
  interimResults: boolean
  onresult: ((event: { results: Iterable<ArrayLike<{ transcript: string }>> }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
}

interface Reading {
  speaker: SpeechSynthesis | undefined
  voice: SpeechSynthesisVoice | undefined
  element: Element
  button: Element
}

/** Reads an answer aloud. Pressed again, it stops. */
export const read = ({ speaker, voice, element, button }: Reading) => {
  if (!speaker) return
  const isSpeaking = speaker.speaking
  speaker.cancel()
  if (isSpeaking) return
  // Without the marks of citations.
  const spoken = element.querySelector('.text')?.cloneNode(true) as Element
  for (const mark of spoken.querySelectorAll('button')) mark.remove()
  const speech = new SpeechSynthesisUtterance(spoken.textContent ?? '')
  speech.voice = voice ?? null
  speech.lang = document.documentElement.lang
  button.ariaPressed = 'true'
  speech.onend = speech.onerror = () => {
    button.ariaPressed = 'false'
  }
  speaker.speak(speech)
}

let running: Recognition | undefined

/**
 * Writes what the visitor says into the field. The visitor reads it and sends it. Pressed again, it
 * stops.
 */
export const dictate = (recognizer: Recognition, field: HTMLTextAreaElement, button: Element) => {
  if (running) return running.stop()
  const before = field.value && `${field.value} `
  running = recognizer
  recognizer.lang = document.documentElement.lang
  recognizer.interimResults = true
  recognizer.onresult = ({ results }) => {
    field.value = before + Array.from(results, (one) => one[0]?.transcript ?? '').join('')
    // The field fits itself to its text.
    field.dispatchEvent(new Event('input'))
  }
  // This runs after an error too, such as a refused microphone.
  recognizer.onend = () => {
    running = undefined
    button.ariaPressed = 'false'
  }
  button.ariaPressed = 'true'
  recognizer.start()
}

/** Completes a message: its citations, telephone numbers, and the numbers in right-to-left text. */
export const complete = (message: Element, isRightToLeft: boolean, citations: Citation[]) => {
  const language = document.documentElement.lang
  const close = document.querySelector('#about .plain')?.textContent ?? ''
  markCitations(message, citations, language, (one) => showCitation(one, language, close))
  if (message.matches('.answer')) linkTelephones(message)
  if (isRightToLeft) isolateNumbers(message)
}

/** Shows telephone numbers and times in right-to-left text as they are written. */
const isolateNumbers = (message: Element) => {
  for (const part of message.querySelectorAll('p,li,th,td,h2,strong')) isolateIn(part)
}

const isolateIn = (element: Element) => {
  element.normalize()
  for (const child of [...element.childNodes]) {
    const runs = child instanceof Text ? numberRuns(child.data) : []
    if (runs.length < 2) continue
    const isolated = (run: string) => make('bdi', { dir: 'ltr', textContent: run })
    const parts = runs.map((run, index) => (index % 2 ? isolated(run) : run))
    child.replaceWith(...parts)
  }
}

/** Rates an answer. A bad rating asks for a comment. */
export const rate = (page: PageTools, id: string, element: Element, rating: string) => {
  const { ask, showNotice, announceText } = page
  const { thanks } = lateWords()
  announceText(thanks)
  const send = (comment?: string) => ask('POST', '/rating', { rating, comment, message_id: id })
  element.querySelector('form')?.remove()
  if (rating === 'down') {
    // The service offers a person now.
    document.getElementById('person')?.classList.add('main')
    const form = askWhy(lateWords())
    form.onsubmit = (event) => {
      event.preventDefault()
      const comment = form.querySelector('input')?.value.trim()
      form.remove()
      showNotice(thanks)
      if (comment) send(comment)
    }
    element.append(form)
  }
  return send()
}

export const askWhy = ({ why, send }: { why: string; send: string }): HTMLFormElement => {
  const form = make('form', { className: 'why' })
  // The page has no room for these rules.
  Object.assign(form.style, { display: 'flex', gap: '8px', marginTop: '12px' })
  const input = make('input', { maxLength: maxLength.comment, placeholder: why, ariaLabel: why })
  Object.assign(input, { dir: 'auto', autocomplete: 'off' })
  Object.assign(input.style, { flex: '1', minWidth: '0', padding: '8px 12px' })
  form.append(input, make('button', { className: 'plain', textContent: send }))
  return form
}

const copiedMs = 2000

export const copy = async (
  button: Element,
  answer: Element,
  isRefused: Promise<unknown>,
  announceText: PageTools['announceText'],
) => {
  if (await isRefused) {
    // Some browsers refuse the clipboard to pages without https.
    getSelection()?.selectAllChildren(answer.querySelector('.text') ?? answer)
    document.execCommand('copy')
    getSelection()?.empty()
  }
  announceText(lateWords().copied)
  button.toggleAttribute('data-done', true)
  setTimeout(() => button.toggleAttribute('data-done', false), copiedMs)
}

interface Retrying extends Pick<PageTools, 'ask' | 'showNotice'> {
  addAnswer: () => Answer
  setCurrent: (answer?: Answer) => void
  followNewest: () => void
  know: (answer: Answer, id: string) => void
}

/** Asks for another answer instead of one that failed. */
export const retry = async (page: Retrying, failed: Answer) => {
  const { setCurrent } = page
  const mark = (isFailed: boolean) => failed.element.toggleAttribute('data-failed', isFailed)
  mark(false)
  const answer = page.addAnswer()
  setCurrent(answer)
  page.followNewest()
  const { status, data } = await page.ask('POST', '/retry')
  if (status === 202) {
    if (!failed.text) failed.element.remove()
    if (!answer.id) page.know(answer, data.message_id ?? '')
  } else if (!answer.id) {
    answer.element.remove()
    setCurrent()
    mark(true)
    page.showNotice(data.detail ?? lateWords().failed)
  }
}

export const explainEnd = (reason: string, announceText: PageTools['announceText']) => {
  const { timedOut, limit, closed } = lateWords()
  const sentence = reason === 'timed_out' ? timedOut : reason === 'limit' ? limit : closed
  const place = document.getElementById('ending')
  if (place) place.textContent = sentence
  announceText(sentence)
}

interface Ending extends Pick<PageTools, 'ask' | 'showNotice'> {
  conclude: (reason: string) => void
  reset: () => void
}

export const close = async ({ ask, showNotice, conclude }: Ending) => {
  const { status } = await ask('POST', '/close')
  if (status !== 204) return showNotice(lateWords().failed)
  conclude('closed')
  focusOn('again')
}

/** Asks whether the visitor is sure. */
export const askToForget = (page: Ending) => {
  const { deleteTitle, deleteText, deleteNow, cancel } = lateWords()
  const heading = make('h2', { id: 'forget-title', textContent: deleteTitle })
  const row = make('div', { className: 'row' })
  const now = make('button', { className: 'main danger', textContent: deleteNow })
  now.onclick = () => forget(page)
  row.append(make('button', { className: 'plain', textContent: cancel }), now)
  const form = make('form', { method: 'dialog' })
  form.append(heading, make('p', { textContent: deleteText }), row)
  openDialog(form, heading.id)
}

/** Deletes the conversation, also when the service no longer has it. */
const forget = async ({ ask, showNotice, reset }: Ending) => {
  const { status } = await ask('DELETE', '')
  if (status !== 204 && status !== 404) return showNotice(lateWords().failed)
  reset()
  showNotice(lateWords().forgotten)
  focusOn('text')
}
