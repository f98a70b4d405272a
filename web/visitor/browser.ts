import type { Recognition } from './later.ts'

// Every optional interface of the browser. A browser may lack or refuse any of them, and the page
// still works. No other module uses them (test/pages.test.ts).

/** Undefined if the browser refuses. */
export const attempt = <T>(ask: () => T): T | undefined => {
  try {
    return ask()
  } catch {}
}

export const readStored = (key: string) => attempt(() => localStorage.getItem(key))

/** A private window may refuse it: then the value is lost with the page. */
export const store = (key: string, value: string) => attempt(() => localStorage.setItem(key, value))

/** On touch keyboards Enter must insert a line break, because there is no Shift+Enter. */
export const hasKeyboard = () => attempt(() => matchMedia('(hover)').matches) ?? true

/** Whether the browser fits a text field to its text. */
export const growsItself = () => attempt(() => CSS.supports('field-sizing', 'content'))

export const isOnline = () => navigator.onLine !== false

// `randomUUID` requires https.
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Requires https. Some browsers allow it only while the click is handled. */
export const copyToClipboard = async (text: string) => await navigator.clipboard.writeText(text)

/** Ends a request. A browser without it waits until the network gives up. */
export const signalAfter = (waitMs: number) => attempt(() => AbortSignal.timeout(waitMs)) ?? null

export const onResize = (act: () => void, ...elements: Element[]) => {
  const sizes = attempt(() => new ResizeObserver(act))
  for (const element of elements) sizes?.observe(element)
}

export const openStream = (address: string) => attempt(() => new EventSource(address))

export const hasStreams = !!window.EventSource

/** Browsers limit how often this may be called. */
export const replaceAddress = (address: string) =>
  attempt(() => history.replaceState(null, '', address))

type Named = Record<string, (new () => Recognition) | undefined>

/** Speech recognition, if the browser has it. The browser may use a service of its maker. */
export const Recognizer = (window as unknown as Named).webkitSpeechRecognition

export const speaker = attempt(() => speechSynthesis)

/** Only voices of the device: for others the browser sends the text to a third party. */
export const voiceFor = (language: string) =>
  attempt(() =>
    speaker?.getVoices().find((one) => one.localService && one.lang.startsWith(language)),
  )
