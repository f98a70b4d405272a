import { announce, body, byId, copyOf, within, words } from './dom.ts'
import { renderMarkdown } from './markdown.ts'

export interface Answer {
  /** The server's; empty until it is known. */
  id: string
  element: HTMLElement
  text: string
  isOver: boolean
  write(text: string): void
  /** With a word on how, unless it is whole. */
  end(note?: string, isRetryable?: boolean): void
  /** What a process that died had not kept was no part of the answer. */
  cutTo(length: number): void
}

export const log = byId('log')

const shown = new WeakMap<Element, Answer>()
export const answerAround = (element: Element) => shown.get(element.closest('.answer') ?? element)

export const showTalking = () => body.toggleAttribute('data-talking', log.hasChildNodes())

export const addSaid = (text: string, note = ''): HTMLElement => {
  const said = copyOf('said')
  within(said, 'p').textContent = text
  within(said, 'small').textContent = note
  log.append(said)
  showTalking()
  return said
}

export const addAnswer = (place: Element | null = log.lastElementChild): Answer => {
  const element = copyOf('answer')
  const content = within(element, '.text')
  let markdown = renderMarkdown(content)
  const answer: Answer = {
    id: '',
    element,
    text: '',
    isOver: false,
    write(text) {
      answer.text += text
      markdown.write(text)
    },
    end(note = '', isRetryable = false) {
      answer.isOver = true
      markdown.end()
      within(element, '.note span').textContent = note
      element.dataset.over = answer.text && 'said'
      element.toggleAttribute('data-failed', isRetryable)
    },
    cutTo(length) {
      if (length >= answer.text.length) return
      content.replaceChildren()
      markdown = renderMarkdown(content)
      answer.text = answer.text.slice(0, length)
      markdown.write(answer.text)
    },
  }
  shown.set(element, answer)
  if (place) place.after(element)
  else log.append(element)
  return answer
}

/** Once for each answer: word by word nobody could follow. */
export const announceAnswer = ({ element }: Answer) =>
  // biome-ignore lint/performance/useDomNodeTextContent: the lines of a list must not run together.
  announce(`${words.assistant}: ${within(element, '.text').innerText}`)
