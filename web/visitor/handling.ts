// Who answers, and the ways to a person. A part of the script that is loaded on first use.
import { localTime } from './browser-later.ts'
import { make } from './citations.ts'
import { lateWords } from './later-words.ts'
import { type LeadTools, openLead } from './leads.ts'
import type { ShownHandling } from './people.ts'

const byId = (id: string) => document.getElementById(id)
/** In the header. */
const whoAnswers = () => byId('demo')?.previousElementSibling

/** Says who answers, in a line that stays. */
export const showHandling = (
  { handling, person, notice, message = notice ?? '', ...state }: ShownHandling,
  announce?: (text: string) => void,
) => {
  // In a view of the conversation, `name` is the title of the code.
  const name = handling === 'person' ? (person?.name ?? state.name) : null
  const { dataset } = document.body
  if (handling === 'assistant') delete dataset.handling
  else dataset.handling = handling
  const { assistant, human } = lateWords()
  whoAnswers()?.replaceChildren(
    name ? make('bdi', { textContent: name }) : assistant,
    name ? ` · ${human}` : '',
  )
  byId('demo')?.style.setProperty('display', name ? 'none' : '')
  const wait = handling === 'waiting' ? byId('people')?.dataset.wait : ''
  const sentence = [message, wait].filter(Boolean).join(' ')
  announce?.(sentence)
  showLine('handling', sentence)
  showLine('typing', '')
  // Nobody has answered, so the visitor may leave an address.
  const isMissed =
    handling === 'assistant' && !!message && !document.querySelector('#log [data-person]')
  offerLead(isMissed)
}

/** Shows a line above the notice, which connection and limits use. */
const showLine = (id: string, text: string) => {
  const line = byId(id) ?? make('p', { id })
  Object.assign(line.style, { textAlign: 'center', paddingBottom: '8px', fontSize: '.8125rem' })
  line.textContent = text
  line.hidden = !text
  byId('notice')?.before(line)
}

/** Rules that only messages of people need. */
export const showPerson = (element: HTMLElement) => {
  element.dataset.person = ''
  const { style } = element.querySelector('.text') as HTMLElement
  Object.assign(style, { borderInlineStart: '2px solid var(--accent)', paddingInlineStart: '12px' })
  // Only answers of the assistant are rated.
  for (const button of element.querySelectorAll('[data-rating]')) button.remove()
  showLine('typing', '')
}

const typingShownMs = 5000
let typing: ReturnType<typeof setTimeout> | undefined

export const showTyping = () => {
  const name = whoAnswers()?.querySelector('bdi')?.textContent
  if (!name) return
  showLine(
    'typing',
    lateWords().typing.replace('{name}', () => name),
  )
  clearTimeout(typing)
  typing = setTimeout(showLine, typingShownMs, 'typing', '')
}

const offerLead = (isOffered: boolean) =>
  document.querySelector('#people a')?.classList.toggle('main', isOffered)

interface People extends LeadTools {
  restore: () => void
}

const streamMs = 1000

/** The visitor asks for a person, or opens the form. */
export const reachPeople = async (target: Element, page: People) => {
  const control = target.closest('button,a')
  if (control instanceof HTMLAnchorElement)
    return openLead(control.href, page, () => offerLead(false))
  if (!control) return
  const { ask, showNotice, announceText, openTalk, restore } = page
  const { status, data } = (await openTalk()) ?? (await ask('POST', '/handoff'))
  if (status === 202) {
    showNotice('')
    // Usually the stream says so at once.
    setTimeout(() => document.body.dataset.handling === undefined && restore(), streamMs)
    return
  }
  const { detail = lateWords().failed, opens_at } = data
  const time = opens_at ? localTime(opens_at, document.documentElement.lang) : ''
  const opens = time && lateWords().opens.replace('{time}', () => time)
  const sentence = `${detail} ${opens}`.trim()
  showNotice(sentence)
  announceText(sentence)
  // Before the first message the visitor has to write one.
  if (opens_at || document.querySelector('#log>*')) offerLead(status === 409)
  else byId('text')?.focus()
}
