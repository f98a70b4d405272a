/** The texts of a code in another language. A missing text is shown as the owner wrote it. */
export interface Translation {
  title?: string
  welcome_message?: string
  suggestions?: string[]
  lead_form?: TranslatedForm
}

/** The texts of a form; fields by their key. */
export interface TranslatedForm {
  title?: string
  consent?: string
  fields?: { [key: string]: { label?: string; help?: string; choices?: string[] } | undefined }
}

/** By language. */
export type Translations = { [language: string]: Translation | undefined }

/** The texts of a code that visitors see first. */
export interface VisitorTexts {
  title: string
  welcomeMessage: string
  suggestions: string[]
}

/** The texts in the language of a visitor, each as far as it is translated. */
export const textsIn = (
  own: VisitorTexts & { translations: Translations },
  language: string,
): VisitorTexts => {
  const { title, welcome_message, suggestions } = own.translations[language] ?? {}
  return {
    title: title ?? own.title,
    welcomeMessage: welcome_message ?? own.welcomeMessage,
    suggestions: suggestions ?? own.suggestions,
  }
}
