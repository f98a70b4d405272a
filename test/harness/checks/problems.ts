import assert from 'node:assert/strict'
import type { ProblemBody } from '../service/client.ts'

/** An error of the documented format: the right type, exactly these fields, a usable sentence. */
export const assertProblem = (
  answer: { status: number; headers: Headers; text: string },
  status: number,
  code: string,
): ProblemBody => {
  assert.equal(answer.status, status, answer.text)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json\b/)
  const { errors, ...body } = JSON.parse(answer.text) as ProblemBody
  const { title, detail } = body
  const requestId = answer.headers.get('request-id')
  assert.match(requestId ?? '', /^req_[0-9A-Z]{26}$/)
  assert.deepEqual(body, {
    type: `urn:qpr:problem:${code}`,
    title,
    status,
    detail,
    code,
    request_id: requestId,
  })
  assert.match(title, /^[A-Z]/)
  assert.match(detail, /^\S.*\.$/su)
  return { ...body, ...(errors && { errors }) }
}
