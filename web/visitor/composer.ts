import { growsItself, hasKeyboard } from './browser.ts'
import { body, byId, words } from './dom.ts'
import { ask } from './requests.ts'
import { say } from './sending.ts'
import { isBusy, path, talk } from './talk.ts'

const input = byId<HTMLTextAreaElement>('text')
const form = byId<HTMLFormElement>('composer')
const button = byId<HTMLButtonElement>('send')

/** The button that sends is the one that stops. */
export const showBusy = (isOn: boolean) => {
  body.toggleAttribute('data-busy', isOn)
  button.ariaLabel = isOn ? words.stop : words.send
}

const write = (text: string) => {
  input.value = text
  grow()
}

/** In front of what was written since. */
export const giveBack = (text: string) => write([text, input.value].filter(Boolean).join('\n'))

const stop = async () => {
  // What the server has not yet taken, it cannot stop.
  if (!talk.current?.id) return
  talk.isStopped = true
  const { status } = await ask('POST', path('/stop'))
  if (status !== 204) talk.isStopped = false
}

const grow = () => {
  if (growsItself()) return
  input.style.height = 'auto'
  input.style.height = `${input.scrollHeight}px`
}
input.addEventListener('input', grow)

input.addEventListener('keydown', (event) => {
  const isSending = event.key === 'Enter' && !event.shiftKey && hasKeyboard()
  // Enter also ends the choice of a character, in Chinese or Japanese; 229 is Safari's word for it.
  if (!isSending || event.isComposing || event.keyCode === 229) return
  event.preventDefault()
  if (!isBusy()) form.requestSubmit()
})

// `required` would speak of an empty field where the button stops an answer.
form.noValidate = true

const submit = () => {
  if (isBusy()) return stop()
  const text = input.value.trim()
  if (!text) return input.focus()
  write('')
  return say(text)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  submit()
})

byId('suggestions').addEventListener('submit', (event) => {
  event.preventDefault()
  // What was clicked is gone; where there is a keyboard, the next question is typed.
  if (hasKeyboard()) input.focus()
  say((event.submitter as HTMLButtonElement).value)
})
