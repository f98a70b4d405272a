import { Html } from '../../platform/kit/html.ts'

const icon = (content: string): Html =>
  new Html(
    '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" ' +
      `stroke-width="1.5" aria-hidden="true">${content}</svg>`,
  )
const line = (path: string): Html => icon(`<path d="${path}"/>`)
const solid = (path: string): Html => icon(`<path fill="currentColor" stroke="none" d="${path}"/>`)

/** Drawn on a grid of 20, with square corners like the modules of a code. */
export const icons = {
  menu: solid('M2 8.5h3v3H2zM8.5 8.5h3v3h-3zM15 8.5h3v3h-3z'),
  up: line('M10 17V4M4 10l6-6 6 6'),
  stop: solid('M5 5h10v10H5z'),
  copy: line('M7 7h10v10H7zM13 7V3H3v10h4'),
  done: line('M3 10.5l4.5 4.5L17 5'),
  thumb: line('M3 9h3.5v8H3zM6.5 9.5 10 3c1.5 0 2.5 1 2.5 2.5V8H17l-1.5 9h-9'),
  listen: line('M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10'),
  mic: line('M8 3h4v8H8zM5 9v5h10V9M10 14v3'),
  phone: line(
    'M4 3h3.5L9 7 7 8.5A9 9 0 0 0 11.5 13L13 11l4 1.5V16c0 .6-.4 1-1 1A13 13 0 0 1 3 4c0-.6.4-1 1-1z',
  ),
  mail: line('M2.5 4.5h15v11h-15zM3 5l7 6 7-6'),
  person: line('M10 9.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 17.5c0-4 3-5 7-5s7 1 7 5'),
}

/** The logo of the service: a code with few modules. */
export const mark = new Html(
  '<svg width="28" height="28" viewBox="0 0 7 7" fill="currentColor" aria-hidden="true"><path d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM4 4h1v1H4zM6 4h1v1H6zM5 5h1v1H5zM4 6h1v1H4zM6 6h1v1H6z"/></svg>',
)

/** A file, because the page has no room for it. */
export const iconPath = '/s/icon.svg'
export const iconFile = mark.text
  .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
  .replace('currentColor', '#0f6b5c')

/** An incomplete code, for addresses that do not work. */
export const unfinished = new Html(
  '<svg width="56" height="56" viewBox="0 0 7 7" fill="currentColor" aria-hidden="true"><path d="M0 0h3v3H0zM4 0h1v1H4zM6 1h1v1H6zM0 4h1v1H0zM2 5h1v1H2zM5 4h1v1H5z"/></svg>',
)
