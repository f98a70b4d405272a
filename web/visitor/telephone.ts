// Telephone numbers in an answer become links: most visitors read it on a telephone.

/** Digits as people write them together, with at most 20 characters. */
const candidates = /(\+?\(?\d[\d \u00a0()./-]{5,18}\d)/

/** With a country code, with the 0 of an area code, or as in North America. */
const isNumber = (text: string): boolean =>
  text[0] === '+' ||
  (/^\(?0[^.]+$/.test(text) && !/^\d{1,2}([/-])\d{1,2}\1\d{2,4}$/.test(text)) ||
  /^\(?\d{3}\)?[ \u00a0-]\d{3}-\d{4}$/.test(text)

/** The number to call, or an empty text. The 0 in “+49 (0)40” is not dialled. */
const callable = (text: string): string => {
  const number = text.replace(text[0] === '+' ? /\(0\)|[^\d+]/g : /\D/g, '')
  return isNumber(text) && number.length > 6 && number.length < 17 ? number : ''
}

/** Numbers inside a link or code stay text. */
export const linkTelephones = (root: Element) => {
  root.normalize()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    if (text.parentElement?.closest('a,code,pre,button')) continue
    // Every second part is a candidate. One within a word, a price or a longer number is none.
    const parts = text.data.split(candidates)
    const linked = parts.map((part, index) => {
      const isApart =
        !/[\w.,:/+-]$/.test(parts[index - 1] ?? '') && !/^[\w:]/.test(parts[index + 1] ?? '')
      const number = index % 2 && isApart ? callable(part) : ''
      if (!number) return part
      const link = document.createElement('a')
      link.href = `tel:${number}`
      link.dir = 'ltr'
      link.textContent = part
      return link
    })
    if (parts.length > 1) text.replaceWith(...linked)
  }
}
