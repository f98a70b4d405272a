import { type Static, type TSchema, type TUnsafe, Type } from 'typebox'

/** Schemas with a name in the OpenAPI document, under `components`. */
export type NamedSchema = TSchema & { $id: string }

const registered = new Map<string, NamedSchema>()

/** Names a schema: the document defines it once and refers to it everywhere else. */
export const named = <T extends TSchema>(name: string, schema: T): TUnsafe<Static<T>> => {
  registered.set(name, { ...schema, $id: name })
  return refTo<Static<T>>(name)
}

/** Refers to a schema of another slice, because slices do not import each other's schemas. */
export const refTo = <T>(name: string): TUnsafe<T> => Type.Unsafe<T>({ $ref: `${name}#` })

/** Sorted by name, so that the document does not depend on the import order. */
export const namedSchemas = (): NamedSchema[] =>
  [...registered.values()].sort((a, b) => (a.$id < b.$id ? -1 : 1))

export const Text = (maxLength: number, options: { description: string; examples: string[] }) =>
  Type.String({ minLength: 1, maxLength, format: 'text', ...options })

export const Time = (description: string, example = '2026-01-31T12:00:00.000Z') =>
  Type.String({ format: 'date-time', description, examples: [example] })

export const Nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const Limit = (defaultLimit: number, maximum: number) =>
  Type.Integer({
    minimum: 1,
    maximum,
    default: defaultLimit,
    description: `How many items to return at most, 1 to ${maximum}.`,
    examples: [defaultLimit],
  })

export const Offset = Type.Integer({
  minimum: 0,
  default: 0,
  description: 'How many items to pass over.',
  examples: [0],
})

export const Metadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Key-value pairs of your own: at most 50 keys and 16 KB as JSON, kept as sent.',
  examples: [{ table: 12 }],
})

/** Stands for the body in the document when a response has none. */
export const NoContent = Type.Null({ description: 'Done; there is no body.' })

export const ProblemSchema = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({
        description: 'A URI that names the kind of problem.',
        examples: ['urn:qpr:problem:invalid_input'],
      }),
      title: Type.String({ description: 'The status in words.', examples: ['Invalid input'] }),
      status: Type.Integer({ description: 'The HTTP status.', examples: [422] }),
      detail: Type.String({
        description: 'One sentence that a person can act on.',
        examples: ['name is required.'],
      }),
      code: Type.String({
        description: 'Stable, for programs.',
        examples: ['invalid_input'],
      }),
      request_id: Type.String({
        description: 'Names this request in our log; also in the header `Request-Id`.',
        examples: ['req_01JB0000000000000000000000'],
      }),
      errors: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Type.String({
              description: 'The field, as a JSON pointer.',
              examples: ['/name'],
            }),
            code: Type.String({ description: 'Stable, for programs.', examples: ['required'] }),
            message: Type.String({
              description: 'One sentence for a person.',
              examples: ['name is required.'],
            }),
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
            name: Type.String({ description: 'Which limit.', examples: ['codes'] }),
            maximum: Type.Integer({ description: 'What the plan allows.', examples: [10] }),
            used: Type.Integer({ description: 'What is in use.', examples: [10] }),
            plan: Type.String({ description: 'The plan in force.', examples: ['free'] }),
            sufficient_plan: Nullable(
              Type.String({ examples: ['starter'] }),
              'The least plan that would do, or null where none would.',
            ),
          },
          { description: 'The limit of the plan, for status 402.' },
        ),
      ),
    },
    { description: 'An error, as RFC 9457 describes it.' },
  ),
)
