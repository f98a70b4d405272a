import {
  CHECKBOX,
  CHECKED,
  HREF,
  parser,
  parser_end,
  parser_write,
  RAW_URL,
  START,
  TABLE_CELL,
} from 'streaming-markdown'

// By the parser's numbers. Whatever a model writes becomes one of these and nothing else: there is
// no image and no HTML, and every heading is one below the page's own.
const tags =
  '. . p h2 h2 h2 h2 h2 h2 pre pre code em em strong strong s a a span blockquote br hr ul ol li span table tr td code code'.split(
    ' ',
  )

/** Only where a link may lead, and never as somebody else (`https://bank@elsewhere`). */
const safeAddress = (address: string): string => {
  try {
    const { protocol, username, href } = new URL(address.trim().split(/\s/)[0] ?? '')
    return /^(https?|mailto|tel):$/.test(protocol) && !username ? href : ''
  } catch {
    return ''
  }
}

/** A full stop behind an address is not a part of it. */
const withoutStop = (address: string): string => {
  let end = address.length
  while (end > 0 && !/[\w/=&#%+-]/.test(address[end - 1] ?? '')) end -= 1
  return address.slice(0, end)
}

/** Characters that turn the direction of what follows can make a text say something else. */
const withoutTurns = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** A thousand quotations within each other would break the page's layout. */
const deepest = 16

/** Renders Markdown into `root` as it comes; it is never read as HTML. */
export const renderMarkdown = (root: Element) => {
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
      const isHead = token === TABLE_CELL && !node.previousElementSibling
      node = node.appendChild(document.createElement(isHead ? 'th' : (tags[token] ?? 'span')))
      if (token === CHECKBOX) node.textContent = '☐'
    },
    end_token() {
      depth -= 1
      if (depth >= deepest) return
      const ended = node
      if (ended !== root) node = ended.parentElement ?? root
      if (ended.matches('a:not([href])')) {
        // Brackets that were no link, or a link that leads where none may.
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
    write: (text: string) => parser_write(stream, text),
    end: () => parser_end(stream),
  }
}
