import { rightToLeft } from '#contract/right-to-left.ts'
import type { Citation } from './citations.ts'
import { announceText, body, byId, copyOf } from './dom.ts'
import { loadLater } from './loading.ts'
import { type Answer, answerIn, sayIn } from './messages.ts'
import { answers, setCurrent, waiting } from './state.ts'
import { within } from './within.ts'

export const log = byId('log')

const shown = new WeakMap<Element, Answer>()
export const answerAround = (element: Element) => shown.get(element.closest('.answer') ?? element)

export const showTalking = () => body.toggleAttribute('data-talking', log.hasChildNodes())

export const addSaid = (text: string, note = ''): HTMLElement => {
  const said = copyOf('said')
  sayIn(said, text, note)
  log.append(said)
  complete(said)
  showTalking()
  return said
}

export const addAnswer = (place: Element | null = log.lastElementChild): Answer => {
  const element = copyOf('answer')
  const answer = answerIn(element)
  shown.set(element, answer)
  if (place) place.after(element)
  else log.append(element)
  return answer
}

export const clear = () => {
  log.replaceChildren()
  answers.clear()
  waiting.clear()
  setCurrent()
  showTalking()
}

/** Only citations, telephone numbers and right-to-left text need it. */
export const complete = async (element: Element, citations: Citation[] = []) => {
  const text = element.textContent
  const isRightToLeft = rightToLeft.test(text)
  if (isRightToLeft || citations[0] || /\d\d/.test(text))
    (await loadLater()).complete(element, isRightToLeft, citations)
}

/** Once for each answer: a screen reader cannot keep up word by word. */
export const announceAnswer = ({ element }: Answer, more: string) =>
  // textContent would join the lines of a list without a space.
  announceText(`${element.ariaLabel}: ${within(element, '.text').innerText} ${more}`.trim())
