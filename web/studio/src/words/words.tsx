import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { languageNameIn, localStore, readerLanguages } from '../browser.ts'
import type { en } from './en.ts'
import { createFormat, type Format } from './format.ts'

/** The texts of a language. */
export type Words = typeof en

// A language is a file named by its code, which exports its words under that name.
const files = import.meta.glob<Record<string, Words>>('./??.ts')

export const languages: string[] = Object.keys(files).map(codeOf).sort()

function codeOf(file: string): string {
  return file.slice(2, -3)
}

const chosenKey = 'qpr.language'

/** The language that the user chose; null for the browser's. */
export const chosenLanguage = (): string | null => {
  const chosen = localStore.read(chosenKey)
  return chosen !== null && languages.includes(chosen) ? chosen : null
}

export const currentLanguage = (): string =>
  chosenLanguage() ??
  readerLanguages()
    .map((one) => one.split('-')[0] ?? '')
    .find(isKnown) ??
  'en'

const isKnown = (language: string) => languages.includes(language)

interface Language {
  language: string
  words: Words
  format: Format
}

export const loadLanguage = async (language: string): Promise<Language> => {
  const words = (await files[`./${language}.ts`]?.())?.[language]
  if (!words) throw new Error(`There is no language ${language}.`)
  return { language, words, format: createFormat(formatLocale(language)) }
}

/** The reader's own variant of the language, such as en-GB, decides how dates are written. */
const formatLocale = (language: string): string =>
  readerLanguages().find((one) => one.startsWith(`${language}-`)) ?? language

/** The name of a language in that language. */
export const languageName = (language: string): string => languageNameIn(language, language)

interface Spoken extends Language {
  choose: (language: string | null) => Promise<void>
}

const LanguageContext = createContext<Spoken | null>(null)

export const LanguageProvider = (props: { initial: Language; children: ReactNode }) => {
  const [spoken, setSpoken] = useState(props.initial)
  const value = useMemo(
    () => ({
      ...spoken,
      async choose(language: string | null) {
        localStore.write(chosenKey, language)
        const next = await loadLanguage(language ?? currentLanguage())
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
