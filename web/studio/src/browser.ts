// Everything that depends on the browser. A browser may lack or refuse any of it, or return invalid
// values, so these functions always return a usable value. No other file may use these interfaces
// (test/pages.test.ts).
import { PlainResizeObserver } from './plain-resize-observer.ts'

/** The result of `ask`, or `otherwise` when the browser throws. */
const attempt = <T>(ask: () => T, otherwise: T): T => {
  try {
    return ask()
  } catch {
    return otherwise
  }
}

// Menus need one too.
attempt(() => {
  globalThis.ResizeObserver ??= PlainResizeObserver
}, undefined)

/** A tag as `Intl` takes it: `de-AT`; of `en-US@posix`, as under the locale C, `en-US`. */
const safeTag = (tag: unknown): string[] => {
  const [plain = ''] = String(tag).split(/[@.]/)
  return attempt(() => Intl.getCanonicalLocales(plain.replaceAll('_', '-')), [])
}

/** The reader's languages, the preferred one first. Perhaps none. */
export const readerLanguages = (): string[] =>
  attempt(() => {
    const { languages, language } = navigator
    return [...(languages?.length ? languages : [language])].filter(Boolean).flatMap(safeTag)
  }, [])

// From the CLDR; everywhere else paper is A4.
const letterRegions = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

/** Whether Letter is the usual paper where the reader lives, as far as the browser tells. */
export const usesLetter = (): boolean =>
  attempt(() => {
    const [tag = 'en'] = readerLanguages()
    return letterRegions.includes(new Intl.Locale(tag).region ?? '')
  }, false)

/** The reader's time zone by its IANA name; UTC where it is not known. */
export const readerTimeZone = (): string =>
  attempt(() => {
    const { timeZone } = new Intl.DateTimeFormat('en').resolvedOptions()
    // Some browsers name a zone that they do not know themselves.
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone || 'UTC'
  }, 'UTC')

/** The names of all time zones that the browser knows. */
export const timeZones = (): string[] => [
  ...attempt(() => Intl.supportedValuesOf('timeZone'), []),
  readerTimeZone(),
  'UTC',
]

/** The name of a language in another one; its code where it has none. */
export const languageNameIn = (language: string, code: string): string =>
  attempt(() => new Intl.DisplayNames(language, { type: 'language' }).of(code), code) ?? code

/** Some currencies have no cents. */
export const digitsOfCurrency = (currency: string): number =>
  attempt(() => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? 2
  }, 2)

/** Without storage, values last as long as the page. */
const storeIn = (storage: () => Storage) => {
  const memory = new Map<string, string>()
  return {
    read: (key: string): string | null =>
      attempt(() => storage().getItem(key), memory.get(key) ?? null),
    /** Null removes it. */
    write(key: string, value: string | null) {
      if (value === null) memory.delete(key)
      else memory.set(key, value)
      attempt(
        () => (value === null ? storage().removeItem(key) : storage().setItem(key, value)),
        undefined,
      )
    },
  }
}

/** Kept for the next visit. */
export const localStore = storeIn(() => localStorage)
/** Kept until the tab is closed. */
export const tabStore = storeIn(() => sessionStorage)

/** Whether the window is too narrow for a table's minor columns. */
export const isPhone = (): boolean =>
  attempt(() => !matchMedia('(width >= 640px)').matches, innerWidth < 640)

/** Calls back with the width of an element, now and whenever it changes. */
export const watchWidth = (element: Element, onWidth: (width: number) => void): (() => void) => {
  const report = () => onWidth(element.getBoundingClientRect().width)
  report()
  const observer = new ResizeObserver(report)
  observer.observe(element)
  return () => observer.disconnect()
}

/** Whether the text is in the clipboard now. Over plain http there is no such interface. */
export const writeClipboard = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** A stream of events; null when the browser has no EventSource. */
export const openEventSource = (address: string): EventSource | null =>
  attempt(() => new EventSource(address), null)

/** The service workers of a browser that can show push messages; null without https. */
export const pushWorkers = (): ServiceWorkerContainer | null =>
  attempt(
    () =>
      ('PushManager' in globalThis && 'Notification' in globalThis && navigator.serviceWorker) ||
      null,
    null,
  )

/** Browsers have many interfaces only on pages with https, and on this machine. */
export const isSecurePage = (): boolean => attempt(() => isSecureContext, false)

/** The session needs a cookie. */
export const hasCookies = (): boolean => attempt(() => navigator.cookieEnabled, true)

/** Whether the reader, or the Studio itself, loaded this page again a moment ago. */
export const wasJustReloaded = (): boolean =>
  attempt(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const isReload = (navigation as PerformanceNavigationTiming).type === 'reload'
    return isReload && performance.now() < 10_000
  }, true)

const names = new Intl.Collator(undefined, { numeric: true })

/** `Table 2` before `Table 10`. */
export const compareNames = (a: string, b: string): number => names.compare(a, b)

/** Where Enter must make a new line, because the keyboard has no Shift+Enter. */
export const hasTouch = (): boolean => attempt(() => matchMedia('(pointer: coarse)').matches, false)

let audio: AudioContext | undefined

/** Browsers allow sound only after a press: call it in one. */
export const unlockSound = () =>
  attempt(() => {
    audio ??= new AudioContext()
    if (audio.state !== 'running') audio.resume().catch(() => {})
  }, undefined)

/** Two short tones. False where the browser does not allow it, or has no sound. */
export const playSound = async (): Promise<boolean> => {
  try {
    if (!audio) return false
    const askedAt = Date.now()
    // Where it is not allowed, this waits for the next press, which is too late.
    await audio.resume()
    if (Date.now() - askedAt > 1000) return false
    const { currentTime, destination } = audio
    for (const [index, hertz] of [660, 880].entries()) {
      const at = currentTime + 0.05 + index * 0.2
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.frequency.value = hertz
      volume.gain.setValueAtTime(0.001, at)
      volume.gain.exponentialRampToValueAtTime(0.2, at + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4)
      tone.connect(volume).connect(destination)
      tone.start(at)
      tone.stop(at + 0.4)
    }
    return true
  } catch {
    return false
  }
}
