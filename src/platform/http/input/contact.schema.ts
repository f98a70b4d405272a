import { type Static, Type } from 'typebox'
import { contactSchemes, maxLength } from '#contract/limits.ts'
import { Str, Text } from '../schema.ts'

/** Everything after the scheme of an address. */
const rest = '[^\\s\\x00-\\x1f\\ud800-\\udfff]+$'

/** An address that a page links to. No other scheme is accepted: it might run a script. */
export const Address = (schemes: readonly string[], description: string, example: string) =>
  Str(description, example, {
    maxLength: maxLength.contactUrl,
    pattern: `^(${schemes.join('|')})${rest}`,
  })

export const Contact = Type.Object(
  {
    label: Text(maxLength.contactLabel, 'The text of the button.', 'Call reception'),
    url: Address(
      contactSchemes,
      'An address with `https:`, `mailto:` or `tel:`.',
      'tel:+4940123456',
    ),
  },
  {
    description: 'A button with which visitors reach a person, or null.',
    examples: [{ label: 'Call reception', url: 'tel:+4940123456' }],
  },
)
export type Contact = Static<typeof Contact>

export const Color = (description: string, example: string) =>
  Str(description, example, { pattern: '^#[0-9a-fA-F]{6}$' })
