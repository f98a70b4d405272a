import type { components, paths } from './schema.d.ts'

/** A named schema of the API, such as `Schema<'QprCode'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Path = keyof paths & string

/** An operation, such as `GET /v1/qpr-codes/{id}`. */
export type Route = {
  [P in Path]: {
    [M in Method]: paths[P][M] extends { responses: unknown } ? `${Uppercase<M>} ${P}` : never
  }[Method]
}[Path]

type PathOf<R extends Route> = R extends `${string} ${infer P extends Path}` ? P : never

type OperationOf<R extends Route> = R extends `${infer M} ${infer P extends Path}`
  ? paths[P][Lowercase<M> & Method]
  : never

/** One argument for each parameter of a path, in their order. */
type PathArguments<P extends string> = P extends `${string}{${string}}${infer Rest}`
  ? [id: string | number, ...PathArguments<Rest>]
  : []

type JsonBody<Body> = Body extends { content: infer Content }
  ? Content extends { 'application/json': infer Json }
    ? Json
    : Blob | Uint8Array<ArrayBuffer>
  : never

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? Query : never

/** The body of a change, or the query of a read. */
export type Input<R extends Route> =
  OperationOf<R> extends { requestBody?: infer Body }
    ? [Body] extends [undefined]
      ? QueryOf<OperationOf<R>>
      : JsonBody<NonNullable<Body>>
    : QueryOf<OperationOf<R>>

/** A body or a query of which every field is optional may be omitted as a whole. */
type InputArguments<R extends Route> = [NonNullable<Input<R>>] extends [never]
  ? [input?: undefined]
  : Record<never, never> extends NonNullable<Input<R>>
    ? [input?: Input<R> | undefined]
    : [input: Input<R>]

type Responses<R extends Route> = OperationOf<R> extends { responses: infer All } ? All : never
type Success<R extends Route> = Responses<R>[keyof Responses<R> & (200 | 201 | 202 | 204)]

/** The body of a successful response; a file is the response itself. */
export type Output<R extends Route> =
  Success<R> extends { content: infer Content }
    ? Content extends { 'application/json': infer Json }
      ? Json
      : Response
    : undefined

type EventData<R extends Route> =
  Success<R> extends { content: { 'text/event-stream': infer Data } } ? Data : never

/** A server-sent event, parsed. */
export interface StreamEvent<Data> {
  id: string | undefined
  event: string
  data: Data
}

type ItemsOf<Page> = {
  [Field in keyof Page]: Page[Field] extends readonly (infer Item)[] ? Item : never
}[keyof Page]

/** `await` gives one page, `for await` every item of every page. */
export type Listing<Page> = Promise<Page> & AsyncIterable<NonNullable<ItemsOf<Page>>>

export type Answer<R extends Route> = [EventData<R>] extends [never]
  ? Output<R> extends { next_cursor?: unknown }
    ? Listing<Output<R>>
    : Promise<Output<R>>
  : AsyncGenerator<StreamEvent<EventData<R>>, void, undefined>

/** Options of a single call. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  /** For one attempt, in milliseconds. */
  timeoutMs?: number | undefined
  /** A stream reconnects without a limit, unless the call has one. */
  maxRetries?: number | undefined
  /** Default: a new key for each call, the same for its retries. */
  idempotencyKey?: string | undefined
  headers?: Record<string, string> | undefined
  /** For the calls that send a file and take a query too. */
  query?: Record<string, string | number | boolean | undefined> | undefined
}

/** The ids of the path, then the body or the query. */
export type Arguments<R extends Route> = [...PathArguments<PathOf<R>>, ...InputArguments<R>]

export interface Call<R extends Route> {
  (...args: [...Arguments<R>, options?: CallOptions | undefined]): Answer<R>
  /** The operation, for example as the key of a cache. */
  readonly route: R
}
