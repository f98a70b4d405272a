import { type Static, type TOptional, Type } from 'typebox'
import { type ScanLanguage, scanLanguages } from '#contract/languages.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import { Nullable, OneOf, OrganizationId, Str, Text } from '../../platform/http/schema.ts'

const texts = {
  title: Type.Optional(Text(maxLength.name, 'The public title.', 'Harbour Hotel')),
  welcome_message: Type.Optional(
    Text(maxLength.welcomeMessage, 'The first message that a visitor sees.', 'Welcome!'),
  ),
  suggestions: Type.Optional(
    Type.Array(Text(maxLength.suggestion, 'A question.', 'When is breakfast?'), {
      maxItems: maxItems.suggestions,
      description: 'Up to four questions that the page suggests.',
      examples: [['When is breakfast?']],
    }),
  ),
}

const Texts = Type.Object(texts, {
  description: 'The proposed texts in this language.',
  examples: [{ title: 'Hôtel du Port', welcome_message: 'Bienvenue !' }],
})

const Language = OneOf(scanLanguages, 'A language of the visitor’s page.', 'fr')

export const TranslationRequest = Type.Object({
  ...texts,
  languages: Type.Array(Language, {
    minItems: 1,
    maxItems: scanLanguages.length,
    uniqueItems: true,
    description: 'The languages to translate into.',
    examples: [['fr', 'es']],
  }),
  model: Type.Optional(
    Nullable(
      Str(
        'The model that translates, as `provider:model`; null: the default model.',
        'ollama:llama3.2',
        { maxLength: 200, pattern: '^[a-z]+:[\\x21-\\x7e]+$' },
      ),
    ),
  ),
  organization_id: OrganizationId,
})
export type TranslationRequest = Static<typeof TranslationRequest>

export const ProposedTranslations = Type.Object({
  translations: Type.Object(
    Object.fromEntries(scanLanguages.map((one) => [one, Type.Optional(Texts)])) as Record<
      ScanLanguage,
      TOptional<typeof Texts>
    >,
    {
      description:
        'The proposed texts by language, in the form of `translations` of a code. Nothing is saved.',
      examples: [{ fr: { title: 'Hôtel du Port', welcome_message: 'Bienvenue !' } }],
    },
  ),
  failed: Type.Array(
    Type.Object({
      language: Language,
      code: Str('A stable code, for programs.', 'model_busy'),
      message: Str(
        'What happened, and what to do.',
        'The model did not translate into French. Try again.',
      ),
    }),
    { description: 'The languages without a proposal; empty when all are translated.' },
  ),
})
