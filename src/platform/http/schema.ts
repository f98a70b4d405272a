import {
  type Static,
  type TNumberOptions,
  type TSchema,
  type TSchemaOptions,
  type TStringOptions,
  type TUnsafe,
  Type,
} from 'typebox'
import { contactSchemes, maxLength } from '#contract/limits.ts'
import { daysOf, periods } from '#contract/periods.ts'
import { problemCodes } from '#contract/problem-codes.ts'

/** Schemas with a name in the OpenAPI document, under `components`. */
export type NamedSchema = TSchema & { $id: string }

const registered = new Map<string, NamedSchema>()

/** Names a schema: the document defines it once and refers to it everywhere else. */
export const named = <T extends TSchema>(name: string, schema: T): TUnsafe<Static<T>> => {
  registered.set(name, { ...schema, $id: name })
  return refTo<Static<T>>(name)
}

/** Refers to a named schema, which may be one of a feature above. */
export const refTo = <T = unknown>(name: string): TUnsafe<T> => Type.Unsafe<T>({ $ref: `${name}#` })

/** Sorted by name, so that the document does not depend on the import order. */
export const namedSchemas = (): NamedSchema[] =>
  [...registered.values()].sort((a, b) => (a.$id < b.$id ? -1 : 1))

interface Exemplified {
  $ref?: string
  examples?: unknown[]
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
}

/** A value that is made of the examples in a schema. */
export const exampleOf = (schema: TSchema): unknown => {
  const { $ref, examples, anyOf, properties = {} }: Exemplified = schema
  if ($ref !== undefined) return exampleOf(registered.get($ref.slice(0, -1)) ?? {})
  if (examples) return examples[0]
  if (anyOf) return exampleOf(anyOf[0] ?? {})
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, exampleOf(one)]))
}

// Every field has a description and an example, because the reference shows both.

export const Str = (description: string, example: string, rules: TStringOptions = {}) =>
  Type.String({ ...rules, description, examples: [example] })

export const Int = (description: string, example: number, rules: TNumberOptions = {}) =>
  Type.Integer({ ...rules, description, examples: [example] })

export const Num = (description: string, example: number, rules: TNumberOptions = {}) =>
  Type.Number({ ...rules, description, examples: [example] })

export const Bool = (description: string, example: boolean, rules: TSchemaOptions = {}) =>
  Type.Boolean({ ...rules, description, examples: [example] })

export const OneOf = <const Value extends string>(
  values: readonly Value[],
  description: string,
  example: NoInfer<Value>,
  rules: TSchemaOptions = {},
) => Type.Enum<Value[]>([...values], { ...rules, description, examples: [example] })

/** Text of a person, 1 to `maxLength` characters. */
export const Text = (maxLength: number, description: string, example: string) =>
  Str(description, example, { minLength: 1, maxLength, format: 'text' })

export const Instant = (description: string, example = '2026-01-31T12:00:00.000Z') =>
  Str(description, example, { format: 'date-time' })

/** An id or another name of an object, as a request gives it. */
export const GivenId = (description: string, example: string) =>
  Type.Optional(Str(description, example, { format: 'text', maxLength: 100 }))

export const OrganizationId = GivenId(
  'The organization (id or slug). Default: the default organization of the key.',
  'harbour-hotels',
)

/** A value or null, with the description of the value unless it has its own. */
export const Nullable = <T extends TSchema & { description?: string }>(
  { description: ofValue = '', ...value }: T,
  description = ofValue,
) => Type.Union([value as unknown as T, Type.Null()], { description })

export const Limit = (defaultLimit: number, maximum: number) =>
  Int(`Maximum number of items to return, 1 to ${maximum}.`, defaultLimit, {
    minimum: 1,
    maximum,
    default: defaultLimit,
  })

export const Offset = Int('Number of items to skip.', 0, { minimum: 0, default: 0 })

export const Metadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Your own key-value pairs: at most 50 keys and 16 KB as JSON, stored as sent.',
  examples: [{ table: 12 }],
})

