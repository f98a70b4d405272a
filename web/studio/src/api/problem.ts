import type { components } from '../../../../sdk/typescript/src/schema.d.ts'

type ProblemBody = components['schemas']['Problem']

/** The limit of the plan that was reached. */
export type ReachedLimit = NonNullable<ProblemBody['limit']>

export interface FieldProblem {
  /** The pointer as a name: /contact/url is contact.url. */
  field: string
  code: string
  message: string
}

/** A failed request: refused by the service, or without a response. */
export class ApiProblem extends Error {
  /** 0 when there was no answer. */
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly fields: readonly FieldProblem[]
  readonly limit: ReachedLimit | null

  constructor(body: Partial<ProblemBody> & { status: number; code: string }) {
    super(body.detail ?? body.code)
    this.status = body.status
    this.code = body.code
    this.requestId = body.request_id ?? null
    this.limit = body.limit ?? null
    this.fields = (body.errors ?? []).map(({ pointer, code, message }) => ({
      field: fieldOf(pointer),
      code,
      message,
    }))
  }

  get isNetwork(): boolean {
    return this.status === 0
  }
}

const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')

export const noAnswer = (): ApiProblem => new ApiProblem({ status: 0, code: 'no_answer' })

/** The problem of an error response; a page of a proxy gives only its status. */
export const problemOf = async (response: Response): Promise<ApiProblem> => {
  const { status } = response
  const isProblem = response.headers.get('Content-Type')?.startsWith('application/problem+json')
  const body: ProblemBody | null = isProblem ? await response.json().catch(() => null) : null
  return new ApiProblem(body ?? { status, code: `status_${status}` })
}

export const asProblem = (error: unknown): ApiProblem =>
  error instanceof ApiProblem ? error : new ApiProblem({ status: -1, code: 'bug' })
