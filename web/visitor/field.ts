import { growsItself } from './browser.ts'
import { byId } from './dom.ts'

export const field = byId<HTMLTextAreaElement>('text')

const grow = () => {
  if (growsItself()) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
field.addEventListener('input', grow)

export const write = (text: string) => {
  field.value = text
  grow()
}

/** Puts a message back, in front of what the visitor has written since. */
export const giveBack = (text: string) => write([text, field.value].filter(Boolean).join('\n'))
