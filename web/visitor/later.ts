// Loaded on first use, because most visitors never need it: voice input, reading aloud, citations,
// numbers in right-to-left text, deleting a conversation. It imports nothing of the page but types: a
// shared module would need a third file.
import { maxLength } from '#contract/limits.ts'
import { numberRuns } from '#contract/number-runs.ts'
import { type Citation, markCitations, showCitation } from './citations.ts'
import { linkTelephones } from './telephone.ts'

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
  speaker: SpeechSynthesis
  voice: SpeechSynthesisVoice | null
  lang: string
  content: Element
  button: Element
}

/** Reads a text aloud. Pressed again, it stops. */
export const read = ({ speaker, voice, lang, content, button }: Reading) => {
  const isSpeaking = speaker.speaking
  speaker.cancel()
  if (isSpeaking) return
  // Without the marks of citations.
  const spoken = content.cloneNode(true) as Element
  for (const mark of spoken.querySelectorAll('button')) mark.remove()
  const speech = new SpeechSynthesisUtterance(spoken.textContent ?? '')
  speech.voice = voice
  speech.lang = lang
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
    const parts = runs.map((run, index) => (index % 2 ? isolated(run) : run))
    child.replaceWith(...parts)
  }
}

const isolated = (text: string) => {
  const element = document.createElement('bdi')
  element.dir = 'ltr'
  element.textContent = text
  return element
}

/** What the page lends to this script. */
interface Page {
  ask: (method: string, what: string, input?: object) => Promise<{ status: number }>
  showNotice: (text: string) => void
  words: { thanks: string; why: string; send: string }
}

/** Rates an answer. A bad rating asks for a comment. */
export const rate = (page: Page, id: string, element: Element, rating: string) => {
  const { ask, showNotice, words } = page
  const send = (comment?: string) => ask('POST', '/rating', { rating, comment, message_id: id })
  element.querySelector('form')?.remove()
  if (rating === 'down') {
    const form = askWhy(words)
    form.onsubmit = (event) => {
      event.preventDefault()
      const comment = form.querySelector('input')?.value.trim()
      form.remove()
      showNotice(words.thanks)
      if (comment) send(comment)
    }
    element.append(form)
  }
  return send()
}

export const askWhy = ({ why, send }: { why: string; send: string }): HTMLFormElement => {
  const form = document.createElement('form')
  form.className = 'why'
  const input = document.createElement('input')
  Object.assign(input, { maxLength: maxLength.comment, placeholder: why, ariaLabel: why })
  Object.assign(input, { dir: 'auto', autocomplete: 'off' })
  const button = document.createElement('button')
  button.className = 'plain'
  button.textContent = send
  form.append(input, button)
  return form
}

/** For browsers that refuse the clipboard to pages without https. */
export const copySelected = (element: Element) => {
  getSelection()?.selectAllChildren(element)
  document.execCommand('copy')
  getSelection()?.empty()
}

interface Ending {
  ask: Page['ask']
  showNotice: (text: string) => void
  words: { failed: string; forgotten: string }
  conclude: (reason: string) => void
  reset: () => void
}

const focus = (id: string) => document.getElementById(id)?.focus()

export const close = async ({ ask, showNotice, words, conclude }: Ending) => {
  const { status } = await ask('POST', '/close')
  if (status !== 204) return showNotice(words.failed)
  conclude('closed')
  focus('again')
}

/** Deletes the conversation, also when the service no longer has it. */
export const forget = async ({ ask, showNotice, words, reset }: Ending) => {
  const { status } = await ask('DELETE', '')
  if (status !== 204 && status !== 404) return showNotice(words.failed)
  reset()
  showNotice(words.forgotten)
  focus('text')
}
