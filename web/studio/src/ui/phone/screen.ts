import { isRightToLeft, type ScanLanguage } from '#contract/languages.ts'
import {
  header,
  type ScannedPage,
  talkBody,
  welcome,
} from '../../../../../src/features/page/parts.ts'
import { scanWords } from '../../../../../src/features/page/words.ts'
import { askWhy } from '../../../../visitor/later.ts'
import { type Answer, answerIn, rateIn, sayIn } from '../../../../visitor/messages.ts'
import { within } from '../../../../visitor/within.ts'
import { copyText } from '../copy.tsx'
import { phoneColors, phoneRules } from './look.ts'

interface Handlers {
  say(text: string): void
  stop(): void
  startOver(): void
  retry(answer: Answer): void
  speak(language: ScanLanguage): void
}

export type Screen = ReturnType<typeof createScreen>

/** Safe: the `html` tag escaped every value in it. */
const nodesOf = (markup: ReturnType<typeof talkBody>): DocumentFragment => {
  const template = document.createElement('template')
  template.innerHTML = markup.text
  return template.content
}

/** Replaces an element that a page may have only once, such as <main>. */
const becomeA = (tag: string, element: HTMLElement): HTMLElement => {
  const other = document.createElement(tag)
  for (const { name, value } of element.attributes) other.setAttribute(name, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

/** The visitor's page inside a phone, in a shadow root that separates its styles from the Studio's. */
export const createScreen = (root: ShadowRoot, handlers: Handlers) => {
  const colors = new CSSStyleSheet()
  root.adoptedStyleSheets = [phoneRules(), colors]
  // A <body>, because the rules of the page use this name.
  const body = document.createElement('body')
  const answers = new WeakMap<Element, Answer>()
  let shown: ScannedPage | null = null
  let isStill = false

  const find = <T extends HTMLElement = HTMLElement>(id: string): T => within(body, `#${id}`)
  const words = () => scanWords[shown?.language ?? 'en']
  const copyOf = (id: string): HTMLElement =>
    within(document.importNode(find<HTMLTemplateElement>(id).content, true), '*')

  const lay = (page: ScannedPage) => {
    body.lang = page.language
    body.dir = isRightToLeft(page.language) ? 'rtl' : 'ltr'
    const log = body.querySelector('#log')?.childNodes ?? []
    const written = body.querySelector('textarea')?.value ?? ''
    const messages = [...log]
    body.replaceChildren(nodesOf(talkBody(page)))
    find('log').append(...messages)
    find<HTMLTextAreaElement>('text').value = written
    // A test conversation cannot be ended or deleted.
    for (const id of ['end', 'forget']) find(id).remove()
    // The Studio has a <main> of its own.
    becomeA('div', find('talk'))
    // `required` would complain about an empty field when the button stops an answer.
    find<HTMLFormElement>('composer').noValidate = true
  }

  /** Keeps the messages and the unsent text. */
  const update = (page: ScannedPage) => {
    within(body, 'header').replaceWith(nodesOf(header(page)))
    const log = find('log')
    while (log.previousSibling) log.previousSibling.remove()
    log.before(nodesOf(welcome(page)))
  }

  const settle = () => {
    // Below the heading of the Studio's page.
    const title = body.querySelector('h1')
    if (title) becomeA('h2', title).className = 'name'
    body.toggleAttribute('data-still', isStill)
    for (const control of body.querySelectorAll<HTMLButtonElement | HTMLTextAreaElement>(
      '#suggestions button, #text, #send',
    )) {
      control.disabled = isStill
    }
  }

  const followNewest = () => {
    const scroller = find('scroll')
    scroller.scrollTop = scroller.scrollHeight
  }
  const showTalking = () => body.toggleAttribute('data-talking', find('log').hasChildNodes())

  const submit = (event: Event) => {
    event.preventDefault()
    const { submitter, target } = event as SubmitEvent
    if ((target as Element).id === 'suggestions') {
      return handlers.say((submitter as HTMLButtonElement).value)
    }
    if ((target as Element).className === 'why') {
      return (target as Element).remove()
    }
    if (body.hasAttribute('data-busy')) return handlers.stop()
    const input = find<HTMLTextAreaElement>('text')
    const text = input.value.trim()
    input.focus()
    if (!text) return
    input.value = ''
    handlers.say(text)
  }

  const press = (event: Event) => {
    const target = event.target as Element
    const language = target.closest<HTMLElement>('.languages a')?.lang
    if (language) {
      event.preventDefault()
      return handlers.speak(language as ScanLanguage)
    }
    const button = target.closest('button')
    if (button?.id === 'over' || button?.id === 'again') return handlers.startOver()
    const answer = answers.get(target.closest('.answer') ?? body)
    if (!button || !answer) return
    const { act, rating } = button.dataset
    if (act === 'retry') handlers.retry(answer)
    if (act === 'copy') void copyText(answer.text, button).then(() => showCopied(button))
    // Works as on the page, but a test rating is not stored.
    if (rating) {
      rateIn(answer.element, rating)
      answer.element.querySelector('.why')?.remove()
      if (rating === 'down') answer.element.append(askWhy(words()))
    }
  }

  const showCopied = (button: Element) => {
    button.toggleAttribute('data-done', true)
    setTimeout(() => button.toggleAttribute('data-done', false), 2000)
  }

  const type = (event: Event) => {
    const { key, shiftKey, isComposing, target } = event as KeyboardEvent
    if ((target as Element).id !== 'text' || key !== 'Enter' || shiftKey || isComposing) return
    event.preventDefault()
    if (!body.hasAttribute('data-busy')) find<HTMLFormElement>('composer').requestSubmit()
  }

  body.addEventListener('submit', submit)
  body.addEventListener('click', press)
  body.addEventListener('keydown', type)
  watchMenus(body)
  root.replaceChildren(body)

  return {
    words,
    /** Updates the page. Users who may not talk see it without the input. */
    show(page: ScannedPage, appearance: { isNight: boolean; isStill: boolean }) {
      isStill = appearance.isStill
      colors.replaceSync(phoneColors(page, appearance.isNight))
      // Only for a new language: a new layout would close an open menu.
      const isNew = page.language !== shown?.language
      if (isNew) lay(page)
      else if (JSON.stringify(page) !== JSON.stringify(shown)) update(page)
      shown = page
      settle()
      showTalking()
    },
    addSaid(text: string): HTMLElement {
      const said = copyOf('said')
      sayIn(said, text, '')
      find('log').append(said)
      showTalking()
      followNewest()
      return said
    },
    addAnswer(): Answer {
      const answer = answerIn(copyOf('answer'))
      answers.set(answer.element, answer)
      find('log').append(answer.element)
      followNewest()
      return answer
    },
    followNewest,
    setBusy(isBusy: boolean) {
      body.toggleAttribute('data-busy', isBusy)
      find('send').ariaLabel = isBusy ? words().stop : words().send
    },
    /** One line above the input. */
    showNotice(text: string) {
      const notice = find('notice')
      notice.textContent = text
      notice.hidden = !text
    },
    /** Announces a text to screen readers. */
    announce(text: string) {
      find('live').textContent = text
    },
    /** Puts an unsent text back, in front of newer text. */
    giveBack(text: string) {
      const input = find<HTMLTextAreaElement>('text')
      input.value = [text, input.value].filter(Boolean).join('\n')
    },
    showTalking,
    clear() {
      find('log').replaceChildren()
      showTalking()
      find('scroll').scrollTop = 0
    },
  }
}

/**
 * Opens the dialogs of the page inside the phone. The page itself would open them over the whole
 * Studio.
 */
const watchMenus = (body: HTMLElement) => {
  const openDialog = () => body.querySelector<HTMLDialogElement>('dialog[open]')
  const dialogOf = (button: Element | null) => {
    const id = button?.getAttribute('commandfor')
    return id ? body.querySelector<HTMLDialogElement>(`dialog#${id}`) : null
  }

  body.addEventListener(
    'click',
    (event) => {
      const target = event.target as Element
      const button = target.closest('button')
      const opening = dialogOf(button)
      const open = openDialog()
      if (opening) {
        // The browser would open it over everything.
        event.preventDefault()
        open?.close()
        return opening.show()
      }
      if (open && (!open.contains(target) || button || target.closest('a'))) open.close()
    },
    { capture: true },
  )

  body.addEventListener('keydown', (event) => {
    const open = openDialog()
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    open.close()
    body.querySelector<HTMLElement>('header button[commandfor]')?.focus()
  })
}
