import type { OwnerLanguage } from '#contract/languages.ts'

export interface NoticeWords {
  title: string
  text: (code: string) => string
  /** To try a chat tool. */
  test: string
}

const words: Record<OwnerLanguage, NoticeWords> = {
  en: {
    title: 'A visitor is waiting',
    text: (code) => `A visitor of “${code}” asks for a person.`,
    test: 'This is a test. You read here when a visitor asks for a person.',
  },
  de: {
    title: 'Ein Besucher wartet',
    text: (code) => `Ein Besucher von „${code}“ möchte mit einem Menschen schreiben.`,
    test: 'Das ist ein Test. Hier lesen Sie, wenn ein Besucher mit einem Menschen schreiben möchte.',
  },
  fr: {
    title: 'Un visiteur attend',
    text: (code) => `Un visiteur de « ${code} » demande une personne.`,
    test: 'Ceci est un test. Vous lirez ici quand un visiteur demande une personne.',
  },
  es: {
    title: 'Un visitante espera',
    text: (code) => `Un visitante de «${code}» pide hablar con una persona.`,
    test: 'Esto es una prueba. Aquí leerá cuándo un visitante pide hablar con una persona.',
  },
  it: {
    title: 'Un visitatore aspetta',
    text: (code) => `Un visitatore di «${code}» chiede di una persona.`,
    test: 'Questa è una prova. Qui leggerà quando un visitatore chiede di una persona.',
  },
}

/** What members read about a visitor who waits: the name of the code, and no word of the visitor. */
export const noticeWords = (language: OwnerLanguage): NoticeWords => words[language]
