import { renderMarkdown } from './markdown.ts'
import { within } from './within.ts'

// Shows a message in a copy of the page's template. It does not depend on the page around it, so
// the Studio's preview uses it too.

export interface Answer {
  /** The service chooses it; empty until it is known. */
  id: string
  element: HTMLElement
  text: string
  isOver: boolean
  write(text: string): void
  /** `note` says why the answer is incomplete. */
  end(note?: string, isRetryable?: boolean): void
  /** Shows another text: a crashed process had sent more than it stored, or marks were removed. */
  rewrite(text: string): void
}

export const sayIn = (said: HTMLElement, text: string, note: string) => {
  within(said, 'p').textContent = text
  within(said, 'small').textContent = note
}

/** Shows the rating of an answer. */
export const rateIn = (element: HTMLElement, rating: string | null) => {
  for (const button of element.querySelectorAll<HTMLElement>('[data-rating]')) {
    button.ariaPressed = String(button.dataset.rating === rating)
  }
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
    rewrite(text) {
      if (text === answer.text) return
      content.replaceChildren()
      markdown = renderMarkdown(content)
      answer.text = ''
      answer.write(text)
    },
  }
  return answer
}
