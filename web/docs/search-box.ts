// The search box of the theme says that it is a button with links in its options. Screen readers then
// read neither. This changes its roles: a dialog, and a list whose options are the links.
import type { Plugin } from 'vite'

const changes: [from: string, to: string][] = [
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"
      aria-labelledby="localsearch-label"
      class="VPLocalSearchBox"`,
    `role="dialog" aria-modal="true" aria-labelledby="localsearch-label" class="VPLocalSearchBox"`,
  ],
  [
    `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
    `role="presentation"`,
  ],
  [
    `:aria-label="[...p.titles, p.title].join(' > ')"`,
    `:id="'localsearch-item-' + index" role="option"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
  ],
  ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
]

export const accessibleSearchBox = (): Plugin => ({
  name: 'accessible-search-box',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return null
    return changes.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The search box of the theme has changed: ${from}`)
      return text.replace(from, to)
    }, code)
  },
})
