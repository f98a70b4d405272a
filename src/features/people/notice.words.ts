import type { OwnerLanguage } from '#contract/languages.ts'

const words: Record<OwnerLanguage, { title: string; text: (code: string) => string }> = {
  en: {
    title: 'A visitor is waiting',
    text: (code) => `A visitor of “${code}” asks for a person.`,
  },
  de: {
    title: 'Ein Besucher wartet',
    text: (code) => `Ein Besucher von „${code}“ möchte mit einem Menschen schreiben.`,
  },
  fr: {
    title: 'Un visiteur attend',
    text: (code) => `Un visiteur de « ${code} » demande une personne.`,
  },
  es: {
    title: 'Un visitante espera',
    text: (code) => `Un visitante de «${code}» pide hablar con una persona.`,
  },
  it: {
    title: 'Un visitatore aspetta',
    text: (code) => `Un visitatore di «${code}» chiede di una persona.`,
  },
}

/** What members read about a visitor who waits: the name of the code, and no word of the visitor. */
export const noticeWords = (language: OwnerLanguage, codeName: string) => ({
  title: words[language].title,
  text: words[language].text(codeName),
})
