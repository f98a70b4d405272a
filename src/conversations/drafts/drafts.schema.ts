import { type Static, Type } from 'typebox'
import { scanLanguages } from '#contract/languages.ts'
import { Nullable, Text } from '../../http/schema.ts'

export const DraftTalk = Type.Object({
  name: Text(200, {
    description: 'The name of the code, 1 to 200 characters.',
    examples: ['Harbour Hotel'],
  }),
  prompt: Text(32_000, {
    description: 'The prompt to try, 1 to 32,000 characters.',
    examples: ['You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10:30.'],
  }),
  model: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 200,
        pattern: '^[a-z]+:[\\x21-\\x7e]+$',
        examples: ['ollama:llama3.2'],
      }),
      'The model that answers, as `provider:model`; null: the default model.',
    ),
  ),
  language: Type.Optional(
    Type.Enum([...scanLanguages], {
      description:
        'The language of the visitor’s page. Default: the language of `Accept-Language`.',
      examples: ['en'],
    }),
  ),
  messages: Type.Array(
    Type.Object({
      role: Type.Enum(['visitor', 'assistant'], {
        description: 'The author of the message.',
        examples: ['visitor'],
      }),
      text: Text(32_000, {
        description: 'The text of the message.',
        examples: ['When is breakfast?'],
      }),
    }),
    {
      minItems: 1,
      maxItems: 400,
      description:
        'The conversation so far, without the welcome message. The last message must be the ' +
        'visitor’s and is answered. The model reads only the newest part of a long ' +
        'conversation, as for visitors.',
      examples: [[{ role: 'visitor', text: 'When is breakfast?' }]],
    },
  ),
  organization_id: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: 100,
      description: 'The organization (id or slug). Default: the default organization of the key.',
      examples: ['harbour-hotels'],
    }),
  ),
})
export type DraftTalk = Static<typeof DraftTalk>
