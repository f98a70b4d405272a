import { hasKeyboard, Recognizer } from './browser.ts'
import { body, byId, words } from './dom.ts'
import { field, write } from './field.ts'
import { loadLater } from './loading.ts'
import { askTalk } from './requests.ts'
import { say } from './sending.ts'
import { isBusy, on, talk } from './state.ts'

const form = byId<HTMLFormElement>('composer')
const button = byId<HTMLButtonElement>('send')
const { ariaLabel } = button

// The same button sends a message and stops an answer.
on('progress', () => {
  body.toggleAttribute('data-busy', isBusy())
  button.ariaLabel = isBusy() ? words.stop : ariaLabel
})

const stop = async () => {
  // The service cannot stop what it has not received.
  if (!talk.current?.id) return
  talk.isStopped = true
  const { status } = await askTalk('POST', '/stop')
  if (status !== 204) talk.isStopped = false
}

field.addEventListener('keydown', (event) => {
  const isSending = event.key === 'Enter' && !event.shiftKey && hasKeyboard()
  // Enter also selects a character in Chinese and Japanese input; Safari reports that as 229.
  if (!isSending || event.isComposing || event.keyCode === 229) return
  event.preventDefault()
  if (!isBusy()) form.requestSubmit()
})

// With `required` the browser would complain of an empty field when the button stops an answer.
form.noValidate = true

const submit = () => {
  if (isBusy()) return stop()
  const text = field.value.trim()
  if (!text) return field.focus()
  write('')
  return say(text)
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  submit()
})

byId('suggestions').addEventListener('submit', (event) => {
  event.preventDefault()
  // The clicked button disappears. With a keyboard the next question is typed.
  if (hasKeyboard()) field.focus()
  say((event.submitter as HTMLButtonElement).value)
})

const mic = byId('mic')
mic.hidden = !Recognizer
mic.onclick = async () => {
  const { dictate } = await loadLater()
  if (Recognizer) dictate(new Recognizer(), field, mic)
}
