import type { OwnerLanguage } from '#contract/languages.ts'
import { templateColors } from '#contract/template-colors.ts'
import { type Template, templates } from '#contract/templates.ts'
import type { CodeStyle } from '../codes/codes.contents.schema.ts'
import { restaurantInGerman, templatesInGerman } from './de.ts'
import type { TemplateText } from './en.ts'
import { restaurantInEnglish, templatesInEnglish } from './en.ts'
import { restaurantInSpanish, templatesInSpanish } from './es.ts'
import { restaurantInFrench, templatesInFrench } from './fr.ts'
import { restaurantInItalian, templatesInItalian } from './it.ts'

const texts: Record<OwnerLanguage, Record<Template, TemplateText>> = {
  en: templatesInEnglish,
  de: templatesInGerman,
  fr: templatesInFrench,
  es: templatesInSpanish,
  it: templatesInItalian,
}

const shapes: Record<Template, Pick<CodeStyle, 'dots' | 'eyes'>> = {
  business: { dots: 'square', eyes: 'square' },
  rewards: { dots: 'dots', eyes: 'circle' },
  events: { dots: 'rounded', eyes: 'square' },
  personal: { dots: 'rounded', eyes: 'rounded' },
  hospitality: { dots: 'rounded', eyes: 'circle' },
  healthcare: { dots: 'square', eyes: 'rounded' },
  retail: { dots: 'dots', eyes: 'rounded' },
}

const restaurants: Record<OwnerLanguage, TemplateText> = {
  en: restaurantInEnglish,
  de: restaurantInGerman,
  fr: restaurantInFrench,
  es: restaurantInSpanish,
  it: restaurantInItalian,
}

const shown = (template: Template, text: TemplateText) => {
  const { title, description, name, prompt, document, welcomeMessage, suggestions } = text
  const [color, color_dark] = templateColors[template]
  return {
    template,
    title,
    description,
    color,
    color_dark,
    document: document ?? null,
    example: {
      template,
      name,
      prompt,
      welcome_message: welcomeMessage,
      suggestions,
      style: { color, ...shapes[template] },
    },
  }
}

/** The templates, in the order of the contract. */
export const templatesIn = (language: OwnerLanguage) =>
  templates.map((template) => shown(template, texts[language][template]))

/** Examples for a trade: more ready texts for codes of the same seven templates. */
export const examplesIn = (language: OwnerLanguage) => [
  { key: 'restaurant' as const, ...shown('hospitality', restaurants[language]) },
]
