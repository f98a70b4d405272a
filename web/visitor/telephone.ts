// Telephone numbers in an answer become links: most visitors read it on a telephone.
import { telephonesIn } from '#contract/telephones.ts'

/** Numbers inside a link or code stay text. */
export const linkTelephones = (root: Element) => {
  root.normalize()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  let before = ''
  for (const text of texts) {
    const { data } = text
    const parts = text.parentElement?.closest('a,code,pre,button') ? [] : telephonesIn(data, before)
    if (parts.length > 1) {
      text.replaceWith(...parts.map(({ part, number }) => (number ? linkTo(number, part) : part)))
    }
    before = data
  }
}

const linkTo = (number: string, text: string) => {
  const link = document.createElement('a')
  link.href = `tel:${number}`
  link.dir = 'ltr'
  link.textContent = text
  return link
}
