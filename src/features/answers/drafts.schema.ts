import { type Static, Type } from 'typebox'
import { scanLanguages } from '#contract/languages.ts'
import { Nullable, OneOf, OrganizationId, Str, Text } from '../../platform/http/schema.ts'

export const DraftTalk = Type.Object({
  name: Text(200, 'The public title of the code, 1 to 200 characters.', 'Harbour Hotel'),
  prompt: Text(
    32_000,
    'The prompt to try, 1 to 32,000 characters.',
    'You are the concierge of the Harbour Hotel. Breakfast is from 7 to 10:30.',
  ),
  model: Type.Optional(
    Nullable(
      Str(
        'The model that answers, as `provider:model`; null: the default model.',
        'ollama:llama3.2',
        { maxLength: 200, pattern: '^[a-z]+:[\\x21-\\x7e]+$' },
      ),
    ),
  ),
  language: Type.Optional(
    OneOf(
      [...scanLanguages],
      'The language of the visitor’s page. Default: the language of `Accept-Language`.',
      'en',
    ),
  ),
  messages: Type.Array(
    Type.Object({
      role: OneOf(['visitor', 'assistant'], 'The author of the message.', 'visitor'),
      text: Text(32_000, 'The text of the message.', 'When is breakfast?'),
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
  organization_id: OrganizationId,
  qpr_code_id: Type.Optional(
    Str(
      'The code that the draft changes: the answer uses its sources. Without it, only the sources ' +
        'of all codes are used.',
      'qpr_01JB0000000000000000000000',
      { maxLength: 100 },
    ),
  ),
})
export type DraftTalk = Static<typeof DraftTalk>
