import {
  CHECKBOX,
  CHECKED,
  HREF,
  parser,
  parser_end,
  parser_write,
  RAW_URL,
  START,
  TABLE,
  TABLE_CELL,
} from 'streaming-markdown'
import { boundRuns } from './runs.ts'

// The elements by the parser's token numbers. A model's text becomes one of these and nothing else:
// no image and no HTML. Every heading is one level below the page's own.
const tags =
  '. . p h2 h2 h2 h2 h2 h2 pre pre code em em strong strong s a a span blockquote br hr ul ol li span table tr td code code'.split(
    ' ',
  )

/** Empty unless a link may lead there. A user name hides the host: `https://bank@elsewhere`. */
const safeAddress = (address: string): string => {
  try {
    const { protocol, username, href } = new URL(address.trim().split(/\s/)[0] ?? '')
    return /^(https?|mailto|tel):$/.test(protocol) && !username ? href : ''
  } catch {
    return ''
  }
}

/** The punctuation after an address is not a part of it. */
const withoutStop = (address: string): string => {
  let end = address.length
  while (end > 0 && !/[\w/=&#%+-]/.test(address[end - 1] ?? '')) end -= 1
  return address.slice(0, end)
}

/** Characters that reverse the direction of the text after them can disguise what it says. */
const withoutTurns = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** A thousand nested quotations would break the page's layout. */
const deepest = 16

/** Renders Markdown into `root` while it arrives. The text is never read as HTML. */
export const renderMarkdown = (root: Element) => {
  const bounded = boundRuns()
  let node = root
  let token = 0
  let depth = 0
  let hadAddress = false
  const stream = parser({
    data: null,
    add_token(_, opened) {
      token = opened
      depth += 1
      if (depth > deepest) return
      if (token === TABLE) {
        // A wide table scrolls within the answer, also with the keyboard.
        node = node.appendChild(document.createElement('div'))
        node.className = 'wide'
        node.setAttribute('tabindex', '0')
      }
      const isHead = token === TABLE_CELL && !node.previousElementSibling
      node = node.appendChild(document.createElement(isHead ? 'th' : (tags[token] ?? 'span')))
      if (token === CHECKBOX) node.textContent = '☐'
    },
    end_token() {
      depth -= 1
      if (depth >= deepest) return
      const ended = node
      if (ended !== root) node = ended.parentElement ?? root
      if (node.className === 'wide') node = node.parentElement ?? root
      if (ended.matches('a:not([href])')) {
        // The brackets did not form a link, or the link leads to a forbidden address.
        ended.replaceWith(...(hadAddress ? ended.childNodes : ['[', ...ended.childNodes, ']']))
      }
      hadAddress = false
    },
    add_text(_, text) {
      node.append(withoutTurns(text))
    },
    set_attr(_, attribute, value) {
      if (depth > deepest) return
      if (attribute === START) node.setAttribute('start', String(Number.parseInt(value, 10)))
      if (attribute === CHECKED) node.textContent = '☑'
      if (attribute !== HREF) return
      hadAddress = true
      const href = safeAddress(token === RAW_URL ? withoutStop(value) : value)
      if (href) {
        node.setAttribute('href', href)
        node.setAttribute('target', '_blank')
        node.setAttribute('rel', 'noopener noreferrer nofollow')
      }
    },
  })
  return {
    write: (text: string) => parser_write(stream, bounded(text)),
    end: () => parser_end(stream),
  }
}
