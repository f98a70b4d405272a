import { type Static, Type } from 'typebox'
import { type LeadForm, leadFieldTypes } from '#contract/handling.ts'
import { maxItems, maxLength } from '#contract/limits.ts'
import type { TranslatedForm } from '#contract/translations.ts'
import { type FieldError, invalidInput } from '../../platform/http/problem.ts'
import { Bool, OneOf, Str, Text } from '../../platform/http/schema.ts'

const Label = Text(maxLength.leadLabel, 'The label, 1 to 200 characters.', 'Your e-mail address')
const Help = Text(maxLength.leadLabel, 'A hint below the field.', 'We answer within a day.')
const Choices = Type.Array(Text(maxLength.leadLabel, 'A choice.', 'Two nights'), {
  minItems: 2,
  maxItems: maxItems.leadChoices,
  uniqueItems: true,
  description: 'The choices of a field of the type `choice`, 2 to 20.',
  examples: [['One night', 'Two nights']],
})
const Title = Text(maxLength.leadLabel, 'The title of the form.', 'Leave us a message')
const Consent = Text(
  maxLength.consent,
  'The sentence to which the visitor agrees, up to 1,000 characters. It is stored with each lead as ' +
    'it was shown.',
  'You may contact me about my request.',
)
const fieldKey = '^[a-z][a-z0-9_]{0,39}$'

export const LeadFormSchema = Type.Object(
  {
    title: Title,
    fields: Type.Array(
      Type.Object({
        key: Str('The name of the field for programs: `a-z`, `0-9` and `_`.', 'email', {
          pattern: fieldKey,
        }),
        label: Label,
        help: Type.Optional(Help),
        type: OneOf(
          leadFieldTypes,
          'What the field takes: a text, an e-mail address, a telephone number, one of `choices`, or ' +
            'true or false.',
          'email',
        ),
        required: Bool('Whether the visitor must fill it in.', true),
        choices: Type.Optional(Choices),
      }),
      { minItems: 1, maxItems: maxItems.leadFields, description: 'Up to 8 fields.' },
    ),
    consent: Consent,
  },
  {
    description: 'A form with which visitors leave their address; null: none.',
  },
)

export const TranslatedFormSchema = Type.Object(
  {
    title: Type.Optional(Title),
    consent: Type.Optional(Consent),
    fields: Type.Optional(
      Type.Record(
        Type.String({ pattern: fieldKey }),
        Type.Object({
          label: Type.Optional(Label),
          help: Type.Optional(Help),
          choices: Type.Optional(Choices),
        }),
        {
          maxProperties: maxItems.leadFields,
          description: 'The texts of the fields by their key. Choices in the same order.',
          examples: [{ email: { label: 'Votre adresse e-mail' } }],
        },
      ),
    ),
  },
  { description: 'The texts of the form.', examples: [{ title: 'Laissez-nous un message' }] },
)

/** As it is stored: only the known fields. */
export const completeForm = (form: Static<typeof LeadFormSchema>): LeadForm => {
  const errors: FieldError[] = []
  const fail = (at: number, name: string, message: string) =>
    errors.push({ pointer: `/lead_form/fields/${at}/${name}`, code: 'invalid', message })
  const keys = new Set<string>()
  const fields = form.fields.map(({ key, label, help, type, required, choices }, at) => {
    if (keys.has(key)) fail(at, 'key', 'Each field needs a key of its own.')
    keys.add(key)
    if (type === 'choice' && !choices) fail(at, 'choices', 'A choice needs at least two choices.')
    if (type !== 'choice' && choices) fail(at, 'choices', 'Only a choice has choices.')
    // A lead is found by its address, so it has one of each kind.
    const isAddress = type === 'email' || type === 'tel'
    if (isAddress && form.fields.findIndex((one) => one.type === type) < at) {
      fail(at, 'type', `A form has one field of the type ${type}.`)
    }
    return {
      key,
      label,
      ...(help !== undefined && { help }),
      type,
      required,
      ...(choices && { choices }),
    }
  })
  if (errors.length > 0) throw invalidInput(errors)
  return { title: form.title, fields, consent: form.consent }
}

/** The form in the language of a visitor, as far as it is translated. A choice keeps its value. */
export const formIn = (form: LeadForm, translated: TranslatedForm | undefined): LeadForm => ({
  title: translated?.title ?? form.title,
  consent: translated?.consent ?? form.consent,
  fields: form.fields.map((field) => ({ ...field, ...textsOf(field, translated?.fields) })),
})

const textsOf = (
  { key, choices }: LeadForm['fields'][number],
  translated: TranslatedForm['fields'],
) => {
  const { label, help, choices: others } = translated?.[key] ?? {}
  return {
    ...(label !== undefined && { label }),
    ...(help !== undefined && { help }),
    // A list of another length belongs to other choices.
    ...(choices && others?.length === choices.length && { choices: others }),
  }
}
