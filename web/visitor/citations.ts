// Marks in an answer, such as [1], and the passage that a mark opens. The page loads it on first use;
// the Studio uses it too.
import { citationWords } from '#contract/citation-words.ts'

export interface Citation {
  number: number
  title: string
  url: string | null
  page: number | null
  headings: string[]
  quote: string
  text: string
}

/** The policy allows no other style than that of the page. */
const markStyle = {
  display: 'inline',
  minWidth: '24px',
  minHeight: '24px',
  margin: '0 2px',
  padding: '1px 7px',
  border: '1px solid var(--edge, var(--line))',
  borderRadius: '4px',
  color: 'var(--accent)',
  fontSize: '.8125rem',
  lineHeight: '1.5',
  cursor: 'pointer',
}

/** Makes each mark of a citation a button. Marks inside a link or code stay text. */
export const markCitations = (
  root: Element,
  citations: Citation[],
  language: string,
  open: (citation: Citation) => void,
) => {
  const { source } = wordsIn(language)
  for (const text of textNodesIn(root).filter(isPlain)) {
    // Every second part is the number of a mark.
    const parts = text.data.split(/\[(\d{1,2})\]/).map((part, index) => {
      const citation = index % 2 && citations.find(({ number }) => number === Number(part))
      if (!citation) return index % 2 ? `[${part}]` : part
      const label = `${source.replace('{n}', part)}: ${citation.title}`
      const button = make('button', { type: 'button', textContent: part, ariaLabel: label })
      button.ariaHasPopup = 'dialog'
      Object.assign(button.style, markStyle)
      button.onclick = () => open(citation)
      return button
    })
    if (parts.length > 1) text.replaceWith(...parts)
  }
}

export const textNodesIn = (root: Element): Text[] => {
  root.normalize()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

export const isPlain = (text: Text) => !text.parentElement?.closest('a,code,pre,button')

/** The passage in a dialog of the page. The browser gives the focus back to the mark. */
export const showCitation = (citation: Citation, language: string, close: string) => {
  const words = wordsIn(language)
  const { title, page, headings, url } = citation
  const place = [page === null ? '' : words.page.replace('{n}', String(page)), headings.join(' › ')]
  const heading = make('h2', { id: 'source-title', textContent: title, dir: 'auto' })
  const about = make('p', { className: 'ai', textContent: place.filter(Boolean).join(' · ') })
  about.dir = 'auto'
  const { text, mark } = passageOf(citation)
  const row = make('div', { className: 'row' })
  if (url && /^https?:/.test(url)) {
    const link = make('a', { href: url, target: '_blank', textContent: words.open })
    link.rel = 'noopener noreferrer'
    link.style.color = 'var(--accent)'
    row.append(link)
  }
  row.append(make('button', { className: 'plain', textContent: close }))
  const form = make('form', { method: 'dialog' })
  form.append(heading, about, text, row)
  openDialog(form, heading.id).setAttribute('closedby', 'any')
  mark.scrollIntoView({ block: 'center' })
}

/** A dialog that exists while it is open. `titleId` is the id of its heading. */
export const openDialog = (form: HTMLFormElement, titleId: string): HTMLDialogElement => {
  const dialog = make('dialog')
  dialog.setAttribute('aria-labelledby', titleId)
  dialog.append(form)
  dialog.onclose = () => dialog.remove()
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** The text of the passage, with the quoted words highlighted. */
export const passageOf = ({ text, quote }: Pick<Citation, 'text' | 'quote'>) => {
  const at = Math.max(0, text.indexOf(quote))
  const mark = make('mark', { textContent: text.slice(at, at + quote.length) })
  Object.assign(mark.style, { background: 'var(--tint)', color: 'inherit' })
  mark.style.boxShadow = 'inset 0 -2px var(--accent)'
  const paragraph = make('p', { dir: 'auto' })
  paragraph.style.whiteSpace = 'pre-wrap'
  paragraph.append(text.slice(0, at), mark, text.slice(at + quote.length))
  return { text: paragraph, mark }
}

const wordsIn = (language: string) => citationWords[language] ?? (citationWords.en as Words)
type Words = (typeof citationWords)[string]

export const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  fields: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), fields)
