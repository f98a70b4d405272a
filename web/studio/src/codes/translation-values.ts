import type { TranslatedForm, Translation, Translations } from '#contract/translations.ts'
import { written } from '../ui/code/draft.ts'
import type { TalkValues } from './talk-values.ts'

/** Without empty texts and languages, as the service stores them. */
export const filledTranslations = (translations: Translations): Translations => {
  const filled = Object.entries(translations).map(([language, texts = {}]) => {
    const { title = '', welcome_message = '', suggestions = [] } = texts
    const questions = written(suggestions)
    const lead_form = filledForm(texts.lead_form)
    return [
      language,
      {
        ...(title.trim() !== '' && { title }),
        ...(welcome_message.trim() !== '' && { welcome_message }),
        ...(questions.length > 0 && { suggestions: questions }),
        ...(Object.keys(lead_form).length > 0 && { lead_form }),
      },
    ] as const
  })
  return Object.fromEntries(filled.filter(([, texts]) => Object.keys(texts).length > 0))
}

const filledForm = ({ title = '', consent = '', fields = {} }: TranslatedForm = {}) => {
  const filled = Object.entries(fields).map(([key, texts = {}]) => {
    const { label = '', help = '' } = texts
    const choices = written(texts.choices ?? [])
    return [
      key,
      {
        ...(label.trim() && { label }),
        ...(help.trim() && { help }),
        ...(choices.length > 0 && { choices }),
      },
    ] as const
  })
  const some = filled.filter(([, texts]) => Object.keys(texts).length > 0)
  return {
    ...(title.trim() && { title }),
    ...(consent.trim() && { consent }),
    ...(some.length > 0 && { fields: Object.fromEntries(some) }),
  }
}

/** The texts to translate. */
export const ownTexts = (values: TalkValues): Translation => {
  const suggestions = written(values.suggestions)
  return {
    title: values.title.trim() || values.name,
    ...(values.welcome_message.trim() !== '' && { welcome_message: values.welcome_message }),
    ...(suggestions.length > 0 && { suggestions }),
  }
}

/** What the owner wrote stays; the proposals fill the rest. */
export const withProposals = (before: Translations, proposed: Translations): Translations => {
  const written = filledTranslations(before)
  const merged = Object.entries(proposed).map(([language, texts]) => [
    language,
    { ...texts, ...written[language] },
  ])
  return { ...before, ...Object.fromEntries(merged) }
}
