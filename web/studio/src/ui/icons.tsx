import { classNames } from './class-names.ts'

// Drawn on a grid of 16, with lines of 1.5: one family.
const paths = {
  home: 'M2 7.5 8 2l6 5.5M4 6.5V14h8V6.5M7 14v-4h2v4',
  brand: 'M2 14c0-2.5 1-4 2.5-4S7 11 7 12s-1.5 2-5 2ZM7 10.5 13 2l1 1-6 8.5',
  developers: 'M5 4 1.5 8 5 12M11 4l3.5 4L11 12M9 3 7 13',
  codes: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h2v2H9zM12 12h2v2h-2z',
  insight: 'M2 14h12M4 11V8M8 11V3M12 11V6',
  conversations: 'M2 3h12v8H7l-3 3v-3H2z',
  questions: 'M5.5 5.5a2.5 2.5 0 1 1 3.6 2.2C8.4 8.1 8 8.6 8 9.5M8 12.3v.01M2 2h12v12H2z',
  knowledge:
    'M8 4C6.5 2.8 4.5 2.5 2 2.5V12c2.5 0 4.5.3 6 1.5 1.5-1.2 3.5-1.5 6-1.5V2.5c-2.5 0-4.5.3-6 1.5v9.5',
  webhooks: 'M5 5 8 2l3 3M8 2v7M2 9v5h12V9',
  members:
    'M6 7a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 14c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M11 2.5a2.5 2.5 0 0 1 0 4.5M12.5 10.5c1.3.6 2 1.9 2 3.5',
  keys: 'M5.5 13a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM8 7l6-5M11.5 4l2 2.5',
  plan: 'M2 4h12v8H2zM2 7h12M4.5 10h3',
  notifications: 'M4 11V7a4 4 0 0 1 8 0v4l1.5 1.5h-11zM6.5 14.5h3',
  settings: 'M2 4h6M12 4h2M2 12h2M8 12h6M10 2v4M6 10v4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3 3l10 10M13 3 3 13',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  left: 'M10 3 5 8l5 5',
  right: 'M6 3l5 5-5 5',
  check: 'M3 8.5 6.5 12 13 4',
  plus: 'M8 2v12M2 8h12',
  minus: 'M2 8h12',
  copy: 'M5 5h9v9H5zM11 5V2H2v9h3',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM11 11l3.5 3.5',
  more: 'M2.8 7.8h.4v.4h-.4zM7.8 7.8h.4v.4h-.4zM12.8 7.8h.4v.4h-.4z',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.5M8 11.8v.01',
  info: 'M8 14.5A6.5 6.5 0 1 0 8 1.5a6.5 6.5 0 0 0 0 13ZM8 7.5v4M8 4.8v.01',
  external: 'M6 3H3v10h10v-3M9 2h5v5M14 2 7.5 8.5',
  download: 'M8 2v8M4.5 6.5 8 10l3.5-3.5M2 13.5h12',
  upload: 'M8 10V2M4.5 5.5 8 2l3.5 3.5M2 13.5h12',
  print: 'M4 6V2h8v4M4 11H2V6h12v5h-2M4 9h8v5H4z',
  trash: 'M2 4h12M6 4V2h4v2M4 4l.7 10h6.6L12 4M6.7 7v4M9.3 7v4',
  archive: 'M2 3h12v3H2zM3 6v8h10V6M6.5 9h3',
  refresh: 'M13.5 8A5.5 5.5 0 1 1 11.5 3.7M12 1v3H9',
  play: 'M4 2.5v11L13 8z',
  pause: 'M5 3v10M11 3v10',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14.5c0-3 2.5-4.5 5.5-4.5s5.5 1.5 5.5 4.5',
  thumbUp: 'M5 7l3-5c1.2 0 1.8.8 1.5 2L9 6h4.5l-1 7H5zM5 7H2v6h3',
  thumbDown: 'M5 9l3 5c1.2 0 1.8-.8 1.5-2L9 10h4.5l-1-7H5zM5 9H2V3h3',
} as const

export type IconName = keyof typeof paths

/** Always beside a text, or inside an element with its own name. */
export const Icon = ({ name, className }: { name: IconName; className?: string | undefined }) => (
  <svg
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={classNames('size-4 shrink-0', className)}
  >
    <path d={paths[name]} />
  </svg>
)

/** A filled square, for a state or a series of a chart. */
export const Square = ({ className }: { className: string }) => (
  <svg
    viewBox="0 0 1 1"
    fill="currentColor"
    aria-hidden="true"
    className={classNames('size-2.5', className)}
  >
    <path d="M0 0h1v1H0z" />
  </svg>
)

/** Our mark: three eyes and a corner of modules. */
export const QprMark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 7 7" fill="currentColor" aria-hidden="true" className={className}>
    <path d="M0 0h3v3H0zM4 0h3v3H4zM0 4h3v3H0zM4 4h1v1H4zM6 4h1v1H6zM5 5h1v1H5zM4 6h1v1H4zM6 6h1v1H6z" />
  </svg>
)

/** Shows that something is running. Always beside a text. */
export const Modules = ({ className }: { className?: string }) => (
  <svg
    viewBox="0 0 11 3"
    fill="currentColor"
    aria-hidden="true"
    className={classNames('h-1.5 w-5.5', className)}
  >
    <path d="M0 0h3v3H0z" className="modules" />
    <path d="M4 0h3v3H4z" className="modules [animation-delay:150ms]" />
    <path d="M8 0h3v3H8z" className="modules [animation-delay:300ms]" />
  </svg>
)
