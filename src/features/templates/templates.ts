import type { OwnerLanguage } from '#contract/languages.ts'
import { templateColors } from '#contract/template-colors.ts'
import { type Template, templates } from '#contract/templates.ts'
import type { CodeStyle } from '../codes/codes.contents.schema.ts'
import { inGerman } from './de.ts'
import { inEnglish } from './en.ts'
import type { TemplateText } from './template-text.ts'

const texts: Record<OwnerLanguage, Record<Template, TemplateText>> = {
  en: inEnglish,
  de: inGerman,
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

/** The templates, in the order of the contract. */
export const templatesIn = (language: OwnerLanguage) =>
  templates.map((template) => {
    const { title, description, name, prompt, welcomeMessage, suggestions } =
      texts[language][template]
    const [color, color_dark] = templateColors[template]
    return {
      template,
      title,
      description,
      color,
      color_dark,
      example: {
        template,
        name,
        prompt,
        welcome_message: welcomeMessage,
        suggestions,
        style: { color, ...shapes[template] },
      },
    }
  })
