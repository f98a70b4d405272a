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
    description: `Maximum number of items to return, 1 to ${maximum}.`,
    examples: [defaultLimit],
  })

export const Offset = Type.Integer({
  minimum: 0,
  default: 0,
  description: 'Number of items to skip.',
  examples: [0],
})

export const Metadata = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'Your own key-value pairs: at most 50 keys and 16 KB as JSON, stored as sent.',
  examples: [{ table: 12 }],
})

/** Stands for the body in the document when a response has none. */
export const NoContent = Type.Null({ description: 'Success; the response has no body.' })

export const ProblemSchema = named(
  'Problem',
  Type.Object(
    {
      type: Type.String({
        description: 'A URI that identifies the type of problem.',
        examples: ['urn:qpr:problem:invalid_input'],
      }),
      title: Type.String({ description: 'The status in words.', examples: ['Invalid input'] }),
      status: Type.Integer({ description: 'The HTTP status.', examples: [422] }),
      detail: Type.String({
        description: 'One sentence that says what happened and what to do.',
        examples: ['name is required.'],
      }),
      code: Type.String({
        description: 'A stable code, for programs.',
        examples: ['invalid_input'],
      }),
      request_id: Type.String({
        description:
          'Identifies this request in the log of the service; also in the header `Request-Id`.',
        examples: ['req_01JB0000000000000000000000'],
      }),
      errors: Type.Optional(
        Type.Array(
          Type.Object({
            pointer: Type.String({
              description: 'The field, as a JSON pointer.',
              examples: ['/name'],
            }),
            code: Type.String({
              description: 'A stable code, for programs.',
              examples: ['required'],
            }),
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
            maximum: Type.Integer({ description: 'The limit of the plan.', examples: [10] }),
            used: Type.Integer({ description: 'The current usage.', examples: [10] }),
            plan: Type.String({ description: 'The current plan.', examples: ['free'] }),
            sufficient_plan: Nullable(
              Type.String({ examples: ['starter'] }),
              'The smallest plan that is large enough; null if no plan is.',
            ),
          },
          { description: 'The limit of the plan, for status 402.' },
        ),
      ),
    },
    { description: 'An error, as RFC 9457 describes it.' },
  ),
)
