import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { languageNames, type OwnerLanguage, ownerLanguages } from '#contract/languages.ts'
import { languageNameIn, localStore, readerLanguages } from '../browser.ts'
import type { en as pages } from './en.ts'
import type { en as first } from './first/en.ts'
import { createFormat, type Format } from './format.ts'

export type FirstWords = typeof first
export type PageWords = typeof pages
/** The texts of a language. */
export type Words = FirstWords & PageWords

/**
 * Each part of a language is a file of its own. The list of codes and everything around it need only the
 * first one; the other is loaded with another page.
 */
const firstFiles: Record<OwnerLanguage, () => Promise<FirstWords>> = {
  en: async () => (await import('./first/en.ts')).en,
  de: async () => (await import('./first/de.ts')).de,
  fr: async () => (await import('./first/fr.ts')).fr,
  es: async () => (await import('./first/es.ts')).es,
  it: async () => (await import('./first/it.ts')).it,
}
const pageFiles: Record<OwnerLanguage, () => Promise<PageWords>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  it: async () => (await import('./it.ts')).it,
}

const chosenKey = 'qpr.language'

/** The language that the user chose; null for the browser's. */
export const chosenLanguage = (): OwnerLanguage | null => known(localStore.read(chosenKey)) ?? null

export const currentLanguage = (): OwnerLanguage =>
  chosenLanguage() ??
  readerLanguages()
    .map((one) => known(one.split('-')[0]))
    .find((one) => one !== undefined) ??
  'en'

const known = (language: string | null | undefined): OwnerLanguage | undefined =>
  ownerLanguages.find((one) => one === language)

interface Language {
  language: OwnerLanguage
  words: Words
  format: Format
}

/** The language that is shown, or that is loading. */
let current: Promise<Language> | undefined
let hasPageWords = false

export const loadLanguage = (language: OwnerLanguage): Promise<Language> => {
  current = loadFirst(language)
  return current
}

const loadFirst = async (language: OwnerLanguage): Promise<Language> => {
  const words = { ...(await firstFiles[language]()) }
  // The page words join this object before a page is rendered that needs them.
  return { language, words: words as Words, format: createFormat(formatLocale(language)) }
}

const loadPageWords = async () => {
  hasPageWords = true
  if (!current) throw new Error('No language is loaded.')
  const { language, words } = await current
  Object.assign(words, await pageFiles[language]())
}

/** A part that is loaded later, with the words that it needs: `lazy(() => withPageWords(import(…)))`. */
export const withPageWords = async <T,>(part: Promise<T>): Promise<T> => {
  const [loaded] = await Promise.all([part, loadPageWords()])
  return loaded
}

/** The reader's own variant of the language, such as en-GB, decides how dates are written. */
const formatLocale = (language: string): string =>
  readerLanguages().find((one) => one.startsWith(`${language}-`)) ?? language

/** The name of a language in that language. */
export const languageName = (language: string): string => languageNameIn(language, language)

/** Each in its own language. */
export const languageChoices = Object.fromEntries(
  ownerLanguages.map((one) => [one, languageNames[one]]),
) as Record<OwnerLanguage, string>

interface Spoken extends Language {
  choose: (language: OwnerLanguage | null) => Promise<void>
}

const LanguageContext = createContext<Spoken | null>(null)

export const LanguageProvider = (props: { initial: Language; children: ReactNode }) => {
  const [spoken, setSpoken] = useState(props.initial)
  const value = useMemo(
    () => ({
      ...spoken,
      async choose(language: OwnerLanguage | null) {
        localStore.write(chosenKey, language)
        const next = await loadLanguage(language ?? currentLanguage())
        if (hasPageWords) await loadPageWords()
        document.documentElement.lang = next.language
        setSpoken(next)
      },
    }),
    [spoken],
  )
  return <LanguageContext value={value}>{props.children}</LanguageContext>
}

export const useLanguage = (): Spoken => {
  const spoken = useContext(LanguageContext)
  if (!spoken) throw new Error('There is no language here.')
  return spoken
}

export const useWords = (): Words => useLanguage().words
export const useFormat = (): Format => useLanguage().format
