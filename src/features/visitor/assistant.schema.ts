import { Type } from 'typebox'
import { scanLanguages } from '#contract/languages.ts'
import { Bool, Nullable, named, OneOf, Str } from '../../platform/http/schema.ts'

const Language = (description: string) => OneOf(scanLanguages, description, 'en')

export const AboutCode = named(
  'AboutCode',
  Type.Object({
    short_id: Str('The short id of the code.', 'k3v9x0pz'),
    title: Str('The public title of the code.', 'Harbour Hotel'),
    welcome_message: Str('The first message that a visitor sees.', 'Welcome! How can I help?'),
    suggestions: Type.Array(Str('A question.', 'When is breakfast?'), {
      description: 'Questions that the page suggests.',
      examples: [['When is breakfast?']],
    }),
    language: Nullable(
      Language('The language in which the page opens; null: the language of the visitor.'),
    ),
    languages: Type.Array(Language('A language.'), {
      description: 'The languages in which the owner has written the texts; empty if unknown.',
      examples: [['en', 'de']],
    }),
    demo: Bool(
      'Whether the built-in demo responder answers, because no model is configured.',
      false,
    ),
    page_url: Str(
      'The page of the code, without counting a scan.',
      'http://localhost:3000/s/k3v9x0pz/chat',
    ),
    mcp_url: Str(
      'The MCP endpoint, with the tool `ask`, for the assistant of a visitor.',
      'http://localhost:3000/s/k3v9x0pz/mcp',
    ),
  }),
)
