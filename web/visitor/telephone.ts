// Telephone numbers in an answer become links: most visitors read it on a telephone.
import { telephonesIn } from '#contract/telephones.ts'
import { isPlain, make, textNodesIn } from './citations.ts'

/** Numbers inside a link or code stay text. */
export const linkTelephones = (root: Element) => {
  let before = ''
  for (const text of textNodesIn(root)) {
    const { data } = text
    const parts = isPlain(text) ? telephonesIn(data, before) : []
    if (parts.length > 1) {
      text.replaceWith(...parts.map(({ part, number }) => (number ? linkTo(number, part) : part)))
    }
    before = data
  }
}

const linkTo = (number: string, text: string) =>
  make('a', { href: `tel:${number}`, dir: 'ltr', textContent: text })
