const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

const number = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', examples: [example] },
})

/** The headers of responses, by their name. */
export const responseHeaders = {
  'Request-Id': text(
    'Identifies the request in the log of the service.',
    'req_01JB0000000000000000000000',
  ),
  'Retry-After': number('Seconds to wait before the next attempt.', 12),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  'Idempotent-Replayed': text(
    '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    'true',
  ),
  'Content-Disposition': text('The name of the file.', 'attachment; filename="scans.csv"'),
  'X-RateLimit-Limit': number('Requests in a minute; only if the operator sets a limit.', 600),
  'X-RateLimit-Remaining': number('Requests that are left in this minute.', 599),
  'X-RateLimit-Reset': number('When the minute ends, in seconds since 1970.', 1769860800),
}

type HeaderName = keyof typeof responseHeaders

interface Response {
  status: string
  isPost: boolean
  needsKey: boolean
  contentTypes: string[]
}

const files = /^(text\/csv|application\/(x-ndjson|pdf))$/

/** The headers that a response can have. */
export const headersOf = ({ status, isPost, needsKey, contentTypes }: Response) => {
  const isSuccess = status.startsWith('2')
  const isLimited = (isSuccess && needsKey) || status === '429'
  const names: (HeaderName | false)[] = [
    'Request-Id',
    (status === '429' || status === '503') && 'Retry-After',
    status === '401' && 'WWW-Authenticate',
    isSuccess && isPost && needsKey && 'Idempotent-Replayed',
    contentTypes.some((type) => files.test(type)) && 'Content-Disposition',
    isLimited && 'X-RateLimit-Limit',
    isLimited && 'X-RateLimit-Remaining',
    isLimited && 'X-RateLimit-Reset',
  ]
  return Object.fromEntries(
    names
      .filter((name) => name !== false)
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
