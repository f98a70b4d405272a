import { announceText, byId, showNotice } from './dom.ts'
import { loadLater } from './loading.ts'
import type { Answer } from './messages.ts'
import { askTalk } from './requests.ts'
import { openTalk } from './sending.ts'
import { reportEvent, setCurrent, talk } from './state.ts'

/** Who answers: a change as the stream tells it, or a part of the view of a conversation. */
export interface ShownHandling {
  handling: string
  name?: string | null
  person?: { name: string } | null
  /** The sentence of the service about it. */
  message?: string
  notice?: string | null
  /** The service offers a person. */
  offer?: string | null | undefined
}

/** The button with which the visitor asks for a person, if it is on. */
export const person: HTMLElement | null = byId('person')

/** `announce` is for a change that happens now. */
export const showHandling = async (state: ShownHandling, announce?: typeof announceText) => {
  const { current } = talk
  talk.isWithPerson = state.handling !== 'assistant'
  // The message goes to a person: no answer is awaited.
  if (talk.isWithPerson && current && !current.text) {
    current.element.remove()
    setCurrent()
  }
  person?.classList.toggle('main', !!state.offer)
  reportEvent('progress')
  if (state.message || state.notice || byId('handling')) {
    ;(await loadLater()).showHandling(state, announce)
  }
}

/** Shows that a person wrote a message; `label` says who. */
export const showPerson = async ({ element }: Answer, label: string) => {
  element.ariaLabel = label
  ;(await loadLater()).showPerson(element)
}

export const showTyping = async () => (await loadLater()).showTyping()

const people: HTMLElement | null = byId('people')
people?.addEventListener('click', async (event) => {
  event.preventDefault()
  const restore = () => reportEvent('outdated')
  const page = { ask: askTalk, showNotice, announceText, openTalk, restore }
  ;(await loadLater()).reachPeople(event.target as Element, page)
})
