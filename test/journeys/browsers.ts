// Browsers with unusual values or missing features: scripts that run in each page before its own.

const set = (target: string, name: string, value: string) =>
  `Object.defineProperty(${target}, '${name}', { configurable: true, get: () => ${value} })\n`

const languages = (list: string, first: string) =>
  set('navigator', 'languages', list) + set('navigator', 'language', first)

const timeZone = (zone: string) => `{
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    return { ...resolvedOptions.call(this), timeZone: ${zone} }
  }
}`

/** A language that the browser accepts and the service does not know. */
const newTimeZone = `{
  const Real = Intl.DateTimeFormat
  const construct = (_, [language, options]) => new Real(language, { ...options, timeZone: undefined })
  Intl.DateTimeFormat = new Proxy(Real, { construct })
}
${timeZone("'Mars/Base'")}`

const refused = `(() => { throw new DOMException('Access is denied.', 'SecurityError') })()`

const storages = (value: string) =>
  set('window', 'localStorage', value) + set('window', 'sessionStorage', value)

const without = (...names: string[]) =>
  names
    .map(
      (name) => `Object.defineProperty(window, '${name}', { value: undefined, writable: true })\n`,
    )
    .join('')

/** Features that a page may use if they exist, but must not need. */
const optional = [
  'matchMedia',
  'IntersectionObserver',
  'ResizeObserver',
  'EventSource',
  'Notification',
  'speechSynthesis',
  'SpeechSynthesisUtterance',
  'SpeechRecognition',
  'webkitSpeechRecognition',
  'visualViewport',
  'BroadcastChannel',
  'requestIdleCallback',
  'indexedDB',
  'caches',
  'navigation',
]

const strangeLanguages: Record<string, string> = {
  'a language that Intl refuses': languages(`['en-US@posix']`, `'en-US@posix'`),
  'a language that is no language': languages(`['*', 'c.UTF-8', 'en_GB']`, `'*'`),
  'an empty list of languages': languages('[]', `''`),
  'no languages at all': languages('undefined', 'undefined'),
}

const strangeTimeZones: Record<string, string> = {
  'an unknown time zone': timeZone(`'Mars/Olympus'`),
  'a time zone that only the browser knows': newTimeZone,
  'no time zone': timeZone('undefined'),
}

const strangeStorages: Record<string, string> = {
  'storage that throws': storages(refused),
  'no storage': storages('null'),
  'storage that is full': `Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }`,
}

const missingFeatures: Record<string, string> = {
  'no matchMedia': without('matchMedia'),
  'no IntersectionObserver': without('IntersectionObserver'),
  'nothing that is optional': `${without(...optional)}
    for (const name of ['clipboard', 'serviceWorker', 'permissions', 'share', 'connection', 'userAgentData']) {
      Object.defineProperty(navigator, name, { configurable: true, get: () => undefined })
    }
    delete AbortSignal.timeout
    delete CSS.supports`,
}

export const strangeBrowsers: Record<string, string> = {
  ...strangeLanguages,
  ...strangeTimeZones,
  ...strangeStorages,
  ...missingFeatures,
}
