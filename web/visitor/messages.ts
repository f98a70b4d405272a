import { renderMarkdown } from './markdown.ts'
import { within } from './within.ts'

// What a message looks like, in a copy of the page's template. It asks nothing of the page around
// it: the Studio's preview shows messages by it too.

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

export const sayIn = (said: HTMLElement, text: string, note: string) => {
  within(said, 'p').textContent = text
  within(said, 'small').textContent = note
}

export const answerIn = (element: HTMLElement): Answer => {
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
  return answer
}
