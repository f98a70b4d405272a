import { templateColors } from '#contract/template-colors.ts'
import { remember } from '../../platform/kit/bounded.ts'
import { Html } from '../../platform/kit/html.ts'
import type { Template } from '../../platform/store/tables.ts'
import { asHex, contrast, mix, parseHex, type Rgb } from '../drawing/color.ts'

interface Look {
  /** Lines of one path, on a grid of 48. */
  lines: string
  /** Filled squares: the modules of a code. */
  modules: string
}

export const looks: Record<Template, Look> = {
  business: {
    lines:
      'M10 8h28l5 11H5zM10 24v18h28V24M5 19a4.75 4.75 0 0 0 9.5 0 4.75 4.75 0 0 0 9.5 0 4.75 4.75 0 0 0 9.5 0 4.75 4.75 0 0 0 9.5 0M27 42V30h7v12',
    modules: 'M15 30h3v3h-3zM20 30h3v3h-3zM15 35h3v3h-3z',
  },
  rewards: {
    lines:
      'M7 19h34v8H7zM10 27v15h28V27M24 19v23M24 19c-3-9-13-11-13-5 0 4 6 5 13 5zM24 19c3-9 13-11 13-5 0 4-6 5-13 5z',
    modules: 'M15 32h3v3h-3zM30 32h3v3h-3zM30 37h3v3h-3z',
  },
  events: {
    lines: 'M7 11h34v31H7zM7 20h34M16 6v9M32 6v9',
    modules: 'M14 25h3v3h-3zM22 25h3v3h-3zM30 25h3v3h-3zM14 33h3v3h-3zM22 33h3v3h-3z',
  },
  personal: {
    lines: 'M24 25a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM7 42c1-9 8-12 17-12s16 3 17 12z',
    modules: 'M37 8h3v3h-3zM41 12h3v3h-3zM37 16h3v3h-3z',
  },
  hospitality: {
    lines: 'M8 34a16 16 0 0 1 32 0zM5 40h38M24 18v-5M19 12h10M14 32a10 10 0 0 1 7-8',
    modules: 'M8 12h3v3H8zM37 12h3v3h-3zM12 7h3v3h-3zM33 7h3v3h-3z',
  },
  healthcare: {
    lines:
      'M24 42C14 35 6 28 6 18.5a9 9 0 0 1 18-3 9 9 0 0 1 18 3C42 28 34 35 24 42zM12 25h7l3-6 4 11 3-5h7',
    modules: 'M38 5h3v3h-3zM42 9h3v3h-3z',
  },
  retail: {
    lines: 'M10 16h28l3 26H7zM17 22v-8a7 7 0 0 1 14 0v8',
    modules: 'M18 29h3v3h-3zM23 29h3v3h-3zM28 34h3v3h-3zM18 34h3v3h-3z',
  },
}

const paper = { day: parseHex('#fbfaf7'), night: parseHex('#14140f') }

/** A small line drawing of a template's subject. */
export const drawingOf = (template: Template): Html =>
  new Html(
    '<svg class="drawing" width="64" height="64" viewBox="0 0 48 48" fill="none" ' +
      'stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" aria-hidden="true">' +
      `<path d="${looks[template].lines}"/>` +
      `<path fill="currentColor" stroke="none" d="${looks[template].modules}"/></svg>`,
  )

/** The accent colours of a page as CSS: the code's own colour, or the template's. */
export const accentStyle = (template: Template, color: string | null): string => {
  const { day, night } = accentColors(template, color)
  return `:root{${day}}@media(prefers-color-scheme:dark){:root{${night}}}`
}

/** The same as CSS declarations, by day and by night. */
export const accentColors = (template: Template, color: string | null) =>
  colorsFrom((color ? [color, color] : templateColors[template]).join(' '))

const colorsFrom = remember('styles', { bytes: 2 ** 19 }, (colors) => {
  const [day = '', night = ''] = colors.split(' ')
  return {
    day: variables(parseHex(day), paper.day, black),
    night: variables(parseHex(night), paper.night, white),
  }
})

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** The minimum of WCAG 2 for text. */
const leastContrast = 4.5

/** The accent, darkened or lightened until it is readable on the paper and on its own tint. */
const variables = (color: Rgb, ground: Rgb, towards: Rgb): string => {
  for (let amount = 0; ; amount += 0.04) {
    const accent = mix(color, towards, Math.min(amount, 1))
    const tint = mix(ground, accent, 0.1)
    const ratio = towards === black ? contrast(accent, tint) : contrast(tint, accent)
    if (ratio >= leastContrast || amount >= 1) {
      return `--accent:${asHex(accent)};--tint:${asHex(tint)}`
    }
  }
}
