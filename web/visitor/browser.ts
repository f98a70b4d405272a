// All that the page asks the browser about itself. A browser may lack or refuse any of it, and the
// page works all the same. No other part asks (test/pages.test.ts).

/** Undefined where the browser refuses. */
export const attempt = <T>(ask: () => T): T | undefined => {
  try {
    return ask()
  } catch {}
}

export const readKept = (key: string) => attempt(() => localStorage.getItem(key))

/** A private window may forbid it: then it lives as long as the page. */
export const keep = (key: string, value: string) => attempt(() => localStorage.setItem(key, value))

/** On touch keyboards Enter must insert a line break, because there is no Shift+Enter. */
export const hasKeyboard = () => attempt(() => matchMedia('(hover)').matches) ?? true

/** Whether a text field grows with its text by itself. */
export const growsItself = () => attempt(() => CSS.supports('field-sizing', 'content'))

export const isOnline = () => navigator.onLine !== false

// `randomUUID` is not there without https.
export const newId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Refused without https. */
export const copyText = async (text: string) => await navigator.clipboard.writeText(text)

/** Ends a request; a browser without it waits for as long as the network does. */
export const signalAfter = (waitMs: number) => attempt(() => AbortSignal.timeout(waitMs)) ?? null

export const onResize = (act: () => void, ...elements: Element[]) => {
  const sizes = attempt(() => new ResizeObserver(act))
  for (const element of elements) sizes?.observe(element)
}

export const openStream = (address: string) => attempt(() => new EventSource(address))

export const hasStreams = !!window.EventSource

/** A browser refuses it after too many. */
export const replaceAddress = (address: string) =>
  attempt(() => history.replaceState(null, '', address))

export const speaker = attempt(() => speechSynthesis)

/** Only voices of the device itself: with others the browser sends the text away. */
export const voiceFor = (language: string) =>
  attempt(() =>
    speaker?.getVoices().find((one) => one.localService && one.lang.startsWith(language)),
  )
