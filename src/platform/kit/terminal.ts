import { randomBytes } from 'node:crypto'
import { styleText } from 'node:util'

// Everything that a terminal acts on, except tab and line feed. Names, messages and errors contain
// texts of other people, which must not move the cursor, change colours, the title or the order of
// the characters.
const unsafe = '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069'

/** Marks our own colours. No text of other people can contain it: each process has another. */
const ours = `\u001b${randomBytes(12).toString('hex')}`

const foreign = new RegExp(`(?!${ours})[${unsafe}]`, 'g')

/** Text that is safe to write to a terminal. Only the colours of `paint` stay. */
export const safeText = (text: string): string =>
  text.replaceAll(foreign, '\ufffd').replaceAll(ours, '\u001b')

export type TerminalStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Coloured on a terminal, unless NO_COLOR is set. The result is for `safeText`. */
export const paint = (
  style: TerminalStyle,
  text: string,
  options: Parameters<typeof styleText>[2] = { stream: process.stdout },
): string => {
  const [before = '', after = ''] = styleText(style, '\n', options).split('\n')
  return [before.replace('\u001b', ours), text, after.replace('\u001b', ours)].join('')
}

/** A line of JSON whose texts are safe when a program writes them to a terminal. */
export const safeJsonLine = (line: string): string => {
  const safe = (_key: string, value: unknown) =>
    typeof value === 'string' ? safeText(value) : value
  return `${JSON.stringify(JSON.parse(line, safe))}\n`
}