/** Stands for the body in the document when a response has none. */
export const NoContent = Type.Unsafe<void>({
  type: 'null',
  description: 'Success; the response has no body.',
})

export const ProblemSchema = named(
  'Problem',
  Type.Object(
    {
      type: Str('A URI that identifies the type of problem.', 'urn:qpr:problem:invalid_input'),
      title: Str('The status in words.', 'Invalid input'),
      status: Int('The HTTP status.', 422),
      detail: Str('One sentence that says what happened and what to do.', 'name is required.'),
      code: Type.Union([Type.Enum(Object.keys(problemCodes)), Type.String()], {
        description: 'A stable code, for programs. New codes may be added.',
        examples: ['invalid_input'],
      }),
      request_id: Str(
        'Identifies this request in the log of the service; also in the header `Request-Id`.',
        'req_01JB0000000000000000000000',
      ),
      errors: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Str('The field, as a JSON pointer.', '/name'),
            code: Str('A stable code, for programs.', 'required'),
            message: Str('One sentence for a person.', 'name is required.'),
          }),
          {
            description: 'The invalid fields, for status 422.',
            examples: [[{ pointer: '/name', code: 'required', message: 'name is required.' }]],
          },
        ),
      ),
      limit: Type.Optional(
        Type.Object(
          {
            name: Str('Which limit.', 'codes'),
            maximum: Int('The limit of the plan.', 10),
            used: Int('The current usage.', 10),
            plan: Str('The current plan.', 'free'),
            sufficient_plan: Nullable(
              Str('The smallest plan that is large enough; null if no plan is.', 'starter'),
            ),
          },
          { description: 'The limit of the plan, for status 402.' },
        ),
      ),
      organizations: Type.Optional(
        Type.Array(
          Type.Object({
            id: Str('Organization id.', 'org_01JB0000000000000000000000'),
            name: Str('Display name.', 'Harbour Hotels'),
            slug: Str('URL-safe identifier.', 'harbour-hotels'),
          }),
          { description: 'The organizations that need another owner first, for `last_owner`.' },
        ),
      ),
      name: Type.Optional(Str('The member who has the conversation, for `already_taken`.', 'Ana')),
      opens_at: Type.Optional(
        Nullable(
          Instant('When a person can be asked next, for `handoff_unavailable`; null: unknown.'),
        ),
      ),
    },
    { description: 'An error, as RFC 9457 describes it.' },
  ),
)

/** Everything after the scheme of an address. */
const rest = '[^\\s\\x00-\\x1f\\ud800-\\udfff]+$'

/** An address that a page links to. No other scheme is accepted: it might run a script. */
export const LinkAddress = (schemes: readonly string[], description: string, example: string) =>
  Str(description, example, {
    maxLength: maxLength.contactUrl,
    pattern: `^(${schemes.join('|')})${rest}`,
  })

export const Contact = Type.Object(
  {
    label: Text(maxLength.contactLabel, 'The text of the button.', 'Call reception'),
    url: LinkAddress(
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

/** The last N days, for every view of past data. */
export const PeriodOrAll = OneOf(
  [...periods, 'all'],
  'The number of last days (UTC), today included; 12m is 365 days.',
  '30d',
  { default: '30d' },
)
export type PeriodOrAll = Static<typeof PeriodOrAll>

/** The number of days in a period; null for `all`. */
export const daysIn = (period: PeriodOrAll): number | null =>
  period === 'all' ? null : daysOf[period]

/** Days since 1970; null: no lower bound. */
export const firstDayOf = (period: PeriodOrAll, today: number): number | null => {
  const count = daysIn(period)
  return count === null ? null : today - count + 1
}

/** Filters for one code or a whole organization. */
export const scopeFilters = {
  qpr_code_id: GivenId('Only this code (id or short id).', 'qpr_01JB0000000000000000000000'),
  organization_id: OrganizationId,
}
