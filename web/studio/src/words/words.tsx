import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { languageNames, type OwnerLanguage, ownerLanguages } from '#contract/languages.ts'
import { languageNameIn, localStore, readerLanguages } from '../browser.ts'
import type { en } from './en.ts'
import { createFormat, type Format } from './format.ts'

/** The texts of a language. */
export type Words = typeof en

/** Each is a file of its own: a reader loads one. */
const files: Record<OwnerLanguage, () => Promise<Words>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
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

export const loadLanguage = async (language: OwnerLanguage): Promise<Language> => ({
  language,
  words: await files[language](),
  format: createFormat(formatLocale(language)),
})

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
